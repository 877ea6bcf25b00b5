import * as z from 'zod/mini';
import { formerPrefix } from '#lambdas/runtime/keys.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { costOfUsage, modelUsageSchema } from '#shared/domain/model-cost.ts';

type Item = Readonly<Record<string, unknown>>;

/** Counters that belong to the whole product or to one London day or template. */
export type CounterName =
  | 'users'
  /** Ever; deletions do not lower it. */
  | 'signUps'
  /** Ever started, prompt tests apart; deletions do not lower it. */
  | 'generations'
  /** In the galleries now. */
  | 'images'
  /** Credits. */
  | 'freeCreditsDistributed'
  | 'freeCreditsUsed'
  /** Credits granted by payments, less refunds and disputes (readings 35). */
  | 'paidCredits'
  /** Jobs that ended without a picture of ours: failed, or with the customer's own photo; prompt tests apart. */
  | 'failures'
  /** Generations with pictures of ours for which no model call is logged: their cost is estimated. */
  | 'unloggedGenerations'
  | 'modelCalls'
  /** Calls that failed for another reason than what the customer sent. */
  | 'modelErrors'
  /** Millionths of a US dollar. */
  | 'modelCost'
  /** What of it the back office's own prompt tests cost. */
  | 'promptTestCost';

/** Which counters: of the whole product, of a day, of a template. */
export type Scope = { readonly scope: 'total' } | { readonly scope: 'day' | 'template'; readonly of: string };

export type Increment = Scope & { readonly name: CounterName; readonly by: number };

/** A generation as the counters of users see it. */
export interface Activity {
  readonly userId: string;
  readonly day: string;
}

/** What one change of one item adds to the counters. */
export interface Effect {
  readonly increments: readonly Increment[];
  /** Set when a user started a generation. */
  readonly activity?: Activity;
}

const profileSchema = z.object({ createdAt: z.iso.datetime() });

const generationSchema = z.object({
  userId: z.string(),
  createdAt: z.iso.datetime(),
  templateName: z.string(),
  inGallery: z.boolean(),
  state: z.enum(['queued', 'processing', 'done', 'failed']),
  fallback: z.boolean(),
  finishedAt: z.nullable(z.iso.datetime()),
  modelCalls: z._default(z.int().check(z.minimum(0)), 0),
  purpose: z.optional(z.string()),
});

type Generation = z.output<typeof generationSchema>;

const entrySchema = z.object({
  kind: z.string(),
  free: z.int(),
  subscription: z.int(),
  purchased: z.int(),
  createdAt: z.iso.datetime(),
});

const usageSchema = z.object({
  startedAt: z.iso.datetime(),
  outcome: z.string(),
  purpose: z.optional(z.string()),
  ...modelUsageSchema.shape,
});

const paidKinds = new Set(['plan', 'topup', 'stripe-refund', 'dispute']);

/**
 * What the change from `before` to `after` adds; undefined for items that nothing counts. `before` is absent
 * for an insert, `after` for a removal. Throws on a corrupt item of a kind that is counted.
 */
export function effectOf(before: Item | undefined, after: Item | undefined): Effect | undefined {
  const item = after ?? before ?? {};
  const pk = String(item.pk);
  const sk = String(item.sk);
  // What stays of a deleted user was counted when it happened.
  if (pk.startsWith(formerPrefix)) return undefined;
  if (sk === 'ACCOUNT#PROFILE') return effectOfUser(before, after);
  if (sk.startsWith('GENERATION#')) return effectOfGeneration(before, after);
  // Entries and usage are written once and never change; what was booked stays counted when a user leaves.
  if (sk.startsWith('LEDGER#')) return after && !before ? effectOfEntry(after) : undefined;
  if (pk.startsWith('USAGE#')) return after && !before ? effectOfUsage(after) : undefined;
  return undefined;
}

function effectOfUser(before: Item | undefined, after: Item | undefined): Effect {
  const by = Number(Boolean(after)) - Number(Boolean(before));
  const increments: Increment[] = [{ scope: 'total', name: 'users', by }];
  if (by > 0) {
    const { createdAt } = profileSchema.parse(after);
    increments.push({ scope: 'total', name: 'signUps', by }, ofDay(createdAt, 'signUps', by));
  }
  return withoutZeros(increments);
}

function effectOfGeneration(before: Item | undefined, after: Item | undefined): Effect | undefined {
  const was = before && generationSchema.parse(before);
  const is = after && generationSchema.parse(after);
  if ((is ?? was)?.purpose === 'test') return undefined;
  const images = Number(is?.inGallery ?? false) - Number(was?.inGallery ?? false);
  const increments: Increment[] = [{ scope: 'total', name: 'images', by: images }, ...effectOfEnd(was, is)];
  if (!is || was) return withoutZeros(increments);
  const { userId, createdAt, templateName } = is;
  const day = londonDay(createdAt);
  increments.push({ scope: 'total', name: 'generations', by: 1 }, ofDay(createdAt, 'generations', 1), {
    scope: 'template',
    of: templateName,
    name: 'generations',
    by: 1,
  });
  return { ...withoutZeros(increments), activity: { userId, day } };
}

/** What a generation adds when it ends, once; its removal takes nothing away. */
function effectOfEnd(was: Generation | undefined, is: Generation | undefined): Increment[] {
  if (!is?.finishedAt || was?.finishedAt) return [];
  const failed = is.state === 'failed' || is.fallback;
  const increments: Increment[] = [];
  if (failed)
    increments.push({ scope: 'total', name: 'failures', by: 1 }, ofDay(is.finishedAt, 'failures', 1));
  else if (is.modelCalls === 0) increments.push({ scope: 'total', name: 'unloggedGenerations', by: 1 });
  return increments;
}

function effectOfEntry(item: Item): Effect {
  const { kind, free, subscription, purchased, createdAt } = entrySchema.parse(item);
  const isUse = kind === 'spend' || kind === 'refund';
  return withoutZeros([
    { scope: 'total', name: 'freeCreditsDistributed', by: kind === 'free' ? free : 0 },
    ...totalAndDay(createdAt, 'freeCreditsUsed', isUse ? -free : 0),
    ...totalAndDay(createdAt, 'paidCredits', paidKinds.has(kind) ? subscription + purchased : 0),
  ]);
}

function effectOfUsage(item: Item): Effect {
  const usage = usageSchema.parse(item);
  const isError = usage.outcome !== 'made' && usage.outcome !== 'refused';
  const cost = costOfUsage(usage);
  return withoutZeros([
    ...totalAndDay(usage.startedAt, 'modelCalls', 1),
    ...totalAndDay(usage.startedAt, 'modelErrors', Number(isError)),
    ...totalAndDay(usage.startedAt, 'modelCost', cost),
    { scope: 'total', name: 'promptTestCost', by: usage.purpose === 'test' ? cost : 0 },
  ]);
}

function totalAndDay(moment: string, name: CounterName, by: number): Increment[] {
  return [{ scope: 'total', name, by }, ofDay(moment, name, by)];
}

function ofDay(moment: string, name: CounterName, by: number): Increment {
  return { scope: 'day', of: londonDay(moment), name, by };
}

function withoutZeros(increments: readonly Increment[]): Effect {
  return { increments: increments.filter(({ by }) => by !== 0) };
}
