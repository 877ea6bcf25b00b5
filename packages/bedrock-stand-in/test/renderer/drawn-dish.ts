import { type Plane, plane, type Raster, raster } from '#src/renderer/pixels.ts';

/** Width and height of the drawn pictures, in pixels. */
export const SIDE = 200;

/** A mask of 200 × 200 pixels that is set in these places, in pixels from its middle. */
export function maskOf(isSet: (x: number, y: number) => boolean): Plane {
  const mask = plane(SIDE, SIDE);
  mask.values = mask.values.map((_, i) => (isSet((i % SIDE) - 99.5, Math.floor(i / SIDE) - 99.5) ? 1 : 0));
  return mask;
}

/** A picture of 200 × 200 pixels with these colours, in pixels from its middle. */
export function pictureOf(colour: (x: number, y: number) => readonly number[]): Raster {
  const picture = raster(SIDE, SIDE);
  for (let i = 0; i < SIDE * SIDE; i++)
    picture.rgb.set(colour((i % SIDE) - 99.5, Math.floor(i / SIDE) - 99.5), i * 3);
  return picture;
}

export const within = (radius: number) => (x: number, y: number) => Math.hypot(x, y) < radius;
export const stew = [0.5, 0.25, 0.1] as const;
export const china = [0.9, 0.9, 0.88] as const;
export const cloth = [0.6, 0.5, 0.42] as const;
