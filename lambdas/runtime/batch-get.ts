import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from './app-error.ts';
import { backOff } from './backoff.ts';
import { dynamodb, tableName } from './dynamodb.ts';

const attempts = 10;

/**
 * Reads up to 100 items in one call and repeats it for unprocessed keys.
 * @throws AppError `busy` when keys stay unprocessed.
 */
export async function batchGet(keys: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let left = [...keys];
  for (let attempt = 1; left.length > 0; attempt += 1) {
    if (attempt > attempts) throw new AppError('busy');
    const { Responses = {}, UnprocessedKeys = {} } = await dynamodb().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: left } } }),
    );
    items.push(...(Responses[tableName()] ?? []));
    left = UnprocessedKeys[tableName()]?.Keys ?? [];
    if (left.length > 0) await backOff(attempt);
  }
  return items;
}
