import middy from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import type { FunctionName } from '#shared/environment.ts';
import { readEnvironment } from './env.ts';
import { logger } from './logger.ts';
import { readMaintenance } from './maintenance-store.ts';
import { count } from './metrics.ts';
import { observe } from './observe.ts';

export interface QueueDelivery {
  readonly messageId: string;
  /** 1 on the first delivery. */
  readonly receiveCount: number;
  readonly queueArn: string;
  /** Milliseconds until Lambda ends the invocation. */
  readonly remainingMs: () => number;
  /** The part of it for the work itself. */
  readonly workMs: () => number;
}

/** Milliseconds kept for recording how the work ended. */
const reserve = 15_000;

/**
 * The handler of a function that consumes an SQS queue. It handles messages one after the other and reports those that
 * throw or do not fit the schema, so that only they are delivered again and finally reach the dead-letter queue.
 */
export function queueHandler<S extends z.ZodMiniType>(options: {
  readonly function: FunctionName;
  readonly message: S;
  readonly handle: (message: z.output<S>, delivery: QueueDelivery) => Promise<void>;
  /** Postpones messages that the maintenance switch stops; a postponed message counts as handled. */
  readonly postpone?: {
    readonly isStopped: (mode: MaintenanceMode, message: z.output<S>) => boolean;
    readonly until: (message: z.output<S>, delivery: QueueDelivery) => Promise<void>;
  };
}) {
  async function handleBatch(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
    readEnvironment(options.function);
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of event.Records) {
      try {
        const message = options.message.parse(JSON.parse(record.body));
        const delivery = deliveryOf(record, context);
        if (options.postpone?.isStopped((await readMaintenance()).mode, message))
          await options.postpone.until(message, delivery);
        else await options.handle(message, delivery);
      } catch (error) {
        logger.error('A message failed', { error: error as Error, messageId: record.messageId });
        count('MessageFailed');
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    }
    return { batchItemFailures };
  }

  return middy<SQSEvent, SQSBatchResponse>(
    handleBatch,
    observe<SQSEvent, SQSBatchResponse>(({ event, response }) => ({
      messages: event.Records.length,
      failed: response?.batchItemFailures.length,
    })),
  );
}

function deliveryOf(record: SQSRecord, context: Context): QueueDelivery {
  return {
    messageId: record.messageId,
    receiveCount: Number(record.attributes.ApproximateReceiveCount),
    queueArn: record.eventSourceARN,
    remainingMs: () => context.getRemainingTimeInMillis(),
    workMs: () => context.getRemainingTimeInMillis() - reserve,
  };
}
