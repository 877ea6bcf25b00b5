import { signedKey } from '#lambdas/generations/file-keys.ts';
import type { StoredFile, StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { signFile, usableCertificates } from '#lambdas/pictures/sign-file.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile, writtenAt } from '#lambdas/runtime/file-storage.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';

/** Time after which a copy of a generation that was deleted meanwhile is removed, in milliseconds; the function has 28 s. */
const abandonedAfter = 5 * 60_000;

/**
 * The key of a signed copy of a file, made by the first download since the present certificates are known. The file's own
 * key where it cannot be signed: a customer's download never fails for that.
 */
export async function signedCopyOf(
  generation: StoredGeneration,
  variation: StoredVariation,
  file: StoredFile,
  title: string,
): Promise<string> {
  const certificates = await usableCertificates();
  if (!certificates) return file.key;
  const bucket = readVariable('ORIGINALS_BUCKET');
  const key = signedKey(file.key);
  const madeAt = await writtenAt(bucket, key);
  if (madeAt && madeAt.getTime() >= certificates.knownAt) return key;
  const original = await readFile(bucket, file.key);
  if (!original) return file.key;
  const marked = variation.watermarked;
  const isWatermarked = file.key === marked?.delivered.key || file.key === marked?.large?.key;
  const making = makingOf(generation, variation, { ...file, isWatermarked }, title);
  const signed = await signFile(original.body, making);
  if (signed === original.body) return file.key;
  await keep(generation, key, signed);
  return key;
}

/** Stores the copy. The reconciler removes that of a generation which was deleted at the same time. */
async function keep({ userId, id }: StoredGeneration, key: string, body: Buffer): Promise<void> {
  const { entry, cancellation } = writeCancellableEntry(
    { originals: [key], media: [], paths: [] },
    new Date(Date.now() + abandonedAfter),
  );
  await writeAlone(entry);
  await writeFile(readVariable('ORIGINALS_BUCKET'), { key, body, type: 'image/jpeg' });
  // A deletion after this look removes the copy itself.
  if (await readGeneration(userId, id)) await transact([cancellation]);
}
