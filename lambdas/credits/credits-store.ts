/**
 * Credits of a user: the balances and the ledger that explains them.
 *
 * - What can the user spend?                       table, pk USER#<user>, sk ACCOUNT#CREDITS
 * - Was this cause booked already?                 table, pk USER#<user>, sk LEDGER#<cause>
 * - Where did every credit come from and go to?    gsi1, gsi1pk LEDGER#<user>, gsi1sk = version, newest first
 *
 * A balance changes only together with a new, immutable entry. The entry's key is its cause, so that the same
 * cause cannot be booked twice; the update is conditional on the version that was read, so that every entry
 * states the balance it led to. The sum of all entries is the balance.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { backOff } from '#lambdas/runtime/backoff.ts';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey, userPartition } from '#lambdas/runtime/keys.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { type LedgerEntry, ledgerEntrySchema } from '#shared/api/account.ts';
import {
  available,
  type Balances,
  grant,
  type Pockets,
  refund,
  spend,
  splitSpend,
  takeBack,
} from '#shared/domain/credits.ts';
import { table } from '#shared/table.ts';

const creditsSchema = z.object({
  creditsBalance: z.int().check(z.minimum(0)),
  subscriptionCreditsBalance: z.int().check(z.minimum(0)),
  freeCreditsUsed: z.int().check(z.minimum(0)),
  freeCreditsLimit: z.int().check(z.minimum(0)),
  /** Jobs that were charged and have not ended. */
  openJobs: z.int().check(z.minimum(0)),
  /** Number of entries booked; also the order of the ledger. */
  version: z.int().check(z.minimum(0)),
  /** Set when the account is being deleted: nothing more is spent. */
  closedAt: z.optional(z.string()),
});

/** The item ACCOUNT#CREDITS. */
export type Credits = z.output<typeof creditsSchema>;

/** Names why a balance changes: its kind and the id of what caused it, such as `spend#<generation>`. */
export type Cause = `${LedgerEntry['kind']}#${string}`;

interface Booking {
  readonly userId: string;
  readonly cause: Cause;
  /** What a person reads in the ledger; empty when the kind says it all. */
  readonly note?: string;
  /** The balances as they were read consistently a moment ago: the first attempt begins with them. */
  readonly known?: Credits;
}

/** An entry as it was booked. `pockets` is the amount that moved, never negative. */
interface Booked {
  readonly outcome: 'booked';
  readonly entry: LedgerEntry;
  readonly pockets: Pockets;
  readonly credits: Credits;
}

/** The cause was booked before: nothing changed, and the entry that it led to. */
interface Exists {
  readonly outcome: 'exists';
  readonly entry: LedgerEntry;
}

/** A step of the caller's that shares the transaction did not hold; nothing was booked. */
interface Refused<Outcome extends string> {
  readonly outcome: Outcome;
  readonly current?: Record<string, unknown>;
}

/** Further steps of the same transaction, made from what is about to be booked. */
type Compose<Outcome extends string> = (booking: {
  readonly pockets: Pockets;
  readonly createdAt: string;
}) => readonly Step<Outcome>[];

interface Change {
  readonly balances: Balances;
  readonly pockets: Pockets;
  readonly sign: 1 | -1;
  /** +1 opens a job, -1 closes one. */
  readonly jobs?: 1 | -1;
  /** Jobs that may be open before this one. */
  readonly maxOpenJobs?: number;
}

type SpendRefusal =
  | { readonly outcome: 'insufficient'; readonly available: number }
  | { readonly outcome: 'too_many_jobs' };

/**
 * Spends `amount` credits: free, then monthly, then purchased ones. With `maxOpenJobs` it also opens a job,
 * which `refundCredits` or `closeJob` ends. `compose` adds the record of what was paid for; keep `pockets`
 * in it, because a refund must name them.
 */
