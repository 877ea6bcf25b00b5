import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { allKeys, mediaPathPattern } from './file-keys.ts';
import type { StoredGeneration, StoredVariation } from './generation.ts';
import { lateWriteGracePeriod } from './limits.ts';

/**
 * The steps that promise to remove all files of a generation and their copies at the edge. Where a run that lost the
 * job may still write, its files are removed again when none can any more; nobody has seen those.
 */
export function removalSteps(generation: StoredGeneration): readonly Step<never>[] {
  const files = allKeys(generation);
  const now = Date.now();
  const { finishedAt } = generation;
  const rest = (finishedAt === null ? now : Date.parse(finishedAt)) + lateWriteGracePeriod;
  return [
    writeOutboxEntry({ ...files, paths: [mediaPathPattern(generation)] }, new Date(now)),
    ...(rest > now ? [writeOutboxEntry({ ...files, paths: [] }, new Date(rest))] : []),
  ];
}

/**
 * The steps that promise to remove what runs may have written, or may still write, beside the files that the ended
 * job names: none where it has everything, because every run writes the same files.
 */
export function leftoverSteps(
  generation: StoredGeneration,
  { variations, original }: Pick<StoredGeneration, 'variations' | 'original'>,
): readonly Step<never>[] {
  if (variations.length === generation.mediaNames.variations.length && original !== null) return [];
  const named = new Set<string | null>([original, ...variations.flatMap(filesOf)]);
  const { originals, media } = allKeys(generation);
  const isLeftOver = (key: string) => !named.has(key);
  const files = { originals: originals.filter(isLeftOver), media: media.filter(isLeftOver), paths: [] };
  return [writeOutboxEntry(files, new Date(Date.now() + lateWriteGracePeriod))];
}

function filesOf({ preview, thumbnail, clean, watermarked, base }: StoredVariation): string[] {
  const full = [clean.delivered, clean.large, watermarked?.delivered, watermarked?.large, base];
  return [preview, thumbnail, ...full.flatMap((file) => file?.key ?? [])];
}

/** Removes all files of a generation now; what fails is left to the effect that was promised for it. */
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
