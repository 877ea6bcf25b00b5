import type { Mask } from './mask-file.ts';

/** One correction by the user. */
export type Correction = Stroke | Area;

/** One movement of the brush. Lengths are pixels of the mask. */
export interface Stroke {
  readonly keeps: boolean;
  readonly diameter: number;
  readonly points: readonly Point[];
}

/** A tapped area, as a mask of a smaller copy of the photo. */
export interface Area {
  readonly keeps: boolean;
  readonly area: Mask;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A canvas whose opacity is the mask. */
export interface MaskCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/**
 * Makes a canvas of the mask's size.
 * @throws Error if the browser has no canvas
 */
export function createMaskCanvas({ width, height }: Pick<Mask, 'width' | 'height'>): MaskCanvas {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  // Its pixels are read after every stroke.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw');
  return { canvas, context };
}

/** Draws the mask and the corrections on it. */
export function drawMask({ context }: MaskCanvas, mask: Mask, corrections: readonly Correction[]): void {
  context.putImageData(imageOf(mask), 0, 0);
  for (const correction of corrections) drawCorrection(context, correction);
}

/** Draws a correction on top. */
export function drawCorrection(context: CanvasRenderingContext2D, correction: Correction): void {
  if ('area' in correction) drawArea(context, correction);
  else drawStroke(context, correction);
}

/** Applies corrections to a mask. */
export function correctMask(mask: Mask, corrections: readonly Correction[]): Mask {
  const made = createMaskCanvas(mask);
  drawMask(made, mask, corrections);
  return readMaskCanvas(made);
}

function drawArea(context: CanvasRenderingContext2D, { keeps, area }: Area): void {
  const { canvas, context: small } = createMaskCanvas(area);
  small.putImageData(imageOf(area), 0, 0);
  context.save();
  context.globalCompositeOperation = keeps ? 'source-over' : 'destination-out';
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, context.canvas.width, context.canvas.height);
  context.restore();
}

/** White pixels whose opacity is the mask. */
function imageOf({ width, height, data }: Mask): ImageData {
  const image = new ImageData(width, height);
  image.data.fill(255);
  for (const [index, kept] of data.entries()) image.data[index * 4 + 3] = kept;
  return image;
}

/** Draws a stroke, or the newest part of one: then the first point was drawn before. */
export function drawStroke(context: CanvasRenderingContext2D, { keeps, diameter, points }: Stroke): void {
  const [first, ...others] = points;
  if (first === undefined) return;
  context.save();
  context.globalCompositeOperation = keeps ? 'source-over' : 'destination-out';
  context.strokeStyle = '#fff';
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = diameter;
  context.fillStyle = '#fff';
  context.beginPath();
  if (others.length === 0) {
    // A line without length draws nothing.
    context.arc(first.x, first.y, diameter / 2, 0, 2 * Math.PI);
    context.fill();
  } else {
    context.moveTo(first.x, first.y);
    for (const { x, y } of others) context.lineTo(x, y);
    context.stroke();
  }
  context.restore();
}

/** Reads the mask from the canvas. */
export function readMaskCanvas({ canvas: { width, height }, context }: MaskCanvas): Mask {
  const { data: pixels } = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height);
  for (let index = 0; index < data.length; index += 1) data[index] = pixels[index * 4 + 3] ?? 0;
  return { width, height, data };
}