export function spendCredits<Outcome extends string = never>(
  request: Booking & { readonly amount: number; readonly maxOpenJobs?: number },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | SpendRefusal | Refused<Outcome>> {
  const { amount, maxOpenJobs } = request;
  return book<Outcome, SpendRefusal>(
    request,
    (credits) => {
      if (credits.closedAt !== undefined) throw new AppError('account_closing');
      if (maxOpenJobs !== undefined && credits.openJobs >= maxOpenJobs) return { outcome: 'too_many_jobs' };
      const pockets = splitSpend(credits, amount);
      if (!pockets) return { outcome: 'insufficient', available: available(credits) };
      const job = maxOpenJobs !== undefined && { jobs: 1 as const, maxOpenJobs };
      return { balances: spend(credits, pockets), pockets, sign: -1, ...job };
    },
    compose,
  );
}

/** Gives a spend back into the pockets it came from; with `closesJob` the job that it paid for ends. */
export function refundCredits<Outcome extends string = never>(
  request: Booking & { readonly pockets: Pockets; readonly closesJob: boolean },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const { pockets, closesJob } = request;
  return book<Outcome, never>(
    request,
    (credits) => ({
      balances: refund(credits, pockets),
      pockets,
      sign: 1,
      ...(closesJob && credits.openJobs > 0 && { jobs: -1 as const }),
    }),
    compose,
  );
}

/** Adds credits that were paid for or given. */
export function grantCredits<Outcome extends string = never>(
  request: Booking & { readonly pockets: Pockets },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const { pockets } = request;
  return book<Outcome, never>(
    request,
    (credits) => ({ balances: grant(credits, pockets), pockets, sign: 1 }),
    compose,
  );
}

/**
 * Withdraws credits whose payment was refunded or disputed, at most what is left of them; `pockets` of the
 * result says what was taken. What could not be taken is logged (readings 7).
 */
export async function takeBackCredits<Outcome extends string = never>(
  request: Booking & { readonly pockets: Pockets },
  compose?: Compose<Outcome>,
): Promise<Booked | Exists | Refused<Outcome>> {
  const result = await book<Outcome, never>(
    request,
    (credits) => {
      const { balances, taken } = takeBack(credits, request.pockets);
      return { balances, pockets: taken, sign: -1 };
    },
    compose,
  );
  if (result.outcome === 'booked' && 'pockets' in result) {
    const shortfall = sum(request.pockets) - sum(result.pockets);
    if (shortfall > 0)
      logger.warn('Credits to be taken back were spent already', { cause: request.cause, shortfall });
  }
  return result;
}

type AdjustRefusal = { readonly outcome: 'changed'; readonly credits: Credits };

/**
 * Sets the purchased credits to `balance`, provided they are still `seen` (readings 34); otherwise `changed`
 * with the figures as they are.
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
      const pockets = { free: 0, subscription: 0, purchased: Math.abs(balance - seen) };
      return balance >= seen
        ? { balances: grant(credits, pockets), pockets, sign: 1 }
        : { balances: takeBack(credits, pockets).balances, pockets, sign: -1 };
    },
    compose,
  );
}

/** The step after which the user can spend nothing any more. */
export function closeCredits(userId: string, closedAt: string): Step<never> {
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression: 'SET closedAt = :now',
      ExpressionAttributeValues: { ':now': closedAt },
    },
  };
}

/** Ends a charged job without a refund. A step for the transaction that records the job's end. */
export function closeJob(userId: string): Step<never> {
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression: 'SET openJobs = openJobs - :one',
      ConditionExpression: 'openJobs >= :one',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** The steps that give a new user an account, with `free` credits and the entry that explains them. */
export function openCredits(userId: string, free: number, createdAt: string): readonly Step<'exists'>[] {
  const empty = {
    creditsBalance: 0,
    subscriptionCreditsBalance: 0,
    freeCreditsUsed: 0,
    freeCreditsLimit: 0,
    openJobs: 0,
    version: 0,
  };
  const pockets = { free, subscription: 0, purchased: 0 };
  const balances = grant(empty, pockets);
  const version = free > 0 ? 1 : 0;
  const account: Step<'exists'> = {
    put: {
      Item: { ...accountKey(userId, 'CREDITS'), ...empty, ...balances, version, createdAt },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'exists',
  };
  if (free === 0) return [account];
  const entry = toEntry({ userId, cause: 'free#sign-up' }, { balances, pockets, sign: 1 }, createdAt);
  return [account, putEntry(userId, entry, version)];
}

/**
 * Balances and open jobs, read consistently.
 * @throws AppError `not_found` when the user has no account yet.
 */
export async function readCredits(userId: string): Promise<Credits> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: accountKey(userId, 'CREDITS'), ConsistentRead: true }),
  );
  if (!Item) throw new AppError('not_found', 'This account is not set up yet');
  return parseCredits(Item);
}

/** The item ACCOUNT#CREDITS as typed values. Throws on a corrupt item. */
export function parseCredits(item: Record<string, unknown>): Credits {
  return creditsSchema.parse(item);
}

/** What was booked for the cause, if anything, read consistently. */
export async function readEntry(userId: string, cause: Cause): Promise<LedgerEntry | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: entryKey(userId, cause), ConsistentRead: true }),
  );
  return Item && ledgerEntrySchema.parse(Item);
}

/** A page of the ledger, newest first. */
export async function listEntries(
  userId: string,
  cursor?: string,
  limit = 50,
): Promise<{ items: LedgerEntry[]; cursor?: string }> {
  const partition = { [table.index.partitionKey]: ledgerPartition(userId) };
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :ledger',
      ExpressionAttributeValues: { ':ledger': ledgerPartition(userId) },
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: fromCursor(cursor, partition),
    }),
  );
  const next = toCursor(LastEvaluatedKey);
  return {
    items: Items.map((item) => ledgerEntrySchema.parse(item)),
    ...(next !== undefined && { cursor: next }),
  };
}

