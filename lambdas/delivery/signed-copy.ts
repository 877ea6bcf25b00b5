import { signedKey } from '#lambdas/generations/file-keys.ts';
import type { StoredFile, StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { signFile, usableCertificates } from '#lambdas/pictures/sign-file.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writeFile, writtenAt } from '#lambdas/runtime/file-storage.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';

/** Time after which a copy of a generation that was deleted meanwhile is removed, in milliseconds; the function has 28 s. */
const abandonedAfter = 5 * 60_000;

const neverChanged = '1970-01-01T00:00:00.000Z';

/**
 * The key of a signed copy of a file with the picture's alt text, made by the first download since the present certificates
 * are known and the alt text is what it is. The file's own key where it cannot be signed and there is no alt text: a
 * customer's download never fails for that.
 */
export async function signedCopyOf(
  generation: StoredGeneration,
  variation: StoredVariation,
  file: StoredFile,
  title: string,
): Promise<string> {
  const { userId, id: generationId } = generation;
  const [certificates, post] = await Promise.all([
    usableCertificates(),
    readPost({ userId, generationId, variation: variation.index }),
  ]);
  const altText = altTextOf(post);
  if (!certificates && !altText) return file.key;
  const bucket = readVariable('ORIGINALS_BUCKET');
  const key = signedKey(file.key);
  const madeAt = await writtenAt(bucket, key);
  const current = Math.max(certificates?.knownAt ?? 0, Date.parse(post.changedAt ?? neverChanged));
  if (madeAt && madeAt.getTime() >= current) return key;
  const original = await readFile(bucket, file.key);
  if (!original) return file.key;
  const marked = variation.watermarked;
  const isWatermarked = file.key === marked?.delivered.key || file.key === marked?.large?.key;
  const making = makingOf(generation, variation, { ...file, isWatermarked }, title);
  const signed = await signFile(withAltText(original.body, altText), making);
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
