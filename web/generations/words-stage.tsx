import { Box, chakra, VisuallyHidden } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { Size } from '#shared/domain/formats.ts';
import { minOverlaySize, type Overlay, type OverlayPart } from '#shared/domain/overlay.ts';
import {
  type OverlayLayout,
  overlaySvg,
  placeAt,
  type Rectangle,
  safeArea,
} from '#shared/domain/overlay-layout.ts';
import type { Typeface } from '#shared/domain/typeface.ts';
import { words } from './editor-words.ts';
import { inPercent } from './in-percent.ts';

interface WordsStageProps {
  readonly overlay: Overlay;
  readonly onChange: (overlay: Overlay, group: string) => void;
  readonly selected: OverlayPart;
  readonly onSelect: (part: OverlayPart) => void;
  readonly layout: OverlayLayout | undefined;
  readonly typeface: Typeface | undefined;
  readonly size: Size;
  readonly picture: string;
  readonly name: string;
  readonly logoUrl: string | undefined;
  readonly onPicture: (image: HTMLImageElement) => void;
}

/** Step of an arrow key, as a share of the picture; with Shift five times as far. */
const nudge = 0.01;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture with its words as they will be delivered. Each part can be dragged, or moved by keyboard. */
export function WordsStage(props: WordsStageProps) {
  const { overlay, onChange, selected, onSelect, layout, typeface, size, picture, name, logoUrl } = props;
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<{
    readonly x: number;
    readonly y: number;
    readonly box: Rectangle;
    readonly id: number;
  }>(undefined);
  const [dragging, setDragging] = useState(false);
  const [status, setStatus] = useState('');
  const hint = useId();
  const safe = safeArea(size);

  const place = (part: OverlayPart, box: Rectangle, group: string) => {
    const at = placeAt(box, size);
    const places = { ...overlay.places, [part]: { ...overlay.places[part], ...at } };
    onChange({ ...overlay, places }, group);
    return at;
  };

  function startDrag(event: PointerEvent<HTMLElement>, part: OverlayPart, box: Rectangle): void {
    onSelect(part);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, box, id: event.timeStamp };
  }

  function continueDrag(event: PointerEvent<HTMLElement>, part: OverlayPart): void {
    const { current } = drag;
    const width = stage.current?.clientWidth ?? 0;
    if (!current || width === 0) return;
    const scale = size.width / width;
    const [x, y] = [(event.clientX - current.x) * scale, (event.clientY - current.y) * scale];
    // Ignores the small movements of a pressed finger or mouse.
    if (!dragging && Math.hypot(x, y) < 4 * scale) return;
    setDragging(true);
    const { box } = current;
    place(part, { ...box, left: box.left + x, top: box.top + y }, `drag ${current.id}`);
  }

  function endDrag(): void {
    drag.current = undefined;
    setDragging(false);
  }

  function pressKey(event: KeyboardEvent, part: OverlayPart, box: Rectangle): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    if (arrow) {
      event.preventDefault();
      const step = nudge * size.width * (event.shiftKey ? 5 : 1);
      const at = place(
        part,
        { ...box, left: box.left + arrow[0] * step, top: box.top + arrow[1] * step },
        `nudge ${part}`,
      );
      setStatus(words.movedTo(part, at.x, at.y));
    }
    const grow = event.key === '+' || event.key === '=' ? 0.05 : event.key === '-' ? -0.05 : 0;
    if (grow === 0) return;
    event.preventDefault();
    const before = overlay.places[part];
    const wanted = Math.min(1, Math.max(minOverlaySize, before.size + grow));
    if (wanted === before.size) return;
    const places = { ...overlay.places, [part]: { ...before, size: wanted } };
    onChange({ ...overlay, places }, `size ${part}`);
  }

  const boxes: readonly { readonly part: OverlayPart; readonly box: Rectangle }[] = [
    ...(layout?.texts ?? []).map(({ part, block }) => ({ part, box: block })),
    ...(layout?.logo ? [{ part: 'logo' as const, box: layout.logo }] : []),
  ];

  return (
    <Box
      ref={stage}
      role="group"
      aria-label={words.stage}
      position="relative"
      mx="auto"
      overflow="hidden"
      borderRadius="card"
      bg="bg.muted"
      userSelect="none"
      style={{ width: `min(100%, calc(var(--stage-height) * ${size.width / size.height}))` }}
      css={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <chakra.img
        src={picture}
        alt={words.picture(name)}
        w="full"
        h="full"
        objectFit="cover"
        draggable={false}
        onLoad={({ currentTarget }) => props.onPicture(currentTarget)}
      />
      {layout && typeface && (
        <chakra.img
          src={`data:image/svg+xml,${encodeURIComponent(overlaySvg(layout, typeface, size))}`}
          alt=""
          data-overlay
          draggable={false}
          position="absolute"
          inset="0"
          w="full"
          h="full"
          pointerEvents="none"
        />
      )}
      {layout?.logo && logoUrl !== undefined && (
        <chakra.img
          src={logoUrl}
          alt=""
          draggable={false}
          position="absolute"
          pointerEvents="none"
          style={inPercent(layout.logo, size)}
        />
      )}
      {dragging && (
        <Box
          data-safe-area
          position="absolute"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="white"
          borderRadius="sm"
          pointerEvents="none"
          css={{ boxShadow: '0 0 0 200rem rgb(23 19 16 / 0.35)' }}
          style={inPercent(safe, size)}
        />
      )}
      {boxes.map(({ part, box }) => (
        <chakra.button
          key={part}
          type="button"
          position="absolute"
          cursor={dragging ? 'grabbing' : 'grab'}
          borderRadius="sm"
          aria-label={words.partName(part, part === 'logo' ? '' : overlay[part])}
          aria-describedby={hint}
          aria-pressed={selected === part}
          outlineOffset="4px"
          focusVisibleRing="outside"
          css={{
            touchAction: 'none',
            boxShadow: selected === part ? '0 0 0 4px rgb(0 0 0 / 0.25), 0 0 0 2px white' : undefined,
            // A touch target as large as a finger.
            '&::before': {
              content: '""',
              position: 'absolute',
              insetInline: '-0.25rem',
              top: '50%',
              translate: '0 -50%',
              height: 'max(100%, 2.75rem)',
            },
          }}
          style={inPercent(box, size)}
          onPointerDown={(event) => startDrag(event, part, box)}
          onPointerMove={(event) => continueDrag(event, part)}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onFocus={() => onSelect(part)}
          onKeyDown={(event) => pressKey(event, part, box)}
        />
      ))}
      <VisuallyHidden id={hint}>{words.moveHint}</VisuallyHidden>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </Box>
  );
}
