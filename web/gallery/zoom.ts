import type { Size } from '#shared/domain/formats.ts';

/**
 * Scale and offset of a picture in its frame of the same ratio: at scale 1 it fills the frame; `x` and `y` move its
 * centre, in CSS pixels.
 */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };

/** The nearest zoom at which the picture still covers its frame and is not larger than `max`. */
export function inBounds({ scale, x, y }: Zoom, frame: Size, max: number): Zoom {
  const kept = Math.min(Math.max(scale, 1), Math.max(1, max));
  const clamp = (value: number, side: number) => {
    const room = (side * (kept - 1)) / 2;
    return Math.min(room, Math.max(-room, value));
  };
  return { scale: kept, x: clamp(x, frame.width), y: clamp(y, frame.height) };
}

/** A position in the frame relative to its centre, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Zooms to a scale; the point at `place` stays fixed as far as the bounds allow. */
export function zoomedTo(zoom: Zoom, scale: number, place: Place, frame: Size, max: number): Zoom {
  const reached = Math.min(Math.max(scale, 1), Math.max(1, max));
  const factor = reached / zoom.scale;
  const along = (at: number, centre: number) => at - (at - centre) * factor;
  return inBounds({ scale: reached, x: along(place.x, zoom.x), y: along(place.y, zoom.y) }, frame, max);
}

/** The scale at which one pixel of the picture is one pixel of the screen. */
export function actualScale(pixels: number, frame: Size, pixelRatio: number): number {
  return frame.width === 0 ? 1 : Math.max(1, pixels / (frame.width * pixelRatio));
}
