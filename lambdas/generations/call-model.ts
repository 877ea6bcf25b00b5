import type { CallModel } from '#lambdas/models/adapter.ts';
import { modelCaller } from '#lambdas/models/bedrock-client.ts';
import { readModelRegions } from '#lambdas/models/model-regions.ts';
import type { RunRecord } from './run-record.ts';

/** Calls models for one variation; the calls are added to the run's record. */
export function callerOf(run: RunRecord, variation: number, remainingMs: () => number): CallModel {
  return modelCaller({
    // Quotas count per region, so the variations of a generation begin in different regions.
    regions: readModelRegions(),
    spreadBy: run.generation.id,
    first: variation,
    remainingMs,
    record: (modelCall) => run.addCall(modelCall),
  });
}
