import { type RefObject, useEffect, useRef } from 'react';
import { inside } from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
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

/** Colour and opacity of the overlay that dims pixels. */
const shade = 'rgb(18 14 12 / 0.74)';
/** Longer side in pixels of the copy in which areas are found. */
const areaSide = 360;

interface MaskDrawing {
  /** The canvas above the photo, of the mask's size. */
  readonly shown: RefObject<HTMLCanvasElement | null>;
  /** The upright photo, loaded. */
  readonly picture: HTMLImageElement;
  /** The mask before the corrections. */
  readonly mask: Mask;
  readonly corrections: readonly Correction[];
  readonly onCorrect: (correction: Correction) => void;
  /** Called with the corrected mask whenever it has changed. */
  readonly onMask: (mask: Mask) => void;
}

/**
 * Dims what the corrected mask does not keep. New corrections are strokes, which are shown while they are being
 * painted, and areas of one colour. Points are pixels of the mask.
 */
export function useMaskDrawing({ shown, picture, mask, corrections, onCorrect, onMask }: MaskDrawing) {
  const drawing = useRef<Drawing>(undefined);
  /** The drawing without an unfinished stroke: only new corrections are drawn on it. */
  const settled = useRef<Settled>(undefined);
  const stroke = useRef<Stroke>(undefined);
  const copy = useRef<Pixels>(undefined);

  useEffect(() => {
    const made = settle(settled.current, mask, corrections);
    settled.current = { drawing: made, mask, corrections };
    drawing.current = copyOf(made, drawing.current);
    dim(shown.current, made);
    onMask(readMaskCanvas(made));
  }, [shown, mask, corrections, onMask]);

  return {
    isPainting: () => stroke.current !== undefined,
    /** Continues the stroke, or begins one with this brush. */
    paintTo(point: Point, brush: Omit<Stroke, 'points'>): void {
      if (!drawing.current) return;
      const before = stroke.current ?? { ...brush, points: [] };
      const last = before.points.at(-1);
      drawStroke(drawing.current.context, { ...before, points: last ? [last, point] : [point] });
      stroke.current = { ...before, points: [...before.points, point] };
      dim(shown.current, drawing.current);
    },
    finishStroke(): void {
      const finished = stroke.current;
      stroke.current = undefined;
      if (finished) onCorrect(finished);
    },
    cancelStroke(): void {
      if (!stroke.current || !settled.current) return;
      stroke.current = undefined;
      drawing.current = copyOf(settled.current.drawing, drawing.current);
      dim(shown.current, drawing.current);
    },
    /** Changes the area at a point. */
    takeArea(point: Point, keeps: boolean): void {
      if (!drawing.current) return;
      copy.current ??= pixelsOf(picture, areaSide);
      const { width, height } = copy.current;
      const small = { x: (point.x / mask.width) * width, y: (point.y / mask.height) * height };
      const area = findArea(copy.current, small, changeable(drawing.current, copy.current, keeps));
      if (area) onCorrect({ keeps, area });
    },
  };
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
