import { measureFile } from '#lambdas/pictures/file-facts.ts';
import { decode, type Picture } from '#lambdas/pictures/picture.ts';
import type { Provenance } from '#lambdas/pictures/provenance.ts';
import { dishMaskFile, fullFile, previewFile, thumbnailFile } from '#lambdas/pictures/renditions.ts';
import { withOverlay } from '#lambdas/pictures/typeset-overlay.ts';
import { withWatermark } from '#lambdas/pictures/watermark.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile } from '#lambdas/runtime/file-storage.ts';
import type { Fidelity } from '#shared/api/generations.ts';
import type { Size } from '#shared/domain/formats.ts';
import { isOverlayEmpty, type Overlay } from '#shared/domain/overlay.ts';
import { acceptedAlternative, platformById } from '#shared/domain/platforms.ts';
import { mediaKeys, originalKeys, originalPreviewKey } from './file-keys.ts';
import {
  isWatermarked,
  type StoredFile,
  type StoredGeneration,
  type StoredVariation,
  type VariationFiles,
  type WordsChange,
} from './generation.ts';
import { provenanceOf } from './making-of.ts';
import { overlayOf } from './overlay-of.ts';
import { withLogo } from './with-logo.ts';

/** One day: long enough for a gallery, short enough that a deleted image leaves browser caches. */
const mediaCache = 'public, max-age=86400';

interface Result {
  readonly index: number;
  /** At the size in which it was drawn. */
  readonly picture: Picture;
  /**
   * Null for the photo as it was, which gets no text; an AI mark and a watermark only if it is a picture of ours that
   * needs them.
   */
  readonly drawn: {
    readonly adapter: string;
    /** How far its dish differs from the photo that it was drawn from; null if that was not measured. */
    readonly fidelity: Fidelity | null;
    /** Mask of the dish, at the picture's size; undefined if it was not cut out. */
    readonly mask: Buffer | undefined;
  } | null;
}

/** Makes and writes all files of one variation, and returns its record. */
export async function storeVariation(generation: StoredGeneration, result: Result): Promise<StoredVariation> {
  const { index, picture, drawn } = result;
  const { adapter, fidelity } = drawn ?? { adapter: null, fidelity: null };
  const provenance = provenanceOf(generation, { adapter, fidelity });
  const wanted = drawn ? overlayOf(generation) : undefined;
  const { overlay, logo } = wanted ? await withLogo(generation.userId, wanted) : {};
  const hasWatermark = isWatermarked({ ...generation, fallback: drawn === null });
  const media = mediaKeys(generation, index);
  const keys = originalKeys(generation, index);
  const files: Promise<NewFile>[] = [];
  const base = overlay && { key: keys.base, ...sizeOf(picture) };
  const shownBase = base && hasWatermark ? await withWatermark(picture) : picture;
  const record = await makeRenditions(files, generation, {
    index,
    picture,
    overlay,
    logo,
    provenance,
    hasWatermark,
  });
  if (base) {
    files.push(
      original(base.key, fullFile(picture, base, provenance)),
      mediaFile(media.basePreview, previewFile(shownBase, provenance)),
    );
  }
  if (drawn?.mask) files.push(mediaFile(media.dishMask, dishMaskFile(drawn.mask, picture), 'image/webp'));
  const made = await writeAll(files);
  return {
    ...record,
    ...(base && { base, basePreview: media.basePreview }),
    ...(generation.menu && { measures: await measureAccepted(made, record.clean, result) }),
    adapter,
    fidelity: provenance?.fidelity ?? null,
    hasDishMask: Boolean(drawn?.mask),
  };
}

/**
 * Measures the file that the platform accepts, for its check. The dish's place is known only if the file has the
 * picture's aspect ratio.
 */
async function measureAccepted(
  made: readonly NewFile[],
  { large, delivered }: VariationFiles,
  { picture, drawn }: Result,
): Promise<NonNullable<StoredVariation['measures']>> {
  const accepted = large ?? delivered;
  const file = made.find(({ key }) => key === accepted.key);
  if (!file) throw new Error('The file of the platform was not made');
  const isSameShape = Math.abs(accepted.width / accepted.height - picture.width / picture.height) < 0.01;
  const mask = drawn?.mask && isSameShape ? { ...sizeOf(picture), data: drawn.mask } : undefined;
  const { seen: _seen, ...measures } = await measureFile(file.body, mask);
  return measures;
}

/** The file of the picture without words is gone. */
export class MissingBaseError extends Error {
  override readonly name = 'MissingBaseError';
}

/**
 * Makes and writes the files of a variation with other words, and returns its record. The present files do not change.
 * Without words, the base itself is the full file of its size.
 * @throws MissingBaseError
 */
