import { Box, chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { useWheelZoom } from '#web/lib/use-wheel-zoom.ts';
import type { Correction, Point } from './mask-corrections.ts';
import type { Mask } from './mask-file.ts';
import { useBrushGestures } from './use-brush-gestures.ts';
import { useMaskDrawing } from './use-mask-drawing.ts';
import type { MaskViewControl } from './use-mask-view.ts';
import { words } from './words.ts';

interface MaskCanvasProps {
  /** The upright photo, loaded. */
  readonly picture: HTMLImageElement;
  /** The mask before the corrections. */
  readonly mask: Mask;
  readonly corrections: readonly Correction[];
  readonly keeps: boolean;
  /** Diameter of the brush in pixels of the screen. */
  readonly brush: number;
  readonly control: MaskViewControl;
  /** Whether the mask is being saved, so that painting is disabled. */
  readonly isBusy: boolean;
  readonly onCorrect: (correction: Correction) => void;
  /** Called with the corrected mask whenever it has changed. */
  readonly onMask: (mask: Mask) => void;
  readonly onKey: (key: string) => void;
}

/** Directions of the keys that move the brush. */
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Factors of the keys that zoom. */
const zoomKeys: Readonly<Record<string, number>> = { '+': 1.5, '-': 1 / 1.5 };

/** The photo with its surroundings dimmed. A tap changes the area at that point, the brush changes what it touches. */
export function MaskCanvas(props: MaskCanvasProps) {
  const { picture, mask, corrections, keeps, brush, control, isBusy, onCorrect, onMask, onKey } = props;
  const { view, fit, zoomBy, moveBy } = control;
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLCanvasElement>(null);
  /** The point of the mask under the brush; undefined while the brush is away. */
  const [cursor, setCursor] = useState<Point>();
  const [isKeyboard, setKeyboard] = useState(false);
  const drawing = useMaskDrawing({ shown, picture, mask, corrections, onCorrect, onMask });
  const { isPainting, finishStroke, cancelStroke } = drawing;
  const paintTo = (point: Point) => drawing.paintTo(point, { keeps, diameter: brush * scale() });
  const takeArea = (point: Point) => drawing.takeArea(point, keeps);

  useEffect(() => (frame.current ? preventFling(frame.current, 'any') : undefined), []);

  /** Pixels of the mask per pixel of the screen. */
  function scale(): number {
    const box = shown.current?.getBoundingClientRect();
    return box && box.width > 0 ? mask.width / box.width : 1;
  }

  /** The point of the mask at client coordinates. */
  function pointAt({ x, y }: Point): Point {
    const box = shown.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: (x - box.left) * scale(), y: (y - box.top) * scale() };
  }

  /** Position of a point of the mask in the frame, in shares of the frame from its centre. */
  function placeOf({ x, y }: Point): Point {
    return {
      x: (x / mask.width - 0.5) * fit.x * view.zoom + view.x,
      y: (y / mask.height - 0.5) * fit.y * view.zoom + view.y,
    };
  }

  /** The point of the mask in the middle of the frame. */
  function middle(): Point {
    return {
      x: (0.5 - view.x / fit.x / view.zoom) * mask.width,
      y: (0.5 - view.y / fit.y / view.zoom) * mask.height,
    };
  }

  /** Zooms around client coordinates. */
  function zoomAround(factor: number, { x, y }: Point): void {
    const box = frame.current?.getBoundingClientRect();
    if (box) zoomBy(factor, (x - box.left) / box.width - 0.5, (y - box.top) / box.height - 0.5);
  }

  useWheelZoom(frame, (factor, { clientX, clientY }) => zoomAround(factor, { x: clientX, y: clientY }));
  const gestures = useBrushGestures({
    isDisabled: isBusy,
    onDown: () => setKeyboard(false),
    onTap: (point) => {
      const { x, y } = pointAt(point);
      const isInside = x >= 0 && y >= 0 && x < mask.width && y < mask.height;
      if (isInside) takeArea({ x, y });
    },
    onPaintStart: (point) => paintTo(pointAt(point)),
    onPaintMove: (point) => {
      if (isPainting()) paintTo(pointAt(point));
    },
    onPaintEnd: finishStroke,
    onPaintCancel: cancelStroke,
    onPinch: (factor, around, moved) => {
      const box = frame.current?.getBoundingClientRect();
      if (!box) return;
      zoomAround(factor, around);
      moveBy(moved.x / box.width, moved.y / box.height);
    },
  });

  /** Moves the photo so that the whole brush is visible, as far as the photo reaches. */
  function follow(point: Point): void {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    const place = placeOf(point);
    const moved = (at: number, side: number) => {
      const room = Math.max(0, 0.5 - brush / 2 / side);
      return Math.min(room, Math.max(-room, at)) - at;
    };
    moveBy(moved(place.x, box.width), moved(place.y, box.height));
  }

  function moveBrush(from: Point, direction: Point): void {
    const step = (brush * scale()) / 3;
    const to = {
      x: Math.min(mask.width, Math.max(0, from.x + direction.x * step)),
      y: Math.min(mask.height, Math.max(0, from.y + direction.y * step)),
    };
    setCursor(to);
    follow(to);
    if (isPainting()) paintTo(to);
  }

  function pressKey(event: KeyboardEvent): void {
    const { key } = event;
    const from = cursor ?? middle();
    const direction = arrows[key];
    const factor = zoomKeys[key];
    setKeyboard(true);
    if (direction) {
      event.preventDefault();
      moveBrush(from, direction);
    } else if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      setCursor(from);
      if (event.repeat || isBusy) return;
      if (key === ' ') paintTo(from);
      else takeArea(from);
    } else if (event.ctrlKey || event.metaKey) return;
    else if (factor !== undefined) {
      const { x, y } = placeOf(from);
      zoomBy(factor, x, y);
    } else onKey(key.toLowerCase());
  }

  return (
    <Box
      ref={frame}
      role="application"
      aria-label={words.canvas}
      aria-busy={isBusy}
      tabIndex={0}
      position="relative"
      w="full"
      h="full"
      overflow="hidden"
      borderRadius="card"
      bg="#171310"
      cursor={isBusy ? 'progress' : 'none'}
      css={{ touchAction: 'none', userSelect: 'none' }}
      {...gestures}
      onPointerMove={(event) => {
        setCursor(pointAt({ x: event.clientX, y: event.clientY }));
        gestures.onPointerMove(event);
      }}
      onPointerLeave={() => {
        if (!isKeyboard) setCursor(undefined);
      }}
      onKeyDown={pressKey}
      onKeyUp={({ key }) => {
        if (key === ' ') finishStroke();
      }}
      onBlur={finishStroke}
    >
      <Box
        position="absolute"
        style={{
          inset: `${(1 - fit.y) * 50}% ${(1 - fit.x) * 50}%`,
          transform: `translate(${(view.x / fit.x) * 100}%, ${(view.y / fit.y) * 100}%) scale(${view.zoom})`,
          transformOrigin: 'center',
        }}
      >
        <chakra.img
          src={picture.src}
          alt=""
          draggable={false}
          position="absolute"
          inset="0"
          w="full"
          h="full"
          objectFit="fill"
        />
        {/* A plain element, because Chakra would read the number of pixels as CSS. */}
        <canvas
          ref={shown}
          width={mask.width}
          height={mask.height}
          style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
        />
      </Box>
      {cursor && <Brush size={brush} place={placeOf(cursor)} />}
    </Box>
  );
}

/** The outline of the brush, at a place in shares of the frame from its centre. */
function Brush({ size, place }: { size: number; place: Point }) {
  return (
    <Box
      aria-hidden
      position="absolute"
      borderRadius="full"
      borderWidth="2px"
      borderColor="white"
      boxShadow="0 0 0 1.5px rgb(0 0 0 / 0.6)"
      pointerEvents="none"
      style={{
        width: size,
        height: size,
        left: `calc(${50 + place.x * 100}% - ${size / 2}px)`,
        top: `calc(${50 + place.y * 100}% - ${size / 2}px)`,
      }}
    />
  );
}
