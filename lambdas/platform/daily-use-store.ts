/**
 * Counts the requests of each user on the current day (UTC), to limit them.
 *
 * - How often did this user make this kind of request today?   table, pk USER#<user>, sk USE#<kind>#<UTC day>
 *
 * Each kind has an item of its own, so that requests of different kinds never conflict.
 */
import { AppError } from '#lambdas/runtime/app-error.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { maxDailyRedos } from '#shared/domain/redo.ts';
import { maxDailyMenus } from '#shared/domain/whole-menu.ts';
import { table } from '#shared/table.ts';

/** Limits of one user per day. */
export const maxDailyUses = {
  upload: 200,
  /** Previews of photos: ten times those of the largest menu. */
  preview: 500,
  cutOut: 100,
  /** Corrections of the mask of a dish. */
  mask: 300,
  reading: 100,
  facts: 200,
  repair: 200,
  redo: maxDailyRedos,
  words: 50,
  logo: 30,
  /** Texts that a model writes for pictures. */
  post: 50,
  /** Texts that a user saves for pictures: each makes the next download sign the picture anew. */
  savedPost: 500,
  menu: maxDailyMenus,
  /** ZIPs of pictures. */
  pack: 50,
  /** New share pages. */
  share: 200,
  /** Requests that Stripe answers: checkouts, the portal, top-ups and their verification. */
  payment: 200,
  /** Errors of the site that a browser reports. */
  clientError: 100,
} as const;

/** Limits of a Free user, who pays nothing for what models do before anything is ordered. */
const maxFreeUses: Partial<Record<keyof typeof maxDailyUses, number>> = { cutOut: 30, reading: 30 };

type DailyUse = keyof typeof maxDailyUses;

/** Limits of one user per quarter of an hour, which is the lifetime of an upload's link. */
export const maxBurstUses = { upload: 80, payment: 60, clientError: 5 } as const;

const dailyLimitTexts: Readonly<Record<keyof typeof maxBurstUses, string>> = {
  upload: `You have uploaded ${maxDailyUses.upload} photos today, which is as many as we allow in a day.`,
  payment: 'You have opened as many payment pages as we allow in a day.',
  clientError: 'Your browser has reported as many errors as we count in a day.',
};

const keptFor = 2 * 24 * 60 * 60;

/** Transaction step that counts one use; refused as `limit` beyond the day's limit, which may depend on the tier. */
export function countUse(userId: string, use: DailyUse, day: string, tier?: Tier): Step<'limit'> {
  const most = (tier === 'free' ? maxFreeUses[use] : undefined) ?? maxDailyUses[use];
  return {
    update: {
      Key: keyOf(userId, use, day),
      UpdateExpression: 'SET #expiry = :expiry ADD uses :one',
      ConditionExpression: 'attribute_not_exists(uses) OR uses < :most',
      ExpressionAttributeNames: { '#expiry': table.expiry },
      ExpressionAttributeValues: { ':expiry': expiryIn(keptFor), ':one': 1, ':most': most },
    },
    refused: 'limit',
  };
}

/**
 * Counts one use for the day and for its quarter of an hour, in a single write.
 * @throws AppError `daily_limit_reached`, `too_many_requests`
 */
export async function countBurstUse(userId: string, use: keyof typeof maxBurstUses): Promise<void> {
  const now = nowIso();
  // One attribute for each quarter of an hour with a request: at most 96 in a day.
  const quarter = `from${now.slice(11, 13)}${Math.floor(Number(now.slice(14, 16)) / 15)}`;
  const result = await writeAlone({
    update: {
      Key: keyOf(userId, use, now.slice(0, 10)),
      UpdateExpression: 'SET #expiry = :expiry ADD uses :one, #quarter :one',
      ConditionExpression:
        '(attribute_not_exists(uses) OR uses < :most) AND (attribute_not_exists(#quarter) OR #quarter < :burst)',
      ExpressionAttributeNames: { '#expiry': table.expiry, '#quarter': quarter },
      ExpressionAttributeValues: {
        ':expiry': expiryIn(keptFor),
        ':one': 1,
        ':most': maxDailyUses[use],
        ':burst': maxBurstUses[use],
      },
    },
    refused: 'limit',
  });
  if (result.outcome === 'committed') return;
  if (Number(result.current?.uses) >= maxDailyUses[use])
    throw new AppError('daily_limit_reached', dailyLimitTexts[use]);
  throw new AppError('too_many_requests');
}

function keyOf(userId: string, use: DailyUse, day: string) {
  return { pk: userPartition(userId), sk: `USE#${use}#${day}` };
}
