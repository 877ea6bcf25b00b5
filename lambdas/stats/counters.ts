import * as z from 'zod/mini';
import { formerPrefix } from '#lambdas/runtime/keys.ts';
import { londonDay, nowIso } from '#lambdas/runtime/time.ts';
import { costOfUsage, modelUsageSchema } from '#shared/domain/model-cost.ts';
import { countSchema } from '#shared/domain/numbers.ts';
import { type RedoReason, redoReasons } from '#shared/domain/redo.ts';

type Item = Readonly<Record<string, unknown>>;

/** Counters of the whole product, of a London day or of a template. */
export type CounterName =
  | 'users'
  /** All sign-ups; deletions do not lower it. */
  | 'signUps'
  /**
   * Generations that became an image of a gallery, by the day on which they were begun. Failed ones do not count,
   * because the specification counts saved images; deletions do not lower it.
   */
  | 'generations'
  /** Images that are in galleries now. */
  | 'images'
  /** Amount of credits. */
  | 'freeCreditsDistributed'
  | 'freeCreditsUsed'
  /** Credits granted by payments, minus refunds and disputes (readings 35). */
  | 'paidCredits'
  /** Generations that failed or ended with the customer's own photo, without prompt tests. */
  | 'failures'
  /** The part of `failures` that was about the customer's photo or words; of days only. */
  | 'refusals'
  /** Generations with generated pictures but no logged model call; their cost is estimated. */
  | 'unloggedGenerations'
  | 'modelCalls'
  /** Calls that failed for a reason other than the customer's input. */
  | 'modelErrors'
  /** The calls and the failed calls of prompt tests. */
  | 'testCalls'
  | 'testErrors'
  /** Millionths of a US dollar. */
  | 'modelCost'
  /** The part of `modelCost` caused by prompt tests of the back office. */
  | 'promptTestCost'
  /** Free redos by their reason. */
  | `redo_${RedoReason}`;

/** Identifies the counters of the whole product, of a day or of a template. */
export type Scope = { readonly scope: 'total' } | { readonly scope: 'day' | 'template'; readonly of: string };

export type Increment = Scope & { readonly name: CounterName; readonly by: number };

/** A user with a new image, and the London day on which it was begun. */
export interface ActiveUser {
  readonly userId: string;
  readonly day: string;
}

/** The increments that one change of an item causes. */
export interface Increments {
  readonly counters: readonly Increment[];
  /** Set if an image entered a user's gallery. */
  readonly activeUser?: ActiveUser;
}

/** Counters of existing items; the others count events. */
export const existingCounters: ReadonlySet<CounterName> = new Set(['users', 'images']);

/** Marks an item that is put back after its loss: its events have been counted. */
export function asRestored(item: Item): Item {
  return { ...item, restoredAt: nowIso() };
}

const profileSchema = z.object({ createdAt: z.iso.datetime() });

const generationSchema = z.object({
  userId: z.string(),
  createdAt: z.iso.datetime(),
  templateName: z.string(),
  inGallery: z.boolean(),
  state: z.enum(['queued', 'processing', 'done', 'failed']),
  fallback: z.boolean(),
  inputRefused: z._default(z.boolean(), false),
  finishedAt: z.nullable(z.iso.datetime()),
  modelCalls: z._default(countSchema, 0),
  variations: z._default(z.array(z.object({ adapter: z.optional(z.nullable(z.string())) })), []),
  purpose: z.optional(z.string()),
});

type Generation = z.output<typeof generationSchema>;

const entrySchema = z.object({
  kind: z.string(),
  free: z.int(),
  subscription: z.int(),
  purchased: z.int(),
  reason: z.optional(z.enum(redoReasons)),
  createdAt: z.iso.datetime(),
});

const usageSchema = z.object({
  startedAt: z.iso.datetime(),
  outcome: z.string(),
  purpose: z.optional(z.string()),
  ...modelUsageSchema.shape,
});

const paidKinds = new Set(['plan', 'topup', 'stripe-refund', 'dispute']);

/** As `incrementsOf`, for a change in the stream: an item that was put back is counted as existing only. */
export function incrementsOfChange(
  before: Item | undefined,
  after: Item | undefined,
): Increments | undefined {
  const increments = incrementsOf(before, after);
  if (!increments || before || after?.restoredAt === undefined) return increments;
  return { counters: increments.counters.filter(({ name }) => existingCounters.has(name)) };
}

/**
 * Returns the increments for the change from `before` to `after`; undefined for items that no counter counts. `before`
 * is absent for an insert, `after` for a removal. Throws on a corrupt item.
 */
