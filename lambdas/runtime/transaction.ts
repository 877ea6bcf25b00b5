import { randomUUID } from 'node:crypto';
import { type CancellationReason, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AppError } from './app-error.ts';
import { backOff } from './backoff.ts';
import { dynamodb, tableName } from './dynamodb.ts';
import { logger } from './logger.ts';

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Part<K extends 'Put' | 'Update' | 'Delete' | 'ConditionCheck'> = Omit<
  NonNullable<Write[K]>,
  'TableName' | 'ReturnValuesOnConditionCheckFailure'
>;

/**
 * One write of a transaction, in the document client's terms without the table's name. `refused` names the outcome
 * when the step's condition fails; a failed condition without a name is an internal error.
 */
export type Step<Outcome extends string = string> = (
  | { readonly put: Part<'Put'> }
  | { readonly update: Part<'Update'> }
  | { readonly remove: Part<'Delete'> }
  | { readonly check: Part<'ConditionCheck'> }
) & { readonly refused?: Outcome };

export type TransactionResult<Outcome extends string> =
  | { readonly outcome: 'committed' }
  | {
      readonly outcome: Outcome;
      /** The item whose condition failed; absent when there is none. */
      readonly current?: Record<string, unknown>;
    };

/** DynamoDB's answer to a repeated request while its first attempt, whose connection broke, is still running. */
const inProgress = 'TransactionInProgressException';

/** Temporary reasons for a cancellation: the same request may succeed. */
const passing = new Set([
  inProgress,
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

const attempts = 10;

/**
 * Writes all steps or none. Repeats after contention and throttling with jittered backoff, which the SDK does not do.
 * If several conditions fail, the outcome `exists` takes precedence, because then an earlier identical request has
 * succeeded; otherwise the first of these steps names the outcome.
 * @throws AppError `busy` after the last attempt
 */
export async function transact<Outcome extends string>(
  steps: readonly Step<Outcome>[],
): Promise<TransactionResult<Outcome>> {
  // One idempotency token for all attempts: if an attempt was committed and its reply lost, the next one reports
  // success.
  const command = new TransactWriteCommand({
    TransactItems: steps.map(toWrite),
    ClientRequestToken: randomUUID(),
  });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      await dynamodb().send(command);
      return { outcome: 'committed' };
    } catch (error) {
      const reasons = cancellationReasons(error);
      const refusal = firstRefusal(steps, reasons);
      const mayPass = reasons.some(({ Code }) => Code !== undefined && passing.has(Code));
      // While another transaction is in progress, its result may be the "exists" that takes precedence.
      if (refusal && (refusal.outcome === 'exists' || !mayPass)) return refusal;
      if (!mayPass) throw error;
      await backOff(attempt);
    }
  }
  logger.warn('A transaction met contention in every attempt');
  throw new AppError('busy');
}

/**
 * Writes a single step, at half the price of a transaction. Use it only for repeatable steps: after a lost reply the
 * SDK sends the write again and its condition is checked again.
 */
export async function writeAlone<Outcome extends string>(
  step: Step<Outcome>,
): Promise<TransactionResult<Outcome>> {
  const { Put, Update, Delete } = toWrite(step);
  try {
    if (Put) await dynamodb().send(new PutCommand(Put));
    if (Update) await dynamodb().send(new UpdateCommand(Update));
    if (Delete) await dynamodb().send(new DeleteCommand(Delete));
    return { outcome: 'committed' };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || step.refused === undefined) throw error;
    return { outcome: step.refused, ...currentOf(error.Item) };
  }
}

function toWrite(step: Step): Write {
  const common = { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if ('put' in step) return { Put: { ...step.put, ...common } };
  if ('update' in step) return { Update: { ...step.update, ...common } };
  if ('remove' in step) return { Delete: { ...step.remove, ...common } };
  return { ConditionCheck: { ...step.check, ...common } };
}

/**
 * The reasons for a cancelled transaction, one for each step, or the reason why this request has to wait for its own
 * former attempt. Rethrows any other error.
 */
function cancellationReasons(error: unknown): readonly CancellationReason[] {
  if (error instanceof Error && error.name === inProgress) return [{ Code: inProgress }];
  if (error instanceof Error && error.name === 'TransactionCanceledException')
    return (error as Error & { CancellationReasons?: CancellationReason[] }).CancellationReasons ?? [];
  throw error;
}

function firstRefusal<Outcome extends string>(
  steps: readonly Step<Outcome>[],
  reasons: readonly CancellationReason[],
) {
  const refusals = steps.flatMap((step, index) => {
    const reason = reasons[index];
    if (reason?.Code !== 'ConditionalCheckFailed' || step.refused === undefined) return [];
    return [{ outcome: step.refused, ...currentOf(reason.Item) }];
  });
  return refusals.find(({ outcome }) => outcome === 'exists') ?? refusals[0];
}

function currentOf(item: CancellationReason['Item']): { readonly current?: Record<string, unknown> } {
  return item && Object.keys(item).length > 0 ? { current: unmarshall(item) } : {};
}
