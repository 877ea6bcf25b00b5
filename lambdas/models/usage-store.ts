/**
 * Calls of the image models, one entry for each call, also for a failed one. The projector counts them for finance.
 *
 * - Which model calls were made on a day, in order of time?
 *     table, pk USAGE#<day>, sk <time>#<generation or photo>#<random>
 *
 * Days are in London's time zone; amounts are millionths of a US dollar. Entries outlive the user's account, so they
 * name the generation or photo and never its user.
 */
import { randomUUID } from 'node:crypto';
import { londonDay } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import type { Tier } from '#shared/domain/plans.ts';
import type { ModelCall } from './bedrock-client.ts';

/** A generation of a user or of a prompt test. */
interface Generation {
  readonly id: string;
  readonly tier: Tier;
  readonly kind: 'studio' | 'menu';
  readonly purpose?: 'test' | undefined;
}

/**
 * Transaction steps that record model calls made for a generation. `leaseLost` marks the calls of a run that had lost
 * its lease: they are not part of the generation's own cost.
 */
export function usageSteps(
  { id, tier, kind, purpose }: Generation,
  calls: readonly ModelCall[],
  mark: { readonly leaseLost?: true } = {},
): readonly Step<never>[] {
  return calls.map((call) =>
    usageStep(id, { generationId: id, tier, kind, ...(purpose && { purpose }), ...mark, ...call }),
  );
}

/** Transaction steps that record model calls made for a photo before anything is ordered. */
export function photoUsageSteps(
  photoId: string,
  part: string,
  calls: readonly ModelCall[],
): readonly Step<never>[] {
  return calls.map((call) => usageStep(photoId, { photoId, kind: part, ...call }));
}

/** Transaction steps that record model calls made for the text that goes with a picture of a generation. */
export function postUsageSteps(
  { id: generationId, tier }: Pick<Generation, 'id' | 'tier'>,
  calls: readonly ModelCall[],
): readonly Step<never>[] {
  return calls.map((call) => usageStep(generationId, { generationId, tier, kind: 'post', ...call }));
}

function usageStep(id: string, entry: ModelCall & Readonly<Record<string, unknown>>): Step<never> {
  const { startedAt } = entry;
  const key = { pk: `USAGE#${londonDay(startedAt)}`, sk: `${startedAt}#${id}#${randomUUID()}` };
  return { put: { Item: { ...key, ...entry } } };
}

/** The sum of the costs. */
export function costOf(calls: readonly ModelCall[]): number {
  return calls.reduce((sum, call) => sum + call.cost, 0);
}
