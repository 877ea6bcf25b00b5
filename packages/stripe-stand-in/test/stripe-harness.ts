import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import type { LocalStripe, StripeOptions } from '#src/stripe.ts';
import { type StripeServer, startStripe } from '#src/stripe-server.ts';

export const webhookSecret = 'whsec_test';

/** A request to the webhook endpoint. */
export interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}

/** The local Stripe behind an HTTP server, an SDK client for it, and a webhook endpoint that keeps its events. */
export interface TestStripe {
  engine: LocalStripe;
  sdk: Stripe;
  origin: string;
  received: Received[];
  /** Types of the events received, in order of arrival. */
  types(): string[];
  /** Status codes of the endpoint's next answers; 200 when there are none left. */
  answers: number[];
  /** Another SDK client. */
  client(config: { key?: string; maxNetworkRetries?: number }): Stripe;
  /** Posts a form of a hosted page and returns the answer without following it. */
  post(url: string, fields: Record<string, string>): Promise<Response>;
  /** Closes the engine and opens it again on the same directory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const readBody = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const shut = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

export const startTestStripe = async (
  options: Pick<StripeOptions, 'apiKey' | 'now'> = {},
): Promise<TestStripe> => {
  const directory = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'));
  const received: Received[] = [];
  const answers: number[] = [];
  const endpoint = createServer(async (req, res) => {
    const body = (await readBody(req)).toString('utf8');
    received.push({
      body,
      signature: String(req.headers['stripe-signature']),
      event: JSON.parse(body) as Stripe.Event,
    });
    res.writeHead(answers.shift() ?? 200).end();
  });
  const webhookPort = await listen(endpoint);

  const open = (port: number): Promise<StripeServer> =>
    startStripe({
      directory,
      port,
      webhook: { url: `http://127.0.0.1:${webhookPort}/webhook`, secret: webhookSecret },
      retryDelay: () => 10,
      ...options,
    });
  let engine = await open(0);
  const { origin } = engine;
  const port = Number(new URL(origin).port);
  const client: TestStripe['client'] = ({ key = 'sk_test_local', maxNetworkRetries = 0 }) =>
    new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false });

  return {
    get engine() {
      return engine;
    },
    sdk: client({}),
    origin,
    received,
    types: () => received.map(({ event }) => event.type),
    answers,
    client,
    post: (url, fields) =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
    async restart() {
      await engine.close();
      engine = await open(port);
    },
    async stop() {
      await engine.close();
      await shut(endpoint);
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** Starter, Pro and a pack of credits, as a shop would set them up. */
export const createCatalogue = async (sdk: Stripe) => {
  const month = { interval: 'month' } as const;
  const [starter, pro, pack] = await Promise.all([
    sdk.products.create({ name: 'Starter' }),
    sdk.products.create({ name: 'Pro' }),
    sdk.products.create({ name: '50 credits' }),
  ]);
  const price = (product: string, unit_amount: number, recurring?: { interval: 'month' }) =>
    sdk.prices.create({ product, currency: 'gbp', unit_amount, ...(recurring && { recurring }) });
  return {
    starter: await price(starter.id, 999, month),
    pro: await price(pro.id, 1999, month),
    pack: await price(pack.id, 1999),
  };
};

export type Catalogue = Awaited<ReturnType<typeof createCatalogue>>;

/** A customer who has paid for a subscription at the checkout. */
export const subscribeCustomer = async (
  { sdk, engine }: TestStripe,
  price: string,
  customer?: string,
): Promise<{ customer: string; subscription: string; session: Stripe.Checkout.Session }> => {
  const owner = customer ?? (await sdk.customers.create({ email: 'ada@example.com' })).id;
  const open = await sdk.checkout.sessions.create({
    mode: 'subscription',
    customer: owner,
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://shop.example/credits?success=true',
    subscription_data: { metadata: { user: 'u1' } },
  });
  engine.payCheckout(open.id);
  const session = await sdk.checkout.sessions.retrieve(open.id);
  return { customer: owner, subscription: String(session.subscription), session };
};