const attempts = 40;

/**
 * Reads the balances, decides, and writes entry, balances and the caller's steps in one transaction. A rival
 * booking makes it begin again. A refusal is believed only when the cause was not booked before.
 * @throws AppError `busy` when rivals do not end.
 */
async function book<Outcome extends string, Refusal extends { readonly outcome: string }>(
  booking: Booking,
  decide: (credits: Credits) => Change | Refusal,
  compose: Compose<Outcome> | undefined,
): Promise<Booked | Exists | Refusal | Refused<Outcome>> {
  const { userId, cause } = booking;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const credits = (attempt === 1 ? booking.known : undefined) ?? (await readCredits(userId));
    let decision: Change | Refusal;
    try {
      decision = decide(credits);
    } catch (error) {
      // A change that has been made need not be possible once more.
      const entry = await readEntry(userId, cause);
      if (entry) return { outcome: 'exists', entry };
      throw error;
    }
    if ('outcome' in decision) {
      const entry = await readEntry(userId, cause);
      return entry ? { outcome: 'exists', entry } : decision;
    }
    const createdAt = nowIso();
    const entry = toEntry(booking, decision, createdAt);
    const version = credits.version + 1;
    const result = await transact<'exists' | 'stale' | Outcome>([
      putEntry(userId, entry, version),
      updateCredits(userId, credits, decision),
      ...(compose?.({ pockets: decision.pockets, createdAt }) ?? []),
    ]);
    if (result.outcome === 'committed') {
      const openJobs = credits.openJobs + (decision.jobs ?? 0);
      return {
        outcome: 'booked',
        entry,
        pockets: decision.pockets,
        credits: { ...credits, ...decision.balances, openJobs, version },
      };
    }
    if (result.outcome === 'exists') {
      const existing = await readEntry(userId, cause);
      if (existing) return { outcome: 'exists', entry: existing };
    }
    if (result.outcome !== 'stale') return result as Refused<Outcome>;
    await backOff(attempt, 10, 300);
  }
  logger.warn('A booking met rivals until its last attempt', { cause });
  throw new AppError('busy');
}

function updateCredits(userId: string, seen: Credits, change: Change): Step<'stale'> {
  const { balances, jobs = 0, maxOpenJobs = Number.MAX_SAFE_INTEGER } = change;
  return {
    update: {
      Key: accountKey(userId, 'CREDITS'),
      UpdateExpression:
        'SET creditsBalance = :purchased, subscriptionCreditsBalance = :subscription, ' +
        'freeCreditsUsed = :used, freeCreditsLimit = :limit, version = :next, openJobs = openJobs + :jobs',
      // Closing an account does not change the version, and no job may be opened after it.
      ConditionExpression: `version = :seen AND openJobs BETWEEN :fewest AND :most${jobs > 0 ? ' AND attribute_not_exists(closedAt)' : ''}`,
      ExpressionAttributeValues: {
        ':purchased': balances.creditsBalance,
        ':subscription': balances.subscriptionCreditsBalance,
        ':used': balances.freeCreditsUsed,
        ':limit': balances.freeCreditsLimit,
        ':seen': seen.version,
        ':next': seen.version + 1,
        ':jobs': jobs,
        // Closing a job changes openJobs but not the version.
        ':fewest': jobs < 0 ? 1 : 0,
        ':most': maxOpenJobs - 1,
      },
    },
    refused: 'stale',
  };
}

function putEntry(userId: string, entry: LedgerEntry, version: number): Step<'exists'> {
  return {
    put: {
      Item: {
        ...entryKey(userId, entry.id as Cause),
        [table.index.partitionKey]: ledgerPartition(userId),
        [table.index.sortKey]: String(version).padStart(12, '0'),
        ...entry,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'exists',
  };
}

function toEntry(
  { cause, note = '' }: Booking,
  { balances, pockets, sign }: Change,
  createdAt: string,
): LedgerEntry {
  const signed = (amount: number) => (amount === 0 ? 0 : sign * amount);
  return {
    id: cause,
    kind: cause.slice(0, cause.indexOf('#')) as LedgerEntry['kind'],
    free: signed(pockets.free),
    subscription: signed(pockets.subscription),
    purchased: signed(pockets.purchased),
    availableAfter: available(balances),
    note,
    createdAt,
  };
}

function entryKey(userId: string, cause: Cause): { pk: string; sk: string } {
  return { pk: userPartition(userId), sk: `LEDGER#${cause}` };
}

function ledgerPartition(userId: string): string {
  return `LEDGER#${userId}`;
}

function sum({ free, subscription, purchased }: Pockets): number {
  return free + subscription + purchased;
}
