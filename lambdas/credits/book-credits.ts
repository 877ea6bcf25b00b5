/**
 * Books changes of a user's credits: balances and ledger entry in one transaction. The update of the balances is
 * conditional on the version that was read (optimistic locking), so that every entry states the balance after it.
 */
import { AppError } from '#lambdas/runtime/app-error.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import {
  available,
  type CreditBuckets,
  creditAmountSchema,
  grant,
  refund,
  spend,
  splitSpend,
  takeBack,
  totalOf,
} from '#shared/domain/credits.ts';
import { parseOrInvalidInput } from '#shared/domain/prompt-requests.ts';
import { type Credits, readCredits } from './credits-store.ts';
import { type BalanceChange, type IdempotencyKey, newEntry, putEntry, readEntry } from './ledger-store.ts';

interface Booking {
  readonly userId: string;
  readonly idempotencyKey: IdempotencyKey;
  /** Shown to the user in the ledger; empty if the kind needs no further explanation. */
  readonly note?: string;
  /** Reason of a free redo. */
  readonly reason?: LedgerEntry['reason'];
  /** Balances that the caller has just read consistently; the first attempt then needs no read. */
  readonly credits?: Credits;
}

/** The change was booked. `buckets` is the amount that moved, never negative; `credits` are the balances after it. */
interface Booked {
  readonly outcome: 'booked';
  readonly entry: LedgerEntry;
  readonly buckets: CreditBuckets;
  readonly credits: Credits;
}

/** The change was booked before, with this entry; this call changed nothing. */
interface Exists {
  readonly outcome: 'exists';
  readonly entry: LedgerEntry;
}

/** A condition of one of the caller's steps failed; nothing was booked. */
interface Refused<Outcome extends string> {
  readonly outcome: Outcome;
  readonly current?: Record<string, unknown>;
}

/** Composes further steps for the transaction that books the change. */
type Compose<Outcome extends string> = (booking: {
  readonly buckets: CreditBuckets;
  readonly createdAt: string;
}) => readonly Step<Outcome>[];

interface Change extends BalanceChange {
  /** +1 opens a generation, -1 closes one. */
  readonly generations?: 1 | -1;
  /** Limit of open generations, including a new one. */
  readonly maxOpenGenerations?: number;
}

/** Limits of the generations of a user, each including the new one. */
export interface GenerationLimits {
  readonly open: number;
  /** Generations per day (UTC). */
  readonly day: number;
}

type SpendRefusal = { readonly outcome: 'insufficient'; readonly available: number } | GenerationRefusal;

interface GenerationRefusal {
  readonly outcome: 'too_many_generations' | 'too_many_generations_today';
}

/**
 * Spends `amount` credits: free, then monthly, then purchased ones. With `limits` it also opens a generation, which
 * `refundCredits` or `closeGeneration` closes. `compose` adds the steps that store the purchase; they must store
 * `buckets`, because a refund needs them.
 */
