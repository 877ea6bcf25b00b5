import * as z from 'zod';
import { londonDay } from '#lambdas/runtime/time.ts';

type Item = Readonly<Record<string, unknown>>;

/** Counters that belong to the whole product or to one London day or template. */
export type CounterName =
  | 'users'
  /** Ever started, prompt tests apart; deletions do not lower it. */
  | 'generations'
  /** In the galleries now. */
  | 'images'
  /** Credits. */
  | 'freeCreditsDistributed'
  | 'freeCreditsUsed'
  /** Credits granted by payments, less refunds and disputes (readings 35). */
  | 'paidCredits'
  | 'modelCalls'
  /** Millionths of a US dollar. */
  | 'modelCost';

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
  purpose: z.string().optional(),
});

const entrySchema = z.object({
  kind: z.string(),
  free: z.int(),
  subscription: z.int(),
  purchased: z.int(),
});

const usageSchema = z.object({ cost: z.int().min(0) });

const paidKinds = new Set(['plan', 'topup', 'stripe-refund', 'dispute']);

/**
 * What the change from `before` to `after` adds; undefined for items that nothing counts. `before` is absent
 * for an insert, `after` for a removal. Throws on a corrupt item of a kind that is counted.
 */
export function effectOf(before: Item | undefined, after: Item | undefined): Effect | undefined {
  const item = after ?? before ?? {};
  const pk = String(item.pk);
  const sk = String(item.sk);
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
    increments.push({ scope: 'day', of: londonDay(createdAt), name: 'users', by });
  }
  return withoutZeros(increments);
}

function effectOfGeneration(before: Item | undefined, after: Item | undefined): Effect | undefined {
  const was = before && generationSchema.parse(before);
  const is = after && generationSchema.parse(after);
  if ((is ?? was)?.purpose === 'test') return undefined;
  const images = Number(is?.inGallery ?? false) - Number(was?.inGallery ?? false);
  const increments: Increment[] = [{ scope: 'total', name: 'images', by: images }];
  if (!is || was) return withoutZeros(increments);
  const { userId, createdAt, templateName } = is;
  const day = londonDay(createdAt);
  increments.push(
    { scope: 'total', name: 'generations', by: 1 },
    { scope: 'day', of: day, name: 'generations', by: 1 },
    { scope: 'template', of: templateName, name: 'generations', by: 1 },
  );
  return { ...withoutZeros(increments), activity: { userId, day } };
}

function effectOfEntry(item: Item): Effect {
  const { kind, free, subscription, purchased } = entrySchema.parse(item);
  const isUse = kind === 'spend' || kind === 'refund';
  return withoutZeros([
    { scope: 'total', name: 'freeCreditsDistributed', by: kind === 'free' ? free : 0 },
    { scope: 'total', name: 'freeCreditsUsed', by: isUse ? -free : 0 },
    { scope: 'total', name: 'paidCredits', by: paidKinds.has(kind) ? subscription + purchased : 0 },
  ]);
}

function effectOfUsage(item: Item): Effect {
  const { cost } = usageSchema.parse(item);
  return withoutZeros([
    { scope: 'total', name: 'modelCalls', by: 1 },
    { scope: 'total', name: 'modelCost', by: cost },
  ]);
}

function withoutZeros(increments: readonly Increment[]): Effect {
  return { increments: increments.filter(({ by }) => by !== 0) };
}