export async function storeWords(
  generation: StoredGeneration,
  variation: StoredVariation,
  { overlay, logo, version }: Pick<WordsChange, 'version'> & Awaited<ReturnType<typeof withLogo>>,
): Promise<StoredVariation> {
  const { clean, preview } = variation;
  // A picture that had no words is its own base.
  const { base = clean.large ?? clean.delivered, basePreview = preview } = variation;
  const file = await readFile(readVariable('ORIGINALS_BUCKET'), base.key);
  if (!file) throw new MissingBaseError(`Variation ${variation.index} has no picture without words`);
  const files: Promise<NewFile>[] = [];
  const record = await makeRenditions(files, generation, {
    index: variation.index,
    picture: await decode(file.body),
    overlay: isOverlayEmpty(overlay) ? undefined : overlay,
    logo,
    provenance: provenanceOf(generation, variation),
    hasWatermark: variation.watermarked !== undefined,
    version,
    encoded: file.body,
  });
  await writeAll(files);
  const { watermarked: _former, ...rest } = variation;
  return { ...rest, ...record, base, basePreview };
}

interface Drawing {
  readonly index: number;
  /** Without words, at the size in which it was drawn. */
  readonly picture: Picture;
  readonly overlay: Overlay | undefined;
  readonly logo: Buffer | undefined;
  readonly provenance: Provenance | undefined;
  readonly hasWatermark: boolean;
  /** The change of the words for which these files are made. */
  readonly version?: string;
  /** The picture as a file, if there is one already. */
  readonly encoded?: Buffer;
}

/** Starts to make the files that show the words. They are added to `files`, which `writeAll` writes. */
async function makeRenditions(
  files: Promise<NewFile>[],
  generation: StoredGeneration,
  { index, picture, overlay, logo, provenance, hasWatermark, version, encoded }: Drawing,
) {
  const clean = overlay ? await withOverlay(picture, overlay, logo) : picture;
  const marked = hasWatermark ? await withWatermark(clean) : undefined;
  const shown = marked ?? clean;
  const media = mediaKeys(generation, index, version);
  const keys = originalKeys(generation, index, version);

  const make = (key: string, from: Picture, size: Size, maxBytes?: number): StoredFile => {
    const isEncoded = from === picture && size.width === picture.width && size.height === picture.height;
    const body = isEncoded && encoded ? Promise.resolve(encoded) : fullFile(from, size, provenance, maxBytes);
    files.push(original(key, body));
    return { key, ...sizeOf(size) };
  };
  const platform = generation.menu ? platformById(generation.menu.platform) : undefined;
  const maxBytes = platform?.maxBytes ?? undefined;
  const large = largeSize(generation, picture);
  const makeBoth = (from: Picture, delivered: string, larger: string): VariationFiles => ({
    delivered: make(delivered, from, generation, maxBytes),
    ...(large && { large: make(larger, from, large, maxBytes) }),
  });
  files.push(
    mediaFile(media.preview, previewFile(shown, provenance)),
    mediaFile(media.thumbnail, thumbnailFile(shown, provenance), 'image/webp'),
  );
  return {
    index,
    preview: media.preview,
    thumbnail: media.thumbnail,
    width: generation.width,
    height: generation.height,
    clean: makeBoth(clean, keys.delivered, keys.large),
    ...(marked && { watermarked: makeBoth(marked, keys.watermarkedDelivered, keys.watermarkedLarge) }),
  };
}

/** Writes the photo for the before/after slider, with the marks that it needs, and returns its key. */
export async function storeOriginalPreview(generation: StoredGeneration, photo: Picture): Promise<string> {
  const key = originalPreviewKey(generation);
  const provenance = provenanceOf(generation, { adapter: null, fidelity: null });
  const shown = isWatermarked({ ...generation, fallback: true }) ? await withWatermark(photo) : photo;
  await writeAll([mediaFile(key, previewFile(shown, provenance))]);
  return key;
}

/**
 * The size of the second file, if there is one: the size in which it was drawn (readings 17), or one that the platform
 * accepts (18).
 */
function largeSize(generation: StoredGeneration, picture: Picture): Size | undefined {
  const platform = generation.menu && platformById(generation.menu.platform);
  if (platform && generation.menu) return acceptedAlternative(platform.id, generation.menu.imageType);
  return picture.width > generation.width ? sizeOf(picture) : undefined;
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

interface NewFile {
  readonly bucket: 'ORIGINALS_BUCKET' | 'MEDIA_BUCKET';
  readonly key: string;
  readonly body: Buffer;
  readonly type: string;
}

async function original(key: string, body: Promise<Buffer>): Promise<NewFile> {
  return { bucket: 'ORIGINALS_BUCKET', key, body: await body, type: 'image/jpeg' };
}

async function mediaFile(key: string, body: Promise<Buffer>, type = 'image/jpeg'): Promise<NewFile> {
  return { bucket: 'MEDIA_BUCKET', key, body: await body, type };
}

/**
 * Writes files after all are made: if a write failed while another file is still being made, nothing would await that
 * file, and an unhandled rejection would end the process.
 */
async function writeAll(files: readonly Promise<NewFile>[]): Promise<NewFile[]> {
  const made = await Promise.all(files);
  await Promise.all(
    made.map(({ bucket, ...file }) =>
      writeFile(readVariable(bucket), {
        ...file,
        ...(bucket === 'MEDIA_BUCKET' && { cacheControl: mediaCache }),
      }),
    ),
  );
  return made;
}
