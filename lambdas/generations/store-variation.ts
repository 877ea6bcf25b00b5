import type { Picture } from '#lambdas/pictures/picture.ts';
import type { Provenance } from '#lambdas/pictures/provenance.ts';
import {
  dishMaskFile,
  fullFile,
  previewFile,
  thumbnailFile,
  withWatermark,
} from '#lambdas/pictures/renditions.ts';
import { withPromoText } from '#lambdas/pictures/typeset-promo.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import type { Size } from '#shared/domain/formats.ts';
import { acceptedAlternative, platformById } from '#shared/domain/platforms.ts';
import { mediaKeys, originalKeys, originalPreviewKey } from './file-keys.ts';
import type { StoredFile, StoredGeneration, StoredVariation, VariationFiles } from './generation.ts';

/** A day: long enough for a gallery, short enough that a deleted image leaves the browsers. */
const mediaCache = 'public, max-age=86400';

interface Result {
  readonly index: number;
  /** At the render size. */
  readonly picture: Picture;
  /** Null for the customer's own photo, which gets no text, no watermark and no AI mark. */
  readonly drawn: {
    readonly adapter: string;
    readonly provenance: Provenance;
    /** Where the dish is, at the picture's size; undefined where it was not cut out. */
    readonly mask: Buffer | undefined;
  } | null;
}

/** Makes and writes all files of one variation, and returns its record. */
export async function storeVariation(generation: StoredGeneration, result: Result): Promise<StoredVariation> {
  const { index, drawn } = result;
  const provenance = drawn?.provenance;
  const promo = drawn ? promoOf(generation) : undefined;
  const clean = promo ? await withPromoText(result.picture, promo) : result.picture;
  const marked = drawn && generation.watermark ? await withWatermark(clean) : undefined;
  const shown = marked ?? clean;
  const media = mediaKeys(generation, index);
  const keys = originalKeys(generation, index);

  const full: Promise<FullFile>[] = [];
  const make = (key: string, from: Picture, size: Size, maxBytes?: number): StoredFile => {
    const file = { key, width: size.width, height: size.height };
    full.push(fullFile(from, file, provenance, maxBytes).then((body) => ({ ...file, body })));
    return file;
  };
  const platform = generation.menu ? platformById(generation.menu.platform) : undefined;
  const maxBytes = platform?.maxBytes ?? undefined;
  const large = largeSize(generation, result.picture);
  const makeBoth = (from: Picture, delivered: string, larger: string): VariationFiles => ({
    delivered: make(delivered, from, generation, maxBytes),
    ...(large && { large: make(larger, from, large, maxBytes) }),
  });
  const record: StoredVariation = {
    index,
    preview: media.preview,
    thumbnail: media.thumbnail,
    width: generation.width,
    height: generation.height,
    clean: makeBoth(clean, keys.delivered, keys.large),
    ...(marked && {
      watermarked: makeBoth(marked, keys.watermarkedDelivered, keys.watermarkedLarge),
    }),
    ...(promo && { base: make(keys.base, result.picture, result.picture) }),
    adapter: drawn?.adapter ?? null,
    fidelity: provenance?.fidelity ?? null,
    hasDishMask: Boolean(drawn?.mask),
  };
  const [dishMask, preview, thumbnail, ...made] = await Promise.all([
    drawn?.mask && dishMaskFile(drawn.mask, result.picture),
    previewFile(shown, provenance),
    thumbnailFile(shown, provenance),
    ...full,
  ]);
  // All files are made before the first is written: nothing would await a write that fails while
  // another file is made, and an unhandled rejection ends the process.
  await Promise.all([
    ...made.map(({ key, body }) => writeOriginal(key, body)),
    writeMedia(media.preview, preview, 'image/jpeg'),
    writeMedia(media.thumbnail, thumbnail, 'image/webp'),
    dishMask && writeMedia(media.dishMask, dishMask, 'image/webp'),
  ]);
  return record;
}

/** Writes the photo for the before/after slider, and returns its key. */
export async function storeOriginalPreview(generation: StoredGeneration, photo: Picture): Promise<string> {
  const key = originalPreviewKey(generation);
  await writeMedia(key, await previewFile(photo, undefined), 'image/jpeg');
  return key;
}

interface FullFile extends StoredFile {
  readonly body: Buffer;
}

/** The size of the second file, where there is one: the render size (readings 17), or one the platform accepts (18). */
function largeSize(generation: StoredGeneration, picture: Picture): Size | undefined {
  const platform = generation.menu && platformById(generation.menu.platform);
  if (platform && generation.menu) return acceptedAlternative(platform.id, generation.menu.imageType);
  return picture.width > generation.width ? sizeOf(picture) : undefined;
}

function promoOf({ studio }: StoredGeneration) {
  return studio?.promoText ? { text: studio.promoText, position: studio.promoPosition } : undefined;
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

function writeOriginal(key: string, body: Buffer): Promise<void> {
  return writeFile(readVariable('ORIGINALS_BUCKET'), { key, body, type: 'image/jpeg' });
}

function writeMedia(key: string, body: Buffer, type: string): Promise<void> {
  return writeFile(readVariable('MEDIA_BUCKET'), { key, body, type, cacheControl: mediaCache });
}
