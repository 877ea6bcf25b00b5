import { readEnvironment } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { putInvalidation } from './invalidation-store.ts';
import type { Job } from './job.ts';
import { areOwned, listDueEntries, type OutboxEntry, removeEntry } from './outbox-store.ts';

/** Deletes the files of outbox entries that are due, and adds their paths to the invalidations. */
export const processOutbox: Job<OutboxEntry> = {
  name: 'outbox',
  list: () => listDueEntries(new Date()),
  handle: processEntry,
  describe: ({ id }) => ({ entryId: id }),
  // The deletion of a large account leaves thousands; what others delete meanwhile must leave the edge soon, too.
  atOnce: 10,
  beginsWithin: 30_000,
};

async function processEntry(entry: OutboxEntry): Promise<void> {
  if (await areOwned(entry)) return removeEntry(entry);
  const { ORIGINALS_BUCKET, MEDIA_BUCKET } = readEnvironment('reconciler');
  await removeFiles(ORIGINALS_BUCKET, entry.originals);
  await removeFiles(MEDIA_BUCKET, entry.media);
  if (entry.paths.length > 0) await putInvalidation(entry);
  await removeEntry(entry);
}
