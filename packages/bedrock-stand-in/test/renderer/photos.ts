import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Photos of dishes in `test/photos`. `-before` is a snapshot of the same dish in poor light. */
export const dishes = ['burger', 'fries', 'pizza', 'salad', 'smoothie', 'wings'] as const;

type Dish = (typeof dishes)[number];

/** Photographs; the others are renders. */
export const photographs = ['coffee-cc0', 'fruits-opencv'] as const;

export type PhotoName = Dish | `${Dish}-before` | (typeof photographs)[number];

/** The file of a photo; renders have 512 by 512 pixels. */
export function photo(name: PhotoName): Promise<Buffer> {
  return readFile(new URL(`../photos/${name}.jpg`, import.meta.url));
}

/** A copy of a photo, stretched to this size. */
export async function resizedPhoto(name: PhotoName, width: number, height: number): Promise<Buffer> {
  return sharp(await photo(name))
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 95 })
    .toBuffer();
}
