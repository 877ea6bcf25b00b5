import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { generationKey } from '#lambdas/generations/generation-key.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';

/**
 * Stores a JPEG made from an ended generation in the bucket for originals. If the generation is deleted at the same
 * time, the reconciler deletes the file.
 */
export async function keepFile(
  { userId, id }: StoredGeneration,
  key: string,
  body: Buffer,
  metadata?: Readonly<Record<string, string>>,
): Promise<void> {
  const { entry, cancellation } = writeCancellableEntry({
    originals: [key],
    media: [],
    paths: [],
    owner: generationKey(userId, id),
  });
  await writeAlone(entry);
  await writeFile(readVariable('ORIGINALS_BUCKET'), { key, body, type: 'image/jpeg', metadata });
  // A deletion that starts after this read deletes the file itself.
  if (await readGeneration(userId, id)) await transact([cancellation]);
}
