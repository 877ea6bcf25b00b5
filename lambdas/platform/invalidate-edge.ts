import { createHash } from 'node:crypto';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  TooManyInvalidationsInProgress,
} from '@aws-sdk/client-cloudfront';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { type Invalidation, listInvalidations, removeInvalidation } from './invalidation-store.ts';
import type { Job } from './job.ts';

/**
 * Paths of one request. CloudFront works on at most 3,000 at a time (developer guide, "Concurrent invalidation request
 * maximum"), so that a full batch is accepted while two others are in progress.
 */
const batchSize = 1000;

/** Invalidates the edge's copies of deleted files, as many as CloudFront accepts at a time. */
export const invalidateEdge: Job<readonly Invalidation[]> = {
  name: 'invalidations',
  list: async () => {
    const batch = firstBatch(await listInvalidations());
    return batch.length > 0 ? [batch] : [];
  },
  handle: invalidate,
  describe: (batch) => ({ entries: String(batch.length) }),
};

function firstBatch(entries: readonly Invalidation[]): Invalidation[] {
  let paths = 0;
  return entries.filter((entry) => {
    paths += entry.paths.length;
    return paths <= batchSize;
  });
}

async function invalidate(batch: readonly Invalidation[]): Promise<void> {
  const paths = [...new Set(batch.flatMap((entry) => entry.paths))];
  try {
    await new CloudFrontClient({}).send(
      new CreateInvalidationCommand({
        DistributionId: readEnvironment('reconciler').DISTRIBUTION_ID,
        InvalidationBatch: {
          // CloudFront recognises a repeated request by this reference.
          CallerReference: createHash('sha256')
            .update(batch.map(({ sk }) => sk).join())
            .digest('hex'),
          Paths: { Quantity: paths.length, Items: paths },
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof TooManyInvalidationsInProgress)) throw error;
    logger.info('CloudFront takes no more paths now; the next run tries again', { paths: paths.length });
    return;
  }
  await Promise.all(batch.map(removeInvalidation));
}
