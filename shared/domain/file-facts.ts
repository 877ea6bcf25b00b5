import type { DishPlace } from './dish-place.ts';
import type { Size } from './formats.ts';
import type { PhotoFormat } from './platforms.ts';

/** Measured facts of a file. Sides are those of the upright picture. */
export interface FileFacts extends Size {
  readonly format: PhotoFormat;
  readonly bytes: number;
  /** The dish's bounding box and touched edges, from its mask; null if no mask is known. */
  readonly dish: DishPlace | null;
  /** See `PhotoMeasures`. */
  readonly sharpness: number;
  /** See `PhotoMeasures`. */
  readonly highlights: number;
  readonly blackAndWhite: boolean;
  /** What a vision model saw in it; null if none was asked. */
  readonly seen: {
    readonly people: boolean;
    /** Writing, logos or a watermark. */
    readonly writing: boolean;
    readonly severalDishes: boolean;
    /** Several photos were put together into one. */
    readonly collage: boolean;
    /** Food leaves the frame. */
    readonly cutOff: boolean;
  } | null;
}
