import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildApp } from 'fauxqs';
import * as z from 'zod';

const summarySchema = z.array(
  z.object({
    name: z.string(),
    approximateMessageCount: z.number(),
    approximateInflightCount: z.number(),
    approximateDelayedCount: z.number(),
  }),
);

const detailSchema = z.object({
  messages: z.object({ inflight: z.array(z.object({ receiptHandle: z.string() })) }),
});

const sentSchema = z.looseObject({ DelaySeconds: z.number().optional() });

const queueSchema = z.object({ QueueUrl: z.string() });
const receivedSchema = z.object({ Messages: z.array(z.object({ ReceiptHandle: z.string() })).default([]) });

/** Messages of one queue: ready to be received, received but not deleted, and delayed. */
export interface QueueDepth {
  name: string;
  ready: number;
  inFlight: number;
  delayed: number;
}

export interface QueueEngine {
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
  depths(): Promise<QueueDepth[]>;
  /** Receipt handles of the messages that were received and neither deleted nor returned. */
  inFlight(queueName: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * SQS by fauxqs, in this process and in memory: a restart loses every message. The delay of a message is divided by
 * `delaySpeed` and rounded up to whole seconds.
 */
export async function createQueueEngine(delaySpeed = 1): Promise<QueueEngine> {
  const app = buildApp({ logger: false });
  await app.ready();
  const read = async (url: string): Promise<unknown> => (await app.inject({ method: 'GET', url })).json();

  const shorten = (headers: Record<string, string>, body: Buffer): Buffer => {
    if (delaySpeed === 1 || headers['x-amz-target'] !== 'AmazonSQS.SendMessage') return body;
    const message = sentSchema.parse(JSON.parse(body.toString('utf8')));
    if (message.DelaySeconds === undefined) return body;
    const DelaySeconds = Math.ceil(message.DelaySeconds / delaySpeed);
    const shortened = Buffer.from(JSON.stringify({ ...message, DelaySeconds }));
    headers['content-length'] = String(shortened.length);
    return shortened;
  };

  /** Returns the messages of a poll whose caller has disconnected. */
  const giveBack = async (headers: Record<string, string>, request: Buffer, reply: string) => {
    if (headers['x-amz-target'] !== 'AmazonSQS.ReceiveMessage') return;
    const { QueueUrl } = queueSchema.parse(JSON.parse(request.toString('utf8')));
    for (const { ReceiptHandle } of receivedSchema.parse(JSON.parse(reply)).Messages)
      await app.inject({
        method: 'POST',
        url: '/',
        headers: {
          ...headers,
          'x-amz-target': 'AmazonSQS.ChangeMessageVisibility',
          'content-length': undefined,
        },
        payload: JSON.stringify({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      });
  };

  return {
    async handle(req, res, body) {
      const headers = Object.fromEntries(
        Object.entries(req.headers).flatMap(([name, value]) =>
          value === undefined || name.startsWith(':')
            ? []
            : [[name, Array.isArray(value) ? value.join(',') : value]],
        ),
      );
      const reply = await app.inject({ method: 'POST', url: '/', headers, payload: shorten(headers, body) });
      if (res.destroyed) {
        await giveBack(headers, body, reply.payload);
        return;
      }
      const contentType = reply.headers['content-type'];
      res.writeHead(reply.statusCode, {
        'content-type': typeof contentType === 'string' ? contentType : 'application/x-amz-json-1.0',
        'content-length': reply.rawPayload.length,
        ...(typeof reply.headers['x-amzn-query-error'] === 'string' && {
          'x-amzn-query-error': reply.headers['x-amzn-query-error'],
        }),
      });
      res.end(reply.rawPayload);
    },
    async depths() {
      return summarySchema.parse(await read('/_fauxqs/queues')).map((queue) => ({
        name: queue.name,
        ready: queue.approximateMessageCount,
        inFlight: queue.approximateInflightCount,
        delayed: queue.approximateDelayedCount,
      }));
    },
    async inFlight(queueName) {
      const detail = detailSchema.parse(await read(`/_fauxqs/queues/${encodeURIComponent(queueName)}`));
      return detail.messages.inflight.map(({ receiptHandle }) => receiptHandle);
    },
    close: async () => {
      await app.close();
    },
  };
}