export function spendCredits<Outcome extends string = never>(
  request: Booking & { readonly amount: number; readonly limits?: GenerationLimits },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | SpendRefusal | Refused<Outcome>> {
  const { limits } = request;
  return book<Outcome, SpendRefusal>(
    request,
    (credits) => {
      const amount = parseOrInvalidInput(creditAmountSchema, request.amount);
      if (credits.closedAt !== undefined) throw new AppError('account_closing');
      const refusal = limits && refusalOf(credits, limits);
      if (refusal) return refusal;
      const buckets = splitSpend(credits, amount);
      if (!buckets) return { outcome: 'insufficient', available: available(credits) };
      const opened = limits && { generations: 1 as const, maxOpenGenerations: limits.open };
      return { balances: spend(credits, buckets), buckets, sign: -1, ...opened };
    },
    compose,
  );
}

/**
 * Opens a generation that costs nothing; the ledger entry of 0 credits states the reason. `closeGeneration` closes it.
 */
export function openFreeGeneration<Outcome extends string = never>(
  request: Booking & { readonly limits: GenerationLimits },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | GenerationRefusal | Refused<Outcome>> {
  const { limits } = request;
  return book<Outcome, GenerationRefusal>(
    request,
    (credits) => {
      if (credits.closedAt !== undefined) throw new AppError('account_closing');
      const refusal = refusalOf(credits, limits);
      if (refusal) return refusal;
      const buckets = { free: 0, subscription: 0, purchased: 0 };
      return { balances: credits, buckets, sign: 1, generations: 1, maxOpenGenerations: limits.open };
    },
    compose,
  );
}

function refusalOf(credits: Credits, limits: GenerationLimits): GenerationRefusal | undefined {
  if (credits.openGenerations >= limits.open) return { outcome: 'too_many_generations' };
  if (countedToday(credits) >= limits.day) return { outcome: 'too_many_generations_today' };
  return undefined;
}

function countedToday({ generationDay, generationsOfDay }: Credits): number {
  return generationDay === today() ? generationsOfDay : 0;
}

function today(): string {
  return nowIso().slice(0, 10);
}

/** Returns spent credits to their buckets; with `closesGeneration` it also closes the generation that they paid for. */
export function refundCredits<Outcome extends string = never>(
  request: Booking & { readonly buckets: CreditBuckets; readonly closesGeneration: boolean },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const { buckets, closesGeneration } = request;
  return book<Outcome, never>(
    request,
    (credits) => ({
      balances: refund(credits, buckets),
      buckets,
      sign: 1,
      ...(closesGeneration && credits.openGenerations > 0 && { generations: -1 as const }),
    }),
    compose,
  );
}

/** Adds credits that were paid for or given. */
export function grantCredits<Outcome extends string = never>(
  request: Booking & { readonly buckets: CreditBuckets },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const { buckets } = request;
  return book<Outcome, never>(
    request,
    (credits) => ({ balances: grant(credits, buckets), buckets, sign: 1 }),
    compose,
  );
}

/**
 * Takes back credits whose payment was refunded or disputed, at most the credits that are left. The result's `buckets`
 * are the credits taken back; the shortfall is logged (readings 7).
 */
export async function takeBackCredits<Outcome extends string = never>(
  request: Booking & { readonly buckets: CreditBuckets },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const result = await book<Outcome, never>(
    request,
    (credits) => {
      const { balances, taken } = takeBack(credits, request.buckets);
      return { balances, buckets: taken, sign: -1 };
    },
    compose,
  );
  if (result.outcome === 'booked' && 'buckets' in result) {
    const shortfall = totalOf(request.buckets) - totalOf(result.buckets);
    const { userId, idempotencyKey } = request;
    if (shortfall > 0)
      logger.warn('Credits to be withdrawn were already spent', { userId, idempotencyKey, shortfall });
  }
  return result;
}

type AdjustRefusal = { readonly outcome: 'changed'; readonly credits: Credits };

/**
 * Sets the purchased credits to `balance`, provided that they still equal `seen` (compare-and-swap, readings 34);
 * otherwise the outcome is `changed` with the current balances.
 */
export function adjustCredits<Outcome extends string = never>(
  request: Booking & { readonly seen: number; readonly balance: number },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | AdjustRefusal | Refused<Outcome>> {
  const { seen, balance } = request;
  return book<Outcome, AdjustRefusal>(
    request,
    (credits) => {
      if (credits.creditsBalance !== seen) return { outcome: 'changed', credits };
      const buckets = { free: 0, subscription: 0, purchased: Math.abs(balance - seen) };
      return balance >= seen
        ? { balances: grant(credits, buckets), buckets, sign: 1 }
        : { balances: takeBack(credits, buckets).balances, buckets, sign: -1 };
    },
    compose,
  );
}

/** Attempts of a booking. More than elsewhere, because all concurrent work of an account changes the same balances. */
const attempts = 40;

/**
 * Reads the balances, decides, and writes entry, balances and the caller's steps in one transaction. Tries again if a
 * concurrent booking came first. A refusal is returned only if it is based on balances that this call has read, and
 * only if the change was not booked before.
 * @throws AppError `busy` after the last attempt
 */
async function book<Outcome extends string, Refusal extends { readonly outcome: string }>(
  booking: Booking,
  decide: (credits: Credits) => Change | Refusal,
  compose: Compose<Outcome> | undefined,
): Promise<Booked | Exists | Refusal | Refused<Outcome>> {
  const { userId, idempotencyKey } = booking;
  return retryOnConflict<Booked | Exists | Refusal | Refused<Outcome>>(async (attempt) => {
    const known = attempt === 1 ? booking.credits : undefined;
    const credits = known ?? (await readCredits(userId));
    let decision: Change | Refusal;
    try {
      decision = decide(credits);
    } catch (error) {
      // If the change is booked already, a repetition may look impossible, so the entry is checked first.
      const entry = await readEntry(userId, idempotencyKey);
      if (entry) return { outcome: 'exists', entry };
      throw error;
    }
    if ('outcome' in decision) {
      // Credits may have come in since the caller read the balances: read them and try again.
      if (known) return conflict;
      const entry = await readEntry(userId, idempotencyKey);
      return entry ? { outcome: 'exists', entry } : decision;
    }
    const createdAt = nowIso();
    const entry = newEntry(booking, decision, createdAt);
    const version = credits.version + 1;
    const result = await transact<'exists' | 'stale' | Outcome>([
      putEntry(userId, entry, version),
      updateCredits(userId, credits, decision),
      ...(compose?.({ buckets: decision.buckets, createdAt }) ?? []),
    ]);
    if (result.outcome === 'committed') {
      const openGenerations = credits.openGenerations + (decision.generations ?? 0);
      return {
        outcome: 'booked',
        entry,
        buckets: decision.buckets,
        credits: { ...credits, ...decision.balances, openGenerations, version },
      };
    }
    if (result.outcome === 'exists') {
      const existing = await readEntry(userId, idempotencyKey);
      if (existing) return { outcome: 'exists', entry: existing };
    }
    return result.outcome === 'stale' ? conflict : (result as Refused<Outcome>);
  }, attempts);
}

function updateCredits(userId: string, seen: Credits, change: Change): Step<'stale'> {
  const { balances, generations = 0, maxOpenGenerations = Number.MAX_SAFE_INTEGER } = change;
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression:
        'SET creditsBalance = :purchased, subscriptionCreditsBalance = :subscription, freeCreditsUsed = :used, ' +
        'freeCreditsLimit = :limit, version = :next, openGenerations = openGenerations + :generations' +
        (generations > 0 ? ', generationDay = :today, generationsOfDay = :ofDay' : ''),
      // Closing an account does not change the version, but no generation may be opened after it.
      ConditionExpression: `version = :seen AND openGenerations BETWEEN :fewest AND :most${generations > 0 ? ' AND attribute_not_exists(closedAt)' : ''}`,
      ExpressionAttributeValues: {
        ':purchased': balances.creditsBalance,
        ':subscription': balances.subscriptionCreditsBalance,
        ':used': balances.freeCreditsUsed,
        ':limit': balances.freeCreditsLimit,
        ':seen': seen.version,
        ':next': seen.version + 1,
        ':generations': generations,
        ...(generations > 0 && { ':today': today(), ':ofDay': countedToday(seen) + 1 }),
        // `closeGeneration` changes `openGenerations` but not the version.
        ':fewest': generations < 0 ? 1 : 0,
        ':most': maxOpenGenerations - 1,
      },
    },
    refused: 'stale',
  };
}
