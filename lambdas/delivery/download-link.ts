import type { StoredFile } from '#lambdas/generations/generation.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignGet } from '#lambdas/runtime/presigned-links.ts';
import { brand } from '#shared/brand.ts';

/** How long a download link is valid, in seconds. */
export const downloadLifetime = 5 * 60;

/** A link that downloads a file of the originals bucket under this name; valid for `downloadLifetime`. */
export async function linkTo(
  file: Pick<StoredFile, 'key'>,
  fileName: string,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  const link = await presignGet(readVariable('ORIGINALS_BUCKET'), file.key, {
    fileName,
    contentType: 'image/jpeg',
    lifetime: downloadLifetime,
  });
  return { ...link, fileName };
}

/**
 * Maximum length in bytes of a file's name before its numbers, so that the whole name stays below the 255 bytes of most
 * file systems.
 */
const longestName = 200;

/**
 * The file name of a download, such as `platepost-classic-burger-square-feed-1-1080x1080.jpg`: letters and digits of
 * any script, Latin letters without accents, which every file system accepts.
 */
export function nameOf(
  productName: string,
  templateName: string,
  index: number,
  { width, height }: Pick<StoredFile, 'width' | 'height'>,
): string {
  const plain = [brand.name, productName, templateName]
    .join(' ')
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  let short = '';
  for (const letter of plain) {
    if (Buffer.byteLength(short + letter) > longestName) break;
    short += letter;
  }
  return `${short.replace(/-$/, '')}-${index + 1}-${width}x${height}.jpg`;
}
