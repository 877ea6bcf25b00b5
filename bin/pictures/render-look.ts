import { readFile } from 'node:fs/promises';
import type { RenderPool } from 'bedrock-stand-in/renderer';
import { edit } from '#lambdas/pictures/picture.ts';
import { callRenderer, drawProductLook, preparePhoto, productLook } from './product-pipeline.ts';

/** A look on a photo. */
export interface Look {
  /** Name of a file in web/public/samples, or address of a photo. */
  readonly dish: string | URL;
  /** Id of a look that the product offers; undefined for the unchanged photo. */
  readonly look?: string;
}

const size = { width: 1024, height: 1024 };

/**
 * The product's picture of a photo, drawn by the renderer of the Bedrock stand-in. The same look always gives the same
 * picture.
 */
export async function renderLook({ dish, look }: Look, pool: RenderPool): Promise<Buffer> {
  const photo = await readFile(
    typeof dish === 'string' ? new URL(`../../web/public/samples/${dish}.jpg`, import.meta.url) : dish,
  );
  if (!look) return photo;
  const call = callRenderer(pool);
  const { picture } = await drawProductLook(await preparePhoto(photo, size, call), productLook(look), call);
  return edit(picture).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
}
