import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import type { Duty } from './duty.ts';
import { listDueEntries, type OutboxEntry, removeEntry } from './outbox-store.ts';

/** Deletes the files of outbox entries that are due, and invalidates their copies at the edge. */
export const processOutbox: Duty<OutboxEntry> = {
  name: 'outbox',
  list: () => listDueEntries(new Date()),
  handle: processEntry,
  describe: ({ id }) => ({ entryId: id }),
};

async function processEntry(entry: OutboxEntry): Promise<void> {
  const { ORIGINALS_BUCKET, MEDIA_BUCKET, DISTRIBUTION_ID } = readEnvironment('reconciler');
  await removeFiles(ORIGINALS_BUCKET, entry.originals);
  await removeFiles(MEDIA_BUCKET, entry.media);
  if (entry.paths.length > 0) {
    await new CloudFrontClient({}).send(
      new CreateInvalidationCommand({
        DistributionId: DISTRIBUTION_ID,
        InvalidationBatch: {
          CallerReference: entry.id,
          Paths: { Quantity: entry.paths.length, Items: entry.paths },
        },
      }),
    );
  }
  await removeEntry(entry);
}
