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
 * One write of a transaction, in the words of the document client without the table's name. `refused` names
 * what it means when the step's condition does not hold; a refusal without a name is an error of ours.
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
      /** The item that refused, as it stands; absent when there is none. */
      readonly current?: Record<string, unknown>;
    };

/** Reasons that say "not now": nothing was written and the same request may succeed. */
const passing = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);

const attempts = 10;

/**
 * Writes all steps or none. Contention and throttling are retried here with jittered backoff (the SDK does
 * not retry them). When conditions refuse, the outcome `exists` outranks every other, because a repeated
 * request has already happened whatever else is true now; then the earliest refused step names the outcome.
 * @throws AppError `busy` when contention does not end.
 */
export async function transact<Outcome extends string>(
  steps: readonly Step<Outcome>[],
): Promise<TransactionResult<Outcome>> {
  // One token for all attempts: if an attempt was committed and its reply lost, the next one reports success.
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
      // While a rival transaction is under way its result may be the "exists" that outranks this refusal.
      if (refusal && (refusal.outcome === 'exists' || !mayPass)) return refusal;
      if (!mayPass) throw error;
      await backOff(attempt);
    }
  }
  logger.warn('A transaction met contention until its last attempt');
  throw new AppError('busy');
}

/**
 * Writes one step by itself, for half of what a transaction takes. Only for steps that may happen twice: when a reply
 * is lost, the SDK sends the write again and its condition is asked once more.
 */
export async function writeAlone<Outcome extends string>(
  step: Step<Outcome>,
): Promise<{ readonly outcome: 'committed' | Outcome }> {
  const { Put, Update, Delete } = toWrite(step);
  try {
    if (Put) await dynamodb().send(new PutCommand(Put));
    if (Update) await dynamodb().send(new UpdateCommand(Update));
    if (Delete) await dynamodb().send(new DeleteCommand(Delete));
    return { outcome: 'committed' };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || step.refused === undefined) throw error;
    return { outcome: step.refused };
  }
}

function toWrite(step: Step): Write {
  const common = { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if ('put' in step) return { Put: { ...step.put, ...common } };
  if ('update' in step) return { Update: { ...step.update, ...common } };
  if ('remove' in step) return { Delete: { ...step.remove, ...common } };
  return { ConditionCheck: { ...step.check, ...common } };
}

/** Why DynamoDB cancelled, one reason a step in the steps' order. Any other error is thrown on. */
function cancellationReasons(error: unknown): readonly CancellationReason[] {
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
    const current =
      reason.Item && Object.keys(reason.Item).length > 0 ? { current: unmarshall(reason.Item) } : {};
    return [{ outcome: step.refused, ...current }];
  });
  return refusals.find(({ outcome }) => outcome === 'exists') ?? refusals[0];
}