export function incrementsOf(before: Item | undefined, after: Item | undefined): Increments | undefined {
  const item = after ?? before ?? {};
  const pk = String(item.pk);
  const sk = String(item.sk);
  // Items kept from a deleted user were counted under their old keys.
  if (pk.startsWith(formerPrefix)) return undefined;
  if (sk === 'ACCOUNT#PROFILE') return incrementsOfUser(before, after);
  if (sk.startsWith('GENERATION#')) return incrementsOfGeneration(before, after);
  // Entries and usage never change after the insert, and their removal with a deleted account lowers no counter.
  if (sk.startsWith('LEDGER#')) return after && !before ? incrementsOfEntry(after) : undefined;
  if (pk.startsWith('USAGE#')) return after && !before ? incrementsOfUsage(after) : undefined;
  return undefined;
}

function incrementsOfUser(before: Item | undefined, after: Item | undefined): Increments {
  const by = Number(Boolean(after)) - Number(Boolean(before));
  const increments: Increment[] = [{ scope: 'total', name: 'users', by }];
  if (by > 0) {
    const { createdAt } = profileSchema.parse(after);
    increments.push({ scope: 'total', name: 'signUps', by }, ofDay(createdAt, 'signUps', by));
  }
  return withoutZeros(increments);
}

function incrementsOfGeneration(before: Item | undefined, after: Item | undefined): Increments | undefined {
  const was = before && generationSchema.parse(before);
  const is = after && generationSchema.parse(after);
  if ((is ?? was)?.purpose === 'test') return undefined;
  const images = Number(is?.inGallery ?? false) - Number(was?.inGallery ?? false);
  const increments: Increment[] = [
    { scope: 'total', name: 'images', by: images },
    ...incrementsOfEnd(was, is),
  ];
  if (!is?.inGallery || was?.inGallery) return withoutZeros(increments);
  const { userId, createdAt, templateName } = is;
  const day = londonDay(createdAt);
  increments.push({ scope: 'total', name: 'generations', by: 1 }, ofDay(createdAt, 'generations', 1), {
    scope: 'template',
    of: templateName,
    name: 'generations',
    by: 1,
  });
  return { ...withoutZeros(increments), activeUser: { userId, day } };
}

/** Increments for the end of a generation. Its removal lowers none of them. */
function incrementsOfEnd(was: Generation | undefined, is: Generation | undefined): Increment[] {
  if (!is?.finishedAt || was?.finishedAt) return [];
  const failed = is.state === 'failed' || is.fallback;
  const increments: Increment[] = [];
  if (failed)
    increments.push(
      ...totalAndDay(is.finishedAt, 'failures', 1),
      ofDay(is.finishedAt, 'refusals', Number(is.inputRefused)),
    );
  else if (is.modelCalls === 0 && !isRetouch(is))
    increments.push({ scope: 'total', name: 'unloggedGenerations', by: 1 });
  return increments;
}

/** Whether no model has drawn in the photo, so that there was no cost to be logged. */
function isRetouch({ variations }: Generation): boolean {
  return variations.length > 0 && variations.every(({ adapter }) => adapter === 'photo-retouch');
}

function incrementsOfEntry(item: Item): Increments {
  const { kind, free, subscription, purchased, reason, createdAt } = entrySchema.parse(item);
  const isUse = kind === 'spend' || kind === 'refund';
  return withoutZeros([
    { scope: 'total', name: 'freeCreditsDistributed', by: kind === 'free' ? free : 0 },
    ...totalAndDay(createdAt, 'freeCreditsUsed', isUse ? -free : 0),
    ...totalAndDay(createdAt, 'paidCredits', paidKinds.has(kind) ? subscription + purchased : 0),
    ...(reason ? totalAndDay(createdAt, `redo_${reason}`, 1) : []),
  ]);
}

function incrementsOfUsage(item: Item): Increments {
  const usage = usageSchema.parse(item);
  const isError = usage.outcome !== 'made' && usage.outcome !== 'refused';
  const isTest = usage.purpose === 'test';
  const cost = costOfUsage(usage);
  return withoutZeros([
    ...totalAndDay(usage.startedAt, 'modelCalls', 1),
    ...totalAndDay(usage.startedAt, 'modelErrors', Number(isError)),
    ...totalAndDay(usage.startedAt, 'testCalls', Number(isTest)),
    ...totalAndDay(usage.startedAt, 'testErrors', Number(isTest && isError)),
    ...totalAndDay(usage.startedAt, 'modelCost', cost),
    { scope: 'total', name: 'promptTestCost', by: isTest ? cost : 0 },
  ]);
}

function totalAndDay(moment: string, name: CounterName, by: number): Increment[] {
  return [{ scope: 'total', name, by }, ofDay(moment, name, by)];
}

function ofDay(moment: string, name: CounterName, by: number): Increment {
  return { scope: 'day', of: londonDay(moment), name, by };
}

function withoutZeros(increments: readonly Increment[]): Increments {
  return { counters: increments.filter(({ by }) => by !== 0) };
}
