import type { uploadTypes } from '#shared/domain/limits.ts';

interface PhotoKind {
  readonly name: string;
  /** As the API takes it; undefined for one that is sent as a JPEG. */
  readonly type: (typeof uploadTypes)[number] | undefined;
  /** The first twelve bytes of its files. */
  readonly start: RegExp;
}

/** The kinds of photos that people can choose. */
export const photoKinds: readonly PhotoKind[] = [
  { name: 'JPG', type: 'image/jpeg', start: /^\xff\xd8\xff/ },
  { name: 'PNG', type: 'image/png', start: /^\x89PNG\r\n.\n/s },
  { name: 'WebP', type: 'image/webp', start: /^RIFF....WEBP$/s },
  { name: 'AVIF', type: undefined, start: /^....ftypavi[fs]$/s },
];

/**
 * The kind of a photo by its first bytes; undefined for any other file. A browser guesses the type of a file from its
 * name, and many pictures called .jpg are WebP, AVIF or HEIC.
 */
export async function photoKindOf(file: Blob): Promise<PhotoKind | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  return photoKinds.find((kind) => kind.start.test(start));
}

/** The type of a picture that the API takes as it is; undefined for any other. */
export async function imageTypeOf(file: Blob): Promise<PhotoKind['type']> {
  return (await photoKindOf(file))?.type;
}
