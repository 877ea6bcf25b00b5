import { blend, type Picture } from '#lambdas/pictures/picture.ts';
import { sharp } from '#lambdas/pictures/sharp.ts';
import type { Dish } from './adapter.ts';

/**
 * Composites the dish's own pixels over other surroundings of the same size. The soft edge hides the seam between the
 * two light situations.
 */
export async function putDishBack(surroundings: Picture, { developed, mask }: Dish): Promise<Picture> {
  const { width, height } = developed;
  const softMask = await sharp(mask.data, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.8, Math.max(width, height) / 1200))
    // Without this, sharp returns three channels after a blur.
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return blend(surroundings, developed, softMask);
}
