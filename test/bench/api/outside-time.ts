/**
 * The time in which a route waits for services other than the table. It says nothing about the product, because
 * these services are local engines here; only the rest is compared with the table's calls.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { bedrockIn } from '#lambdas/models/bedrock-client.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { sqs } from '#lambdas/runtime/queue.ts';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { modelRegion } from './world.ts';

const [storage, queues] = await Promise.all([s3(), sqs()]);

interface Span {
  readonly isTable: boolean;
  readonly from: number;
  to: number;
}

/** Watches the clients of the product; one in each process. */
export class OutsideTime {
  readonly #stripePort: string;
  readonly #stripeCalls = new WeakMap<object, number>();
  #spans: Span[] = [];

  /** @param stripeOrigin Origin of Stripe's API, whose library is watched by its requests. */
  constructor(stripeOrigin: string) {
    this.#stripePort = new URL(stripeOrigin).port;
    this.#watch(dynamodb(), true);
    for (const client of [storage, queues, cognito(), bedrockIn(modelRegion)]) this.#watch(client, false);
    subscribe('http.client.request.start', (message) => {
      const { request } = message as { request: ClientRequest };
      if (this.#isStripe(request)) this.#stripeCalls.set(request, performance.now());
    });
    subscribe('http.client.response.finish', (message) => {
      const { request } = message as { request: ClientRequest };
      const from = this.#stripeCalls.get(request);
      if (from !== undefined) this.#spans.push({ isTable: false, from, to: performance.now() });
    });
  }

  /** Duration of some work in milliseconds, without the time in which it only waited for other services. */
  async ownTime(work: () => Promise<unknown>): Promise<number> {
    this.#spans = [];
    const began = performance.now();
    await work();
    return performance.now() - began - waitedAlone(this.#spans);
  }

  #watch({ middlewareStack }: { readonly middlewareStack: unknown }, isTable: boolean): void {
    // The clients differ only in the types of their calls, which are forwarded unchanged.
    (middlewareStack as (typeof storage)['middlewareStack']).add(
      (proceed) => async (args) => {
        const from = performance.now();
        const reply = await proceed(args);
        // The same client signs links without sending a request.
        const isLink = 'presigned' in (reply.output ?? {});
        if (isLink) return reply;
        const span = { isTable, from, to: performance.now() };
        this.#spans.push(span);
        lengthenByBody(span, reply.output);
        return reply;
      },
      { step: 'initialize', name: 'outsideTime', priority: 'high' },
    );
  }

  #isStripe(request: ClientRequest): boolean {
    return String(request.getHeader('host')).endsWith(`:${this.#stripePort}`);
  }
}

/** A file of S3 still arrives when the call has returned. */
function lengthenByBody(span: Span, output: object): void {
  const { Body: body } = output as { Body?: { transformToByteArray(): Promise<Uint8Array> } };
  if (!body) return;
  const read = body.transformToByteArray.bind(body);
  body.transformToByteArray = async () => {
    const bytes = await read();
    span.to = performance.now();
    return bytes;
  };
}

/** Total time in which a service was called and the table was not. */
function waitedAlone(spans: readonly Span[]): number {
  const moments = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let sum = 0;
  for (const [index, from] of moments.entries()) {
    const to = moments[index + 1];
    if (to === undefined) break;
    const open = spans.filter((span) => span.from <= from && span.to >= to);
    if (open.length > 0 && !open.some(({ isTable }) => isTable)) sum += to - from;
  }
  return sum;
}
