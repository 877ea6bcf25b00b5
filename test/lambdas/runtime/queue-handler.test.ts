import type { SQSEvent } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { logger } from '#lambdas/runtime/logger.ts';
import { type QueueDelivery, queueHandler } from '#lambdas/runtime/queue-handler.ts';
import { lambdaContext } from './http-event.ts';

const handle = vi.fn<(message: { id: string }, delivery: QueueDelivery) => Promise<void>>();
const message = z.object({ id: z.string() });
const handler = queueHandler({ function: 'publisher', message, handle });

beforeEach(() => {
  handle.mockReset();
  vi.stubEnv('STANDARD_QUEUE_URL', 'url');
  vi.stubEnv('PRIORITY_QUEUE_URL', 'url');
  vi.stubEnv('MENUS_QUEUE_URL', 'url');
  logger.setLogLevel('SILENT');
});

function eventOf(...bodies: string[]): SQSEvent {
  const Records = bodies.map((body, n) => ({
    messageId: `message-${n}`,
    body,
    attributes: { ApproximateReceiveCount: '2' },
    eventSourceARN: 'arn:queue',
  }));
  return { Records } as unknown as SQSEvent;
}

it('hands over each message with its delivery', async () => {
  expect(await handler(eventOf('{"id":"a"}'), lambdaContext)).toEqual({ batchItemFailures: [] });
  const [received, delivery] = handle.mock.calls[0] ?? [];
  expect(received).toEqual({ id: 'a' });
  expect(delivery).toMatchObject({ messageId: 'message-0', receiveCount: 2, queueArn: 'arn:queue' });
  expect(delivery?.remainingMs()).toBe(28_000);
  expect(delivery?.workMs()).toBe(13_000);
});

it('reports only the messages that failed or cannot be read', async () => {
  handle.mockRejectedValueOnce(new Error('down')).mockResolvedValue();
  const event = eventOf('{"id":"a"}', 'no JSON', '{"id":7}', '{"id":"d"}');
  const { batchItemFailures } = await handler(event, lambdaContext);
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
    'message-0',
    'message-1',
    'message-2',
  ]);
  expect(handle).toHaveBeenCalledTimes(2);
});
