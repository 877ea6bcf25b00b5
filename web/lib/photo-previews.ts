import { clear, createStore, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { useEffect, useState } from 'react';

/**
 * Previews of photos in drafts. They are in IndexedDB, because they are too large for the draft itself, which is
 * written again with each change. A draft refers to its preview by a short address.
 */

interface Kept {
  readonly userId: string;
  /** A data URL. */
  readonly url: string;
  /** Time of storing, in milliseconds since 1970. */
  readonly at: number;
}

/** Maximum lifetime of a preview in milliseconds: drafts end with their tab, without an event. */
const keepFor = 24 * 60 * 60_000;
const scheme = 'kept-preview:';

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('platepost', 'previews');
  return opened;
}

/** Addresses of previews that were stored or read since this page was loaded. */
const kept = new Set<string>();

/**
 * The address that a draft stores for the preview `url` of `photoId`: a short one as soon as the preview is stored;
 * until then, or if the browser forbids storage, the data URL itself.
 */
export function addressOfPreview(userId: string, photoId: string, url: string): string {
  if (!url.startsWith('data:')) return url;
  if (kept.has(photoId)) return scheme + photoId;
  const preview: Kept = { userId, url, at: Date.now() };
  void keep(photoId, preview);
  return url;
}

async function keep(photoId: string, preview: Kept): Promise<void> {
  try {
    await set(photoId, preview, store());
    kept.add(photoId);
    await removePreviewsOfOthers(preview.userId);
  } catch {
    // The draft contains the data URL itself.
  }
}

/** Removes previews of other users and old ones. */
export async function removePreviewsOfOthers(userId: string): Promise<void> {
  const all = await entries<string, Kept>(store());
  const isOver = ({ userId: of, at }: Kept) => of !== userId || Date.now() - at > keepFor;
  await delMany(
    all.filter(([, preview]) => isOver(preview)).map(([id]) => id),
    store(),
  );
}

/** Removes all previews, after a sign-out. */
export async function removePreviews(): Promise<void> {
  await clear(store());
  // After the deletion, because a preview that was being stored has been stored and deleted by now.
  kept.clear();
}

/** The preview at a stored address; undefined while it is read, null if the browser does not have it. */
export function useStoredPreview(userId: string, address: string | undefined): string | null | undefined {
  const isShort = address?.startsWith(scheme) === true;
  const [read, setRead] = useState<string | null>();
  useEffect(() => {
    if (!isShort) return;
    let isCurrent = true;
    void readPreview(userId, address.slice(scheme.length)).then((url) => {
      if (isCurrent) setRead(url);
    });
    return () => {
      isCurrent = false;
    };
  }, [isShort, userId, address]);
  return isShort ? read : (address ?? null);
}

async function readPreview(userId: string, photoId: string): Promise<string | null> {
  try {
    const preview = await get<Kept>(photoId, store());
    if (preview?.userId !== userId) return null;
    kept.add(photoId);
    return preview.url;
  } catch {
    return null;
  }
}
