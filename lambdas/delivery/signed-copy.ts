import { signedKey } from '#lambdas/generations/file-keys.ts';
import type { StoredFile, StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { signFile, usableCertificates } from '#lambdas/pictures/sign-file.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, writtenAt } from '#lambdas/runtime/file-storage.ts';
import { keepFile } from './keep-file.ts';

const neverChanged = '1970-01-01T00:00:00.000Z';

/**
 * The key of the signed copy of a file with the picture's alt text. The first download after a change of the
 * certificates or of the alt text makes the copy. Returns the file's own key if it cannot be signed and there is no alt
 * text, so that a download never fails because of signing.
 */
export async function signedCopyOf(
  generation: StoredGeneration,
  variation: StoredVariation,
  file: StoredFile,
  title: string,
): Promise<string> {
  const picture = { userId: generation.userId, generationId: generation.id, variation: variation.index };
  const [certificates, post] = await Promise.all([usableCertificates(), readPost(picture)]);
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
  const sign = (text: typeof altText) => signFile(withAltText(original.body, text), making);
  const signed = await sign(altText);
  if (signed === original.body) return file.key;
  await keepFile(generation, key, signed);
  // An alt text that was saved in the meantime is older than the copy, which would count as current.
  const now = await readPost(picture);
  if (now.changedAt !== post.changedAt) await keepFile(generation, key, await sign(altTextOf(now)));
  return key;
}
