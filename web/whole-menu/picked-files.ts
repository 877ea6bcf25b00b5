import { maxDishes } from '#shared/domain/whole-menu.ts';
import { isPhotoFile } from '#web/lib/photo-file.ts';
import { words } from './words.ts';

/** A chosen file with its hash. */
export interface PickedPhoto {
  readonly file: File;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly key: string;
}

/** The result of choosing files. */
export interface Picked {
  readonly photos: readonly PickedPhoto[];
  /** One sentence for each reason why files were left out. */
  readonly notes: readonly string[];
}

/**
 * Selects the files that can become dishes: photos, each once, up to 50 together with the present ones.
 * @param taken Keys of the present photos.
 */
export async function pickPhotos(files: readonly File[], taken: ReadonlySet<string>): Promise<Picked> {
  const others: string[] = [];
  const unreadable: string[] = [];
  const same: string[] = [];
  const over: string[] = [];
  const photos: PickedPhoto[] = [];
  const known = new Set(taken);
  for (const file of files) {
    const isPhoto = isPhotoFile(file);
    if (isPhoto === undefined) continue;
    if (!isPhoto) {
      others.push(file.name);
      continue;
    }
    // A folder may hold thousands of photos, which are read only as far as they are used.
    if (known.size >= maxDishes) {
      over.push(file.name);
      continue;
    }
    const key = await keyOf(file);
    if (key === undefined) unreadable.push(file.name);
    else if (known.has(key)) same.push(file.name);
    else {
      known.add(key);
      photos.push({ file, key });
    }
  }
  const notes = [
    over.length > 0 && words.tooMany(over),
    same.length > 0 && words.samePhotos(same),
    others.length > 0 && words.notPhotos(others),
    unreadable.length > 0 && words.unreadable(unreadable),
    photos.length + same.length + over.length + others.length + unreadable.length === 0 && words.noPhotos,
  ];
  return { photos, notes: notes.filter((note) => note !== false) };
}

/** Undefined if the browser cannot read the file, for example because it was deleted. */
async function keyOf(file: File): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
