import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';

/** Time after which the file of a generation that was deleted meanwhile is removed, in milliseconds; no function runs longer. */
const abandonedAfter = 5 * 60_000;

/**
 * Stores a JPEG that was made of an ended generation, in the bucket for originals. The reconciler removes that of a generation
 * which was deleted at the same time.
 */
export async function keepFile({ userId, id }: StoredGeneration, key: string, body: Buffer): Promise<void> {
  const { entry, cancellation } = writeCancellableEntry(
    { originals: [key], media: [], paths: [] },
    new Date(Date.now() + abandonedAfter),
  );
  await writeAlone(entry);
  await writeFile(readVariable('ORIGINALS_BUCKET'), { key, body, type: 'image/jpeg' });
  // A deletion after this look removes the file itself.
  if (await readGeneration(userId, id)) await transact([cancellation]);
}
