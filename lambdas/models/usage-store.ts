/**
 * Calls of the image models, one entry a call, failed ones too: finance counts them as they are written.
 *
 * - Which model calls were made on a day, in order of time?   table, pk USAGE#<day>, sk <time>#<generation>#<random>
 *
 * Days are London's; amounts are millionths of a US dollar. Entries outlive the user's account, so
 * they name the generation and never its user.
 */
import { randomUUID } from 'node:crypto';
import { londonDay } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import type { Tier } from '#shared/domain/plans.ts';
import type { ModelCall } from './bedrock-client.ts';

/** What a call was made for: a generation, or one of a prompt test. */
interface Work {
  readonly id: string;
  readonly tier: Tier;
  readonly kind: 'studio' | 'menu';
  readonly purpose?: 'test' | undefined;
}

/** Transaction steps that record model calls made for a generation. */
export function usageSteps(
  { id, tier, kind, purpose }: Work,
  calls: readonly ModelCall[],
): readonly Step<never>[] {
  return calls.map((call) => ({
    put: {
      Item: {
        pk: `USAGE#${londonDay(call.startedAt)}`,
        sk: `${call.startedAt}#${id}#${randomUUID()}`,
        generationId: id,
        tier,
        kind,
        ...(purpose && { purpose }),
        ...call,
      },
    },
  }));
}

/** The sum of the costs. */
export function costOf(calls: readonly ModelCall[]): number {
  return calls.reduce((sum, call) => sum + call.cost, 0);
}
