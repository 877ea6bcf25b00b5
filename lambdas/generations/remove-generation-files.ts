import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { allKeys, mediaKeys, originalKeys, shownPaths, signedKey } from './file-keys.ts';
import type { StoredGeneration, StoredVariation } from './generation.ts';
import { keptOutsideGallery, lateWriteGracePeriod, wordsDeadline } from './limits.ts';

/**
 * Transaction steps that write outbox entries for deleting all files of a generation and their copies at the edge. If a
 * run without a lease may still write, a second entry deletes the files again when no run can write any more.
 */
export function removalSteps(generation: StoredGeneration): readonly Step<never>[] {
  const files = allKeys(generation);
  const now = Date.now();
  const { finishedAt, words } = generation;
  const lastRun = Math.max(
    finishedAt === null ? now : Date.parse(finishedAt),
    words ? Date.parse(words.until) : 0,
    // After maintenance, a change of the words may be given the whole time again.
    words?.state === 'open' ? now + wordsDeadline : 0,
  );
  const rest = lastRun + lateWriteGracePeriod;
  return [
    writeOutboxEntry({ ...files, paths: shownPaths(generation) }, new Date(now)),
    ...(rest > now ? [writeOutboxEntry({ ...files, paths: [] }, new Date(rest))] : []),
  ];
}

/**
 * Transaction steps that write an outbox entry for files that runs wrote, or may still write, and that do not belong to
 * the ended generation. None if the generation is complete, because every run writes the same files.
 */
export function leftoverSteps(
  generation: StoredGeneration,
  { variations, original }: Pick<StoredGeneration, 'variations' | 'original'>,
): readonly Step<never>[] {
  if (variations.length === generation.mediaNames.variations.length && original !== null) return [];
  const named = new Set<string | null>([
    original,
    ...variations.flatMap((variation) => filesOf(generation, variation)),
  ]);
  const { originals, media } = allKeys(generation);
  const isLeftOver = (key: string) => !named.has(key);
  const files = { originals: originals.filter(isLeftOver), media: media.filter(isLeftOver), paths: [] };
  return [writeOutboxEntry(files, new Date(Date.now() + lateWriteGracePeriod))];
}

/** Transaction step that writes an outbox entry for the files of an ended generation that no gallery shows. */
export function expirySteps(
  generation: StoredGeneration,
  ended: Pick<StoredGeneration, 'variations' | 'original'>,
): readonly Step<never>[] {
  const removal = { ...allKeys(generation), paths: shownPaths({ ...generation, ...ended }) };
  return [writeOutboxEntry(removal, new Date(Date.now() + keptOutsideGallery * 1000))];
}

function filesOf(
  generation: StoredGeneration,
  { index, preview, thumbnail, basePreview, hasDishMask, clean, watermarked, base }: StoredVariation,
): string[] {
  const full = [clean.delivered, clean.large, watermarked?.delivered, watermarked?.large, base];
  return [
    preview,
    thumbnail,
    ...(basePreview === undefined ? [] : [basePreview]),
    ...(hasDishMask ? [mediaKeys(generation, index).dishMask] : []),
    ...full.flatMap((file) => (file ? [file.key, signedKey(file.key)] : [])),
    // A pack may make it meanwhile.
    originalKeys(generation, index).wide,
  ];
}

/** Removes all files of a generation now. If that fails, the reconciler does it by the outbox entry. */
export async function removeGenerationFiles(generation: StoredGeneration): Promise<void> {
  const { originals, media } = allKeys(generation);
  try {
    await Promise.all([
      removeFiles(readVariable('ORIGINALS_BUCKET'), originals),
      removeFiles(readVariable('MEDIA_BUCKET'), media),
    ]);
  } catch (error) {
    logger.warn('Files are left to the reconciler', { error: error as Error });
  }
}
