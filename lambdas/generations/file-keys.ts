import type { StoredGeneration } from './generation.ts';

const wideEnd = '-wide.jpg';

type Owner = Pick<StoredGeneration, 'id' | 'userId' | 'mediaNames'>;

/** Prefix of the keys of everything that a user generated, in the bucket for originals. */
export function generationFolder(userId: string): string {
  return `generations/${userId}/`;
}

/**
 * Keys of every file that a generation can have. They follow from the record alone, so a run after a crash overwrites
 * the files of the crashed run, and deleting needs no listing.
 */
export function originalKeys({ userId, id }: Owner, variation: number, version?: string) {
  const first = `${generationFolder(userId)}${id}/${variation}`;
  const prefix = withVersion(first, version);
  return {
    delivered: `${prefix}.jpg`,
    large: `${prefix}-large.jpg`,
    watermarkedDelivered: `${prefix}-watermarked.jpg`,
    watermarkedLarge: `${prefix}-large-watermarked.jpg`,
    base: `${first}-base.jpg`,
    /** The picture without words, continued beyond its edges for platforms whose shape would cut the dish. */
    wide: `${first}${wideEnd}`,
  };
}

/** Whether a key belongs to a picture that was continued beyond its edges. */
export function isContinued(key: string): boolean {
  return key.endsWith(wideEnd);
}

/** The copy of a full file that is signed when it is first downloaded; removed with it. */
export function signedKey(key: string): string {
  return key.replace(/\.jpg$/, '-signed.jpg');
}

/** The edge and browsers cache files, so a change of the words makes files with other names. */
function withVersion(prefix: string, version: string | undefined): string {
  return version === undefined ? prefix : `${prefix}-${version}`;
}

/** Keys of the public files; each is also the path on the site. */
export function mediaKeys({ mediaNames }: Owner, variation: number, version?: string) {
  const name = mediaNames.variations[variation];
  if (name === undefined) throw new RangeError(`There is no variation ${variation}`);
  const first = `media/${mediaNames.folder}/${name}`;
  const prefix = withVersion(first, version);
  return {
    preview: `${prefix}.jpg`,
    thumbnail: `${prefix}.webp`,
    dishMask: `${first}-dish.webp`,
    basePreview: `${first}-base.jpg`,
  };
}

export function originalPreviewKey({ mediaNames }: Owner): string {
  return `media/${mediaNames.folder}/${mediaNames.original}.jpg`;
}

/** Paths at which the generation's files have been public so far. Others have no copy at the edge. */
export function shownPaths({
  original,
  variations,
  ...generation
}: Owner & Pick<StoredGeneration, 'original' | 'variations'>): string[] {
  const keys = variations.flatMap(({ index, preview, thumbnail, basePreview, hasDishMask }) => [
    preview,
    thumbnail,
    ...(basePreview === undefined ? [] : [basePreview]),
    ...(hasDishMask ? [mediaKeys(generation, index).dishMask] : []),
  ]);
  return [...(original === null ? [] : [original]), ...keys].map((key) => `/${key}`);
}

/**
 * The picture of a share page: a copy with a name of its own, which is removed with the page. The edge never caches it
 * (lib/website.ts), so it is gone at once.
 */
export function sharePictureKey(shareId: string): string {
  return `media/shares/${shareId}.jpg`;
}

/** All keys that may exist for a generation, by bucket. */
export function allKeys(
  generation: Owner & Pick<StoredGeneration, 'shares' | 'filesVersion' | 'words'>,
): FileKeys {
  const { filesVersion, words, shares } = generation;
  const versions = new Set([undefined, filesVersion, words?.version]);
  const files = [...versions].map((version) => keysOfVersion(generation, version));
  return {
    originals: [...new Set(files.flatMap(({ originals }) => originals))],
    media: [
      originalPreviewKey(generation),
      ...new Set(files.flatMap(({ media }) => media)),
      ...Object.values(shares).map(sharePictureKey),
    ],
  };
}

interface FileKeys {
  readonly originals: string[];
  readonly media: string[];
}

/** The keys that only this version of the words has. */
export function keysOfWords(generation: Owner, version: string | undefined): FileKeys {
  const indices = [...generation.mediaNames.variations.keys()];
  return {
    originals: indices.flatMap((index) => {
      const { base: _base, wide: _wide, ...keys } = originalKeys(generation, index, version);
      return withSignedCopies(Object.values(keys));
    }),
    media: indices.flatMap((index) => {
      const { preview, thumbnail } = mediaKeys(generation, index, version);
      return [preview, thumbnail];
    }),
  };
}

function keysOfVersion(generation: Owner, version: string | undefined): FileKeys {
  const indices = [...generation.mediaNames.variations.keys()];
  return {
    originals: indices.flatMap((index) =>
      withSignedCopies(Object.values(originalKeys(generation, index, version))),
    ),
    media: indices.flatMap((index) => Object.values(mediaKeys(generation, index, version))),
  };
}

function withSignedCopies(keys: readonly string[]): string[] {
  return keys.flatMap((key) => [key, signedKey(key)]);
}
