import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Photos of dishes in `test/photos`. `-before` is a snapshot of the same dish in poor light. */
export const dishes = ['burger', 'fries', 'pizza', 'salad', 'smoothie', 'wings'] as const;

type Dish = (typeof dishes)[number];

export type PhotoName = Dish | `${Dish}-before`;

/** The file of a photo, 512 by 512 pixels. */
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
