import { Box, Button, chakra, HStack, IconButton, Text } from '@chakra-ui/react';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Size } from '#shared/domain/formats.ts';
import { useWheelZoom } from '#web/lib/use-wheel-zoom.ts';
import { BrokenPicture, useLoading } from '#web/ui/picture.tsx';
import { words } from './words.ts';
import { actualScale, fitted, inBounds, type Place, type Zoom, zoomedTo } from './zoom.ts';

/** Zoom factor of one step by a button or a key. */
const step = 1.5;
/** CSS pixels by which an arrow key moves the picture. */
const keyMove = 60;
/** Maximum time in milliseconds and distance in CSS pixels between the two taps of a double tap. */
const tapTime = 300;
const tapDistance = 30;

interface ZoomPictureProps {
  readonly src: string;
  readonly label: string;
  /** Width divided by height. */
  readonly ratio: number;
  /** Size in pixels of the delivered file. */
  readonly delivered: Size;
}

interface Tap extends Place {
  readonly at: number;
}

/**
 * A picture that can be zoomed: by wheel, by two fingers, by a double tap, by buttons, and by the keys `+`, `-`, `0`,
 * `1` and the arrows.
 */
export function ZoomPicture({ src, label, ratio, delivered }: ZoomPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(fitted);
  const [natural, setNatural] = useState(0);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const pointers = useRef(new Map<number, Place>());
  const lastTap = useRef<Tap>(undefined);
  const { img, isBroken, attempt, again } = useLoading(src);
  const actual = actualScale(natural, size, devicePixelRatio);
  const max = Math.max(4, actual * 2);

  const change = (to: (zoom: Zoom) => Zoom) => setZoom((before) => inBounds(to(before), size, max));
  const zoomBy = (factor: number, place: Place = { x: 0, y: 0 }) =>
    change((before) => zoomedTo(before, before.scale * factor, place, size, max));
  const toggle = (place: Place) =>
    change((before) => (before.scale > 1 ? fitted : zoomedTo(before, Math.max(actual, 2), place, size, max)));

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useWheelZoom(frame, (factor, event) => zoomBy(factor, placeOf(event, frame.current)));

  function press(event: PointerEvent): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, placeOf(event, frame.current));
  }
  function move(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const after = placeOf(event, frame.current);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, after);
    if (other === undefined) {
      change(({ scale, x, y }) => ({ scale, x: x + after.x - before.x, y: y + after.y - before.y }));
      return;
    }
    const factor = distance(after, other) / Math.max(1, distance(before, other));
    zoomBy(factor, { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
  }
  function release(event: PointerEvent): void {
    const place = placeOf(event, frame.current);
    const isOnly = pointers.current.size === 1;
    pointers.current.delete(event.pointerId);
    if (event.type !== 'pointerup' || !isOnly) return;
    const tap = { ...place, at: event.timeStamp };
    const before = lastTap.current;
    const isDouble = before && tap.at - before.at < tapTime && distance(tap, before) < tapDistance;
    lastTap.current = isDouble ? undefined : tap;
    if (isDouble) toggle(place);
  }
  function type(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, Place> = {
      ArrowLeft: { x: keyMove, y: 0 },
      ArrowRight: { x: -keyMove, y: 0 },
      ArrowUp: { x: 0, y: keyMove },
      ArrowDown: { x: 0, y: -keyMove },
    };
    const by = moves[event.key];
    if (by && zoom.scale > 1) change(({ scale, x, y }) => ({ scale, x: x + by.x, y: y + by.y }));
    else if (event.key === '+' || event.key === '=') zoomBy(step);
    else if (event.key === '-') zoomBy(1 / step);
    else if (event.key === '0') setZoom(fitted);
    else if (event.key === '1') change((before) => zoomedTo(before, actual, { x: 0, y: 0 }, size, max));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const percent = natural === 0 ? 100 : Math.round((zoom.scale / actual) * 100);
  return (
    <Box w="full">
      <Box
        ref={frame}
        role="application"
        aria-label={words.zoomOf(label)}
        tabIndex={0}
        position="relative"
        overflow="hidden"
        w="full"
        aspectRatio={ratio}
        borderRadius="card"
        bg="bg.muted"
        cursor={zoom.scale > 1 ? 'grab' : 'zoom-in'}
        userSelect="none"
        data-zoomed={zoom.scale > 1 || undefined}
        css={{ touchAction: zoom.scale > 1 ? 'none' : 'pan-y' }}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={type}
      >
        <chakra.img
          key={attempt}
          {...img}
          alt={label}
          draggable={false}
          w="full"
          h="full"
          objectFit="contain"
          onLoad={(event) => setNatural(event.currentTarget.naturalWidth)}
          style={{
            ...img.style,
            transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
            imageRendering: zoom.scale > actual * 1.5 ? 'pixelated' : undefined,
          }}
        />
        {isBroken && <BrokenPicture onAgain={again} />}
      </Box>
      <HStack justify="center" gap="1" mt="1">
        <IconButton
          variant="ghost"
          aria-label={words.zoomOut}
          disabled={zoom.scale <= 1}
          onClick={() => zoomBy(1 / step)}
        >
          <ZoomOut size={18} />
        </IconButton>
        <Text
          fontSize="sm"
          minW="12"
          textAlign="center"
          fontVariantNumeric="tabular-nums"
          role="status"
          aria-label={words.zoomLevel(percent)}
        >
          {`${percent} %`}
        </Text>
        <IconButton
          variant="ghost"
          aria-label={words.zoomIn}
          disabled={zoom.scale >= max}
          onClick={() => zoomBy(step)}
        >
          <ZoomIn size={18} />
        </IconButton>
        <Button
          variant="ghost"
          px="3"
          aria-label={words.actualSize}
          onClick={() => change((before) => zoomedTo(before, actual, { x: 0, y: 0 }, size, max))}
        >
          1:1
        </Button>
        <Button variant="ghost" px="3" disabled={zoom.scale <= 1} onClick={() => setZoom(fitted)}>
          {words.fit}
        </Button>
      </HStack>
      {natural > 0 && natural < delivered.width && (
        <Text fontSize="xs" color="fg.muted" textAlign="center">
          {words.previewOnly(delivered.width, delivered.height)}
        </Text>
      )}
    </Box>
  );
}

/** Position of a pointer, relative to the centre of the frame. */
function placeOf(event: { clientX: number; clientY: number }, frame: HTMLElement | null): Place {
  const box = frame?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
