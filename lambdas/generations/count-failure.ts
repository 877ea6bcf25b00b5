import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import type { StoredGeneration } from './generation.ts';

/** Counts a generation that ended without a picture because of us or of the model, for the alarm (docs/runbook.md). */
export function countFailure({ id, kind }: StoredGeneration, reason: string): void {
  countTogether('GenerationFailed');
  logger.error('Generation failed', { generationId: id, kind, reason });
}
