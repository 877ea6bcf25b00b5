import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, StreamRecord } from 'aws-lambda';
import type { FunctionName } from '#shared/environment.ts';
import { readEnvironment } from './env.ts';
import { logger } from './logger.ts';
import { count } from './metrics.ts';
import { observe } from './observe.ts';

type Item = Readonly<Record<string, unknown>>;

/** A change of one item. `before` is absent for an insert, `after` for a removal. */
export interface Change {
  /** The same in every delivery of the change, for deduplication. */
  readonly eventId: string;
  readonly before?: Item;
  readonly after?: Item;
}

/**
 * The handler of a function that consumes the table's stream. It handles changes in order and stops at the first
 * failure, because Lambda repeats the batch from the reported change on.
 */
export function streamHandler(options: {
  readonly function: FunctionName;
  readonly handle: (change: Change) => Promise<void>;
}) {
  async function handleBatch(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
    readEnvironment(options.function);
    for (const record of event.Records) {
      try {
        await options.handle(toChange(record));
      } catch (error) {
        logger.error('A change failed', { error: error as Error, eventId: record.eventID ?? '' });
        count('ChangeFailed');
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    return { batchItemFailures: [] };
  }

  return middy<DynamoDBStreamEvent, DynamoDBBatchResponse>(
    handleBatch,
    observe<DynamoDBStreamEvent, DynamoDBBatchResponse>(({ event, response }) => ({
      changes: event.Records.length,
      failed: response?.batchItemFailures.length,
    })),
  );
}

function toChange({ eventID, dynamodb: change }: DynamoDBRecord): Change {
  if (!eventID || !change) throw new Error('A stream record has no id or no change');
  return {
    eventId: eventID,
    ...(change.OldImage && { before: plainItem(change.OldImage) }),
    ...(change.NewImage && { after: plainItem(change.NewImage) }),
  };
}

/** The item as the document client returns it. Lambda's types and the SDK's describe the same JSON. */
function plainItem(image: NonNullable<StreamRecord['NewImage']>): Item {
  return unmarshall(image as Record<string, AttributeValue>);
}
