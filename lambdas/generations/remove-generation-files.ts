import { readVariable } from '#lambdas/runtime/env.ts';
import { removeFiles } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { allKeys } from './file-keys.ts';
import type { StoredGeneration } from './generation.ts';

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
