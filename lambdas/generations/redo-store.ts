/**
 * Free redos: one of each paid generation, and a few of a user in a day.
 *
 * - How many redos has this user asked for today?   table, pk USER#<user>, sk REDO_USE#<UTC day>
 */
import { userPartition } from '#lambdas/runtime/keys.ts';
import { expiryIn } from '#lambdas/runtime/time.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { maxDailyRedos } from '#shared/domain/redo.ts';
import { table } from '#shared/table.ts';
import type { StoredGeneration } from './generation.ts';
import { generationKey } from './generation-key.ts';

const keptFor = 2 * 24 * 60 * 60;

/** Transaction step that counts a redo of the user; refused as `limit` when it is one too many for the day. */
export function countRedo(userId: string, day: string): Step<'limit'> {
  return {
    update: {
      Key: { pk: userPartition(userId), sk: `REDO_USE#${day}` },
      UpdateExpression: 'SET #expiry = :expiry ADD redos :one',
      ConditionExpression: 'attribute_not_exists(redos) OR redos < :most',
      ExpressionAttributeNames: { '#expiry': table.expiry },
      ExpressionAttributeValues: { ':expiry': expiryIn(keptFor), ':one': 1, ':most': maxDailyRedos },
    },
    refused: 'limit',
  };
}

/**
 * Transaction step that notes the redo of a generation. Refused as `used` when another one was noted since the generation
 * was read, or the generation is gone.
 */
export function noteRedo(
  { userId, id, redo: seen }: StoredGeneration,
  redo: NonNullable<StoredGeneration['redo']>,
): Step<'used'> {
  return {
    update: {
      Key: generationKey(userId, id),
      ...setting(
        { redo },
        seen ? '#state = :done AND redo.id = :seen' : '#state = :done AND attribute_not_exists(redo)',
        { ':done': 'done', ...(seen && { ':seen': seen.id }) },
      ),
    },
    refused: 'used',
  };
}
