import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import { logger } from '#lambdas/runtime/logger.ts';
import { type Change, streamHandler } from '#lambdas/runtime/stream-handler.ts';
import { lambdaContext } from './http-event.ts';

const handle = vi.fn<(change: Change) => Promise<void>>();
const handler = streamHandler({ function: 'statsProjector', handle });

beforeEach(() => {
  handle.mockReset();
  vi.stubEnv('TABLE_NAME', 'table');
  logger.setLogLevel('SILENT');
});

function record(n: number, images: object): DynamoDBRecord {
  return {
    eventID: `event-${n}`,
    dynamodb: { SequenceNumber: `${n}`, ...images },
  };
}

it('hands over plain items, old and new', async () => {
  const image = {
    pk: { S: 'USER#1' },
    count: { N: '12' },
    flag: { BOOL: false },
    none: { NULL: true },
    list: { L: [{ S: 'a' }, { M: { deep: { N: '1.5' } } }] },
    names: { SS: ['x', 'y'] },
  };
  const event = { Records: [record(1, { OldImage: { pk: { S: 'USER#1' } }, NewImage: image })] };
  expect(await handler(event, lambdaContext)).toEqual({ batchItemFailures: [] });
  expect(handle).toHaveBeenCalledWith({
    eventId: 'event-1',
    before: { pk: 'USER#1' },
    after: {
      pk: 'USER#1',
      count: 12,
      flag: false,
      none: null,
      list: ['a', { deep: 1.5 }],
      names: new Set(['x', 'y']),
    },
  });
});

it('ends the batch at the first change that fails, from which Lambda starts again', async () => {
  handle.mockResolvedValueOnce().mockRejectedValueOnce(new Error('down'));
  const event = { Records: [1, 2, 3].map((n) => record(n, { NewImage: { pk: { S: 'A' } } })) };
  expect(await handler(event, lambdaContext)).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(handle).toHaveBeenCalledTimes(2);
});
