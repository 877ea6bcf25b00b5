import { Box } from '@chakra-ui/react';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { largeText } from '#web/ui/screens.ts';

/** Custom properties of the list that this component reads. */
const columnsProperty = '--columns';
const gapProperty = '--gap';

const sizes = {
  [columnsProperty]: { base: '2', md: '3', lg: '4', '2xl': '5' },
  [gapProperty]: { base: '12px', md: '20px' },
  [largeText]: { [columnsProperty]: '1' },
};

/** Height in CSS pixels of the text below a card's square picture, until a card has been measured. */
const usualText = 103;

/** Rows that are mounted above and below the visible ones. */
const readyRows = 3;

interface GalleryGridProps {
  readonly images: readonly Generation[];
  /** Total number of images; undefined while unknown. */
  readonly total: number | undefined;
  /** Id of the open image: when another one is opened, the list scrolls to it if necessary. */
  readonly inSight: string | undefined;
  readonly children: (image: Generation) => ReactNode;
}

/**
 * The images as a virtualised list in columns: only rows near the screen are mounted. All rows have the same height,
 * which is measured on one card, so that nothing moves during scrolling. The row with the focus stays mounted, and the
 * arrow keys move the focus between pictures.
 */
export function GalleryGrid({ images, total, inSight, children }: GalleryGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const [layout, setLayout] = useState({ columns: 2, gap: 12, top: 0, rowHeight: 300 });
  const { columns, gap, top, rowHeight } = layout;
  const focusedRow = useRef<number>(undefined);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const present = {
        columns: Number.parseInt(style.getPropertyValue(columnsProperty), 10) || 2,
        gap: Number.parseInt(style.getPropertyValue(gapProperty), 10) || 12,
        top: Math.round(element.getBoundingClientRect().top + window.scrollY),
      };
      const width = (element.clientWidth - (present.columns - 1) * present.gap) / present.columns;
      const card = element.querySelector<HTMLElement>('[data-image]');
      const isNew = card === null || Math.abs(card.offsetWidth - width) > 1;
      const height = isNew ? width + usualText : card.offsetHeight;
      setLayout((before) => {
        const after = { ...present, rowHeight: height };
        return JSON.stringify(before) === JSON.stringify(after) ? before : after;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content above the list may change its height.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(images.length / columns),
    estimateSize: () => rowHeight,
    gap,
    overscan: readyRows,
    scrollMargin: top,
    rangeExtractor: useCallback((range: Range) => {
      const rows = defaultRangeExtractor(range);
      const kept = focusedRow.current;
      if (kept === undefined || kept >= range.count || rows.includes(kept)) return rows;
      return [...rows, kept].sort((a, b) => a - b);
    }, []),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the rows changes their places.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const wantedFocus = useRef<number>(undefined);
  /** Focuses the image at an index as soon as it is mounted. */
  const focusWanted = () => {
    const wanted = wantedFocus.current;
    if (wanted === undefined) return;
    const card = list.current?.querySelector<HTMLElement>(`[aria-posinset="${wanted + 1}"] [data-place]`);
    if (!card) return;
    wantedFocus.current = undefined;
    card.focus();
  };
  useLayoutEffect(focusWanted);
  function type(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (by === undefined || target.dataset.place === undefined) return;
    const next = Number(target.closest('li')?.ariaPosInSet) - 1 + by;
    if (!(next in images)) return;
    event.preventDefault();
    wantedFocus.current = next;
    virtualizer.scrollToIndex(Math.floor(next / columns), { align: 'auto' });
    focusWanted();
  }

  const rowInSight = inSight === undefined ? -1 : images.findIndex(({ id }) => id === inSight);
  const row = rowInSight < 0 ? undefined : Math.floor(rowInSight / columns);
  const rowBefore = useRef<number>(undefined);
  useEffect(() => {
    // The first opened image is visible already, because it was pressed.
    if (row !== undefined && rowBefore.current !== undefined)
      virtualizer.scrollToIndex(row, { align: 'auto' });
    rowBefore.current = row;
  }, [virtualizer, row]);

  return (
    <Box
      as="ul"
      ref={list}
      css={sizes}
      position="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={type}
      onFocus={(event) => {
        const item = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
        focusedRow.current = item ? Number(item.dataset.row) : undefined;
      }}
      onBlur={() => {
        focusedRow.current = undefined;
      }}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: at, start }) =>
        images.slice(at * columns, (at + 1) * columns).map((image, column) => (
          <Box
            as="li"
            key={image.id}
            data-row={at}
            aria-setsize={total ?? -1}
            aria-posinset={at * columns + column + 1}
            listStyleType="none"
            display="grid"
            // Natural height, to be measured.
            alignItems="start"
            position="absolute"
            top="0"
            style={{
              width: `calc((100% - ${(columns - 1) * gap}px) / ${columns})`,
              insetInlineStart: `calc((100% + ${gap}px) / ${columns} * ${column})`,
              minHeight: rowHeight,
              transform: `translateY(${start - top}px)`,
            }}
          >
            {children(image)}
          </Box>
        )),
      )}
    </Box>
  );
}
