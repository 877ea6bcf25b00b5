import { Box, chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { inside } from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { findArea, type Pixels } from './find-area.ts';
import { pixelsOf } from './fix-photo.ts';
import {
  type Correction,
  createMaskCanvas,
  type MaskCanvas as Drawing,
  drawCorrection,
  drawMask,
  drawStroke,
  type Point,
  readMaskCanvas,
  type Stroke,
} from './mask-corrections.ts';
import type { Mask } from './mask-file.ts';
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

/** Colour and opacity of the overlay that dims pixels. */
const shade = 'rgb(18 14 12 / 0.74)';

/** Movement of a finger in pixels of the screen before it paints; a smaller one is a tap. */
const tapReach = 6;
/** Longer side in pixels of the copy in which areas are found. */
const areaSide = 360;

/** The photo with its surroundings dimmed. A tap changes the area at that point, the brush changes what it touches. */
export function MaskCanvas(props: MaskCanvasProps) {
  const { picture, mask, corrections, keeps, brush, control, isBusy, onCorrect, onMask, onKey } = props;
  const { view, zoomBy, moveBy } = control;
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<Drawing>(undefined);
  /** The drawing without an unfinished stroke: only new corrections are drawn on it. */
  const settled = useRef<Settled>(undefined);
  const stroke = useRef<Stroke>(undefined);
  const pointers = useRef(new Map<number, Point>());
  /** Where a single finger went down, until it moves. */
  const tap = useRef<Point>(undefined);
  const copy = useRef<Pixels>(undefined);
  const [cursor, setCursor] = useState<Point>();
  const [isKeyboard, setKeyboard] = useState(false);

  useEffect(() => {
    const made = settle(settled.current, mask, corrections);
    settled.current = { drawing: made, mask, corrections };
    drawing.current = copyOf(made, drawing.current);
    dim(shown.current, made);
    onMask(readMaskCanvas(made));
  }, [mask, corrections, onMask]);

  useEffect(() => (frame.current ? preventFling(frame.current, 'any') : undefined), []);

  /** Pixels of the mask per pixel of the screen. */
  function scale(): number {
    const box = shown.current?.getBoundingClientRect();
    return box && box.width > 0 ? mask.width / box.width : 1;
  }

  function pointAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): Point {
    const box = shown.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: (clientX - box.left) * scale(), y: (clientY - box.top) * scale() };
  }

  /** Position of a point of the mask in the frame, in shares of the frame from its centre. */
  function placeOf({ x, y }: Point): Point {
    return {
      x: (x / mask.width - 0.5) * view.zoom + view.x,
      y: (y / mask.height - 0.5) * view.zoom + view.y,
    };
  }

  /** The point of the mask in the middle of the frame. */
  function middle(): Point {
    return {
      x: (0.5 - view.x / view.zoom) * mask.width,
      y: (0.5 - view.y / view.zoom) * mask.height,
    };
  }

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

  function paintTo(point: Point): void {
    if (!drawing.current) return;
    const { context } = drawing.current;
    const before = stroke.current ?? { keeps, diameter: brush * scale(), points: [] };
    const last = before.points.at(-1);
    drawStroke(context, { ...before, points: last ? [last, point] : [point] });
    stroke.current = { ...before, points: [...before.points, point] };
    dim(shown.current, drawing.current);
  }

  function finishStroke(): void {
    const finished = stroke.current;
    stroke.current = undefined;
    if (finished) onCorrect(finished);
  }

  /** Changes the area at a point. */
  function takeArea(point: Point): void {
    if (!drawing.current) return;
    copy.current ??= pixelsOf(picture, areaSide);
    const { width, height } = copy.current;
    const small = { x: (point.x / mask.width) * width, y: (point.y / mask.height) * height };
    const area = findArea(copy.current, small, changeable(drawing.current, copy.current, keeps));
    if (area) onCorrect({ keeps, area });
  }

  /** Cancels the stroke of the first finger when a second one comes: two fingers move the photo. */
  function cancelStroke(): void {
    if (!stroke.current || !settled.current) return;
    stroke.current = undefined;
    drawing.current = copyOf(settled.current.drawing, drawing.current);
    dim(shown.current, drawing.current);
  }

  function down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || isBusy) return;
    setKeyboard(false);
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    tap.current = pointers.current.size === 1 ? { x: event.clientX, y: event.clientY } : undefined;
    if (pointers.current.size > 1) cancelStroke();
  }

  function move(event: PointerEvent<HTMLElement>): void {
    setCursor(pointAt(event));
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    if (pointers.current.size === 1) {
      if (tap.current && distance(tap.current, now) < tapReach) return;
      if (tap.current) paintTo(pointAt({ clientX: tap.current.x, clientY: tap.current.y }));
      tap.current = undefined;
      if (stroke.current) paintTo(pointAt(event));
      return;
    }
    const box = frame.current?.getBoundingClientRect();
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!box || !other) return;
    const grown = distance(now, other) / Math.max(1, distance(before, other));
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    zoomBy(grown, (between.x - box.left) / box.width - 0.5, (between.y - box.top) / box.height - 0.5);
    moveBy((now.x - before.x) / 2 / box.width, (now.y - before.y) / 2 / box.height);
  }

  function up(event: PointerEvent<HTMLElement>): void {
    pointers.current.delete(event.pointerId);
    const isTap = tap.current !== undefined;
    tap.current = undefined;
    if (isTap) takeArea(pointAt(event));
    else finishStroke();
  }

  function keyDown(event: KeyboardEvent): void {
    const { key } = event;
    const from = cursor ?? middle();
    const step = (brush * scale()) / 3;
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    };
    const by = moves[key];
    setKeyboard(true);
    if (by) {
      event.preventDefault();
      const to = {
        x: Math.min(mask.width, Math.max(0, from.x + by.x)),
        y: Math.min(mask.height, Math.max(0, from.y + by.y)),
      };
      setCursor(to);
      follow(to);
      if (stroke.current) paintTo(to);
    } else if (key === ' ') {
      event.preventDefault();
      setCursor(from);
      if (!event.repeat && !isBusy) paintTo(from);
    } else if (key === 'Enter') {
      event.preventDefault();
      setCursor(from);
      if (!event.repeat && !isBusy) takeArea(from);
    } else if (key === '+' || key === '-') {
      const { x, y } = placeOf(from);
      zoomBy(key === '+' ? 1.5 : 1 / 1.5, x, y);
    } else if (!event.ctrlKey && !event.metaKey) onKey(key.toLowerCase());
  }

  const place = cursor && placeOf(cursor);
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
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={(event) => {
        pointers.current.delete(event.pointerId);
        tap.current = undefined;
        cancelStroke();
      }}
      onPointerLeave={() => {
        if (!isKeyboard) setCursor(undefined);
      }}
      onKeyDown={keyDown}
      onKeyUp={({ key }) => {
        if (key === ' ') finishStroke();
      }}
      onBlur={finishStroke}
      onWheel={({ deltaY, clientX, clientY, currentTarget }) => {
        const bounds = currentTarget.getBoundingClientRect();
        zoomBy(
          Math.exp(-deltaY / 400),
          (clientX - bounds.left) / bounds.width - 0.5,
          (clientY - bounds.top) / bounds.height - 0.5,
        );
      }}
    >
      <Box
        position="absolute"
        inset="0"
        style={{
          transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})`,
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
      {place && (
        <Box
          aria-hidden
          position="absolute"
          borderRadius="full"
          borderWidth="2px"
          borderColor="white"
          boxShadow="0 0 0 1.5px rgb(0 0 0 / 0.6)"
          pointerEvents="none"
          style={{
            width: brush,
            height: brush,
            left: `calc(${50 + place.x * 100}% - ${brush / 2}px)`,
            top: `calc(${50 + place.y * 100}% - ${brush / 2}px)`,
          }}
        />
      )}
    </Box>
  );
}

/** A drawing of the mask with these corrections. */
interface Settled {
  readonly drawing: Drawing;
  readonly mask: Mask;
  readonly corrections: readonly Correction[];
}

/**
 * Draws the mask with the corrections: adds new ones to the previous drawing, or draws all again if that is not
 * possible.
 */
function settle(former: Settled | undefined, mask: Mask, corrections: readonly Correction[]): Drawing {
  if (former?.mask === mask && former.corrections.every((one, index) => one === corrections[index])) {
    for (const correction of corrections.slice(former.corrections.length))
      drawCorrection(former.drawing.context, correction);
    return former.drawing;
  }
  const made = createMaskCanvas(mask);
  drawMask(made, mask, corrections);
  return made;
}

/** A copy of a drawing, on the former canvas if its size fits. */
function copyOf({ canvas }: Drawing, former: Drawing | undefined): Drawing {
  const { width, height } = canvas;
  const fits = former?.canvas.width === width && former.canvas.height === height;
  const copy = fits ? former : createMaskCanvas({ width, height });
  copy.context.globalCompositeOperation = 'copy';
  copy.context.drawImage(canvas, 0, 0);
  copy.context.globalCompositeOperation = 'source-over';
  return copy;
}

/** 1 for each pixel of a smaller copy that is not kept yet, or that can be removed. */
function changeable({ canvas }: Drawing, { width, height }: Size, keeps: boolean): Uint8Array {
  const small = createMaskCanvas({ width, height });
  small.context.drawImage(canvas, 0, 0, width, height);
  return readMaskCanvas(small).data.map((kept) => (kept >= inside === keeps ? 0 : 1));
}

/** Dims everything that is not kept. */
function dim(shown: HTMLCanvasElement | null, { canvas }: Drawing): void {
  const context = shown?.getContext('2d');
  if (!context) return;
  context.globalCompositeOperation = 'source-over';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = shade;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'destination-out';
  context.drawImage(canvas, 0, 0);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
