import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import type { StoredGeneration } from './generation.ts';

/** Counts a generation without a picture that is our fault or the model's, for the alarm (docs/runbook.md). */
export function countFailure({ id, kind }: StoredGeneration, reason: string): void {
  countTogether('GenerationFailed');
  logger.error('Generation failed', { generationId: id, kind, reason });
}
