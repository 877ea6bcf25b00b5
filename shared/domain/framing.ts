import type { DishPlace, Edge } from './dish-place.ts';
import type { Size } from './formats.ts';

/** Which part of a photo becomes the picture. */
export interface Framing {
  /** Where the part lies: 0 is left or top, 1 right or bottom, 0.5 the centre. */
  readonly x: number;
  readonly y: number;
  /**
   * 1, or absent: the largest part of the photo with the wanted shape. Below 1: a part that is larger by 1 / zoom. It
   * reaches beyond the photo on one pair of sides, where surroundings are drawn.
   */
  readonly zoom?: number | undefined;
}

export const centred: Framing = { x: 0.5, y: 0.5 };

/** Room around a dish that is larger than the crop, as a share of its longer side. */
const room = 0.04;

/**
 * The part of the photo with the target's ratio, in the photo's pixels. On each axis it either lies within the photo
 * or, with a zoom below 1, contains all of it and begins at 0 or less.
 */
export function cropWindow(photo: Size, target: Size, { x, y, zoom = 1 }: Framing) {
  const ratios = [photo.width / target.width, photo.height / target.height];
  const scale = Math.min(Math.max(...ratios), Math.min(...ratios) / zoom);
  const sideOf = (wanted: number) => Math.max(1, Math.round(wanted * scale));
  const width = sideOf(target.width);
  const height = sideOf(target.height);
  return {
    left: Math.round((photo.width - width) * x),
    top: Math.round((photo.height - height) * y),
    width,
    height,
  };
}

/**
 * The framing with the dish in its middle, as far as the photo reaches.
 * @param widens Whether a part may reach beyond the photo if the dish is larger than any part of this shape. It then
 * contains the whole dish, unless the dish touches both edges that the part would cross. An edge that the dish touches
 * stays the picture's edge, so that no dish is cut off inside the picture.
 */
export function framingAround(
  { box, touches }: DishPlace,
  photo: Size,
  target: Size,
  { widens }: { readonly widens: boolean },
): Framing {
  const zoom = widens ? zoomFor({ box, touches }, photo, target) : 1;
  const window = cropWindow(photo, target, { x: 0, y: 0, zoom });
  const place = (dish: readonly [number, number], sides: readonly [number, number], edges: Edge[]) => {
    const [start, length] = dish;
    const [side, part] = sides;
    const spare = side - part;
    if (spare === 0) return 0.5;
    const begin = (start + length / 2) * side - part / 2;
    if (spare > 0) return Math.min(Math.max(begin, 0), spare) / spare;
    const touched = edges.findIndex((edge) => touches.includes(edge));
    return touched === -1 ? Math.max(Math.min(begin, 0), spare) / spare : touched;
  };
  return {
    x: place([box.left, box.width], [photo.width, window.width], ['left', 'right']),
    y: place([box.top, box.height], [photo.height, window.height], ['top', 'bottom']),
    ...(zoom < 1 && { zoom }),
  };
}

/** The zoom at which the part contains the whole dish with room around it; 1 if it does so at 1, or if it cannot. */
export function zoomFor({ box, touches }: DishPlace, photo: Size, target: Size): number {
  const largest = cropWindow(photo, target, centred);
  const isCrossed = (edges: Edge[]) => edges.every((edge) => touches.includes(edge));
  if (isCrossed(largest.width < photo.width ? ['top', 'bottom'] : ['left', 'right'])) return 1;
  const dish = { width: box.width * photo.width, height: box.height * photo.height };
  // One pixel of tolerance for rounding.
  if (dish.width <= largest.width + 1 && dish.height <= largest.height + 1) return 1;
  const around = 2 * room * Math.max(dish.width, dish.height);
  const wanted = Math.max(
    Math.min(photo.width, dish.width + around) / largest.width,
    Math.min(photo.height, dish.height + around) / largest.height,
  );
  // Rounded down, so that rounding never cuts the dish.
  return Math.floor(1000 / wanted) / 1000;
}
