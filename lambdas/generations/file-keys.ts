import type { StoredGeneration } from './generation.ts';

type Owner = Pick<StoredGeneration, 'id' | 'userId' | 'mediaNames'>;

/**
 * Keys of every file that a generation can have. They follow from the record alone, so that a run after a crash
 * overwrites what the crashed one wrote, and deleting needs no list.
 */
export function originalKeys({ userId, id }: Owner, variation: number) {
  const prefix = `generations/${userId}/${id}/${variation}`;
  return {
    delivered: `${prefix}.jpg`,
    large: `${prefix}-large.jpg`,
    watermarkedDelivered: `${prefix}-watermarked.jpg`,
    watermarkedLarge: `${prefix}-large-watermarked.jpg`,
    base: `${prefix}-base.jpg`,
  };
}

/** Keys of the public files; each is also the path on the site. */
export function mediaKeys({ mediaNames }: Owner, variation: number) {
  const name = mediaNames.variations[variation];
  if (name === undefined) throw new RangeError(`There is no variation ${variation}`);
  const prefix = `media/${mediaNames.folder}/${name}`;
  return { preview: `${prefix}.jpg`, thumbnail: `${prefix}.webp`, dishMask: `${prefix}-dish.webp` };
}

export function originalPreviewKey({ mediaNames }: Owner): string {
  return `media/${mediaNames.folder}/${mediaNames.original}.jpg`;
}

/** Paths at which the generation's files can be seen so far; the others have no copy at the edge. */
export function shownPaths({
  original,
  variations,
  ...generation
}: Owner & Pick<StoredGeneration, 'original' | 'variations'>): string[] {
  const keys = variations.flatMap(({ index, preview, thumbnail, hasDishMask }) => [
    preview,
    thumbnail,
    ...(hasDishMask ? [mediaKeys(generation, index).dishMask] : []),
  ]);
  return [...(original === null ? [] : [original]), ...keys].map((key) => `/${key}`);
}

/**
 * The picture of a share page: a copy with a name of its own, which is removed with the page. The edge never keeps it
 * (lib/website.ts), so that it is gone at once.
 */
export function sharePictureKey(shareId: string): string {
  return `media/shares/${shareId}.jpg`;
}

/** All keys that may exist for a generation, by bucket. */
export function allKeys(generation: Owner & Pick<StoredGeneration, 'shares'>): {
  originals: string[];
  media: string[];
} {
  const indices = generation.mediaNames.variations.map((_, index) => index);
  return {
    originals: indices.flatMap((index) => Object.values(originalKeys(generation, index))),
    media: [
      originalPreviewKey(generation),
      ...indices.flatMap((index) => Object.values(mediaKeys(generation, index))),
      ...Object.values(generation.shares).map(sharePictureKey),
    ],
  };
}
