import type { uploadTypes } from '#shared/domain/limits.ts';

interface PhotoKind {
  readonly name: string;
  /** The type for the API; undefined for a kind that is sent as a JPEG. */
  readonly type: (typeof uploadTypes)[number] | undefined;
  /** Pattern of the first twelve bytes of its files. */
  readonly start: RegExp;
}

/** The kinds of photos that users can choose. */
export const photoKinds: readonly PhotoKind[] = [
  { name: 'JPG', type: 'image/jpeg', start: /^\xff\xd8\xff/ },
  { name: 'PNG', type: 'image/png', start: /^\x89PNG\r\n.\n/s },
  { name: 'WebP', type: 'image/webp', start: /^RIFF....WEBP$/s },
  { name: 'AVIF', type: undefined, start: /^....ftypavi[fs]$/s },
];

/**
 * The kind of a photo, from its first bytes; undefined for any other file. A browser guesses the type of a file from
 * its name, and many pictures called .jpg are WebP, AVIF or HEIC.
 */
export async function photoKindOf(file: Blob): Promise<PhotoKind | undefined> {
  const start = await startOf(file);
  return photoKinds.find((kind) => kind.start.test(start));
}

/** The first twelve bytes of a file, as characters. */
async function startOf(file: Blob): Promise<string> {
  return String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
}

/** Whether a file is an iPhone's photo, which most browsers cannot read. */
export async function isHeic(file: Blob): Promise<boolean> {
  return /^....ftyp(hei[cxms]|hev[cx]|mif1|msf1)$/s.test(await startOf(file));
}

/** The type of a picture that the API accepts as it is; undefined for any other. */
export async function imageTypeOf(file: Blob): Promise<PhotoKind['type']> {
  return (await photoKindOf(file))?.type;
}
