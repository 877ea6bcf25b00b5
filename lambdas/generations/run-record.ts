import type { ModelCall } from '#lambdas/models/bedrock-client.ts';
import { settleCost } from '#lambdas/models/budget-store.ts';
import { costOf, usageSteps } from '#lambdas/models/usage-store.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { endGeneration, type Outcome } from './end-generation.ts';
import { budgetOf, type StoredGeneration } from './generation.ts';
import { inBatches } from './in-batches.ts';
import { type Lease, LeaseLostError, type Progress, releaseLease, saveProgress } from './lease-store.ts';

/** Computes the fields to record from the generation as it is when the write begins. */
export type Change = (generation: StoredGeneration) => Progress;

/**
 * The record of one run of the worker in the table: its variations, the model calls it has paid for, and the lease that
 * allows it to write. Every method throws LeaseLostError once another run holds the lease.
 */
export class RunRecord {
  #lease: Lease;
  #unrecordedCalls: ModelCall[] = [];
  /** Records a change together with the model calls so far, and renews the lease. */
  readonly save = inBatches<Change>((changes) => this.#write(changes));

  constructor(lease: Lease) {
    this.#lease = lease;
  }

  /** The generation as it was last written. */
  get generation(): StoredGeneration {
    return this.#lease.generation;
  }

  /** Adds a model call, to be recorded with the next write. */
  addCall(call: ModelCall): void {
    this.#unrecordedCalls.push(call);
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const calls = [...this.#unrecordedCalls];
    const progress: Progress = {};
    for (const change of changes) Object.assign(progress, change({ ...this.generation, ...progress }));
    this.#lease = await saveProgress(
      this.#lease,
      { ...progress, ...this.#costWith(calls) },
      usageSteps(this.generation, calls),
    );
    this.#unrecordedCalls = this.#unrecordedCalls.slice(calls.length);
  }

  /** Ends the generation. */
  async end(outcome: Outcome): Promise<void> {
    const ended = await endGeneration(this.generation, outcome, {
      lease: this.#lease,
      calls: this.#unrecordedCalls,
    });
    if (!ended) throw new LeaseLostError('The generation has another worker');
    if (outcome.variations.length > 0 && !outcome.fallback) countTogether('GenerationDone');
  }

  /** Releases the lease: the generation is queued again, for a worker in `delaySeconds`. */
  async release(delaySeconds: number, reason: 'throttledRuns' | 'failedRuns'): Promise<void> {
    const { throttledRuns, failedRuns } = this.generation;
    const calls = this.#unrecordedCalls;
    await releaseLease(
      this.#lease,
      {
        throttledRuns,
        failedRuns,
        [reason]: this.generation[reason] + 1,
        queuedAt: new Date(Date.now() + delaySeconds * 1000).toISOString(),
        ...this.#costWith(calls),
      },
      usageSteps(this.generation, calls),
    );
  }

  /**
   * Books the model calls of a run that has lost its lease: they were paid for, although their pictures are not used.
   */
  async bookLostCalls(): Promise<void> {
    const calls = this.#unrecordedCalls;
    if (calls.length === 0) return;
    await transact([
      ...usageSteps(this.generation, calls, { leaseLost: true }),
      settleCost(budgetOf(this.generation), this.generation.budgetDay, 0, costOf(calls)),
    ]);
    this.#unrecordedCalls = [];
  }

  #costWith(calls: readonly ModelCall[]): Pick<StoredGeneration, 'modelCost' | 'modelCalls'> {
    return {
      modelCost: this.generation.modelCost + costOf(calls),
      modelCalls: this.generation.modelCalls + calls.length,
    };
  }
}
