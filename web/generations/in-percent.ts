import type { Size } from '#shared/domain/formats.ts';
import type { Rectangle } from '#shared/domain/overlay-layout.ts';

/** Position of a rectangle of a picture in an element of the same shape, as CSS. */
export function inPercent({ left, top, width, height }: Rectangle, size: Size) {
  return {
    left: `${(left / size.width) * 100}%`,
    top: `${(top / size.height) * 100}%`,
    width: `${(width / size.width) * 100}%`,
    height: `${(height / size.height) * 100}%`,
  };
}
