import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { isPhotoName } from '#web/lib/photo-file.ts';
import { words } from './words.ts';

/** The files of an archive, and a sentence for each reason why some are missing. */
export interface Unpacked {
  readonly files: readonly File[];
  readonly notes: readonly string[];
}

/**
 * Limits of an archive: number of entries, and unpacked bytes as counted while unpacking, whatever the archive claims.
 */
const zipLimits = { entries: 5_000, photoBytes: 60_000_000, allBytes: 1_000_000_000 };

/**
 * Unpacks the photos of a ZIP. Folders in names are dropped; unpacking stops at the limits. Never throws: an unreadable
 * archive results in no files and a note.
 */
export async function unpackZip(zip: Blob, limits = zipLimits): Promise<Unpacked> {
  // The site's content security policy forbids workers made from text. The browser decompresses off the main thread
  // anyway.
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new BlobReader(zip), {
    // Names are never used as paths: only their last part is used.
    filenameValidation: 'tolerant',
  });
  const entries: { readonly entry: FileEntry; readonly name: string }[] = [];
  const notes = new Set<string>();
  try {
    let looked = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      looked += 1;
      if (looked > limits.entries) return { files: [], notes: [words.zipTooMany] };
      const name = entry.filename.split(/[/\\]/).at(-1) ?? '';
      const isForeign = entry.filename.startsWith('__MACOSX/');
      if (!entry.directory && !isForeign && isPhotoName(name)) entries.push({ entry, name });
    }
  } catch {
    return { files: [], notes: [words.zipUnreadable] };
  }
  if (entries.length === 0) return { files: [], notes: [words.zipEmpty] };
  const files: File[] = [];
  let left = limits.allBytes;
  const broken: string[] = [];
  const large: string[] = [];
  const over: string[] = [];
  for (const { entry, name } of entries) {
    if (files.length >= maxDishes) {
      over.push(name);
      continue;
    }
    if (entry.encrypted) {
      notes.add(words.zipLocked);
      continue;
    }
    const limit = Math.min(limits.photoBytes, left);
    try {
      const chunks = await unpack(entry, limit);
      if (chunks === undefined) {
        large.push(name);
        left -= limit;
        continue;
      }
      const file = new File(chunks, name);
      left -= file.size;
      files.push(file);
    } catch {
      broken.push(name);
    }
  }
  await reader.close();
  if (over.length > 0) notes.add(words.tooMany(over));
  if (large.length > 0) notes.add(words.zipTooLarge(large));
  if (broken.length > 0) notes.add(words.zipBroken(broken));
  return { files, notes: [...notes] };
}

/**
 * The bytes of an entry; undefined as soon as there are more than `limit`.
 * @throws for a damaged entry
 */
async function unpack(entry: FileEntry, limit: number): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const tooLarge = new AbortController();
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      if (size > limit) {
        tooLarge.abort();
        throw new RangeError('The entry is too large');
      }
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(writable, { signal: tooLarge.signal, checkSignature: true });
  } catch (error) {
    if (size > limit) return undefined;
    throw error;
  }
  return chunks;
}
