/**
 * The services that billing needs, on this machine: DynamoDB Local; our Stripe stand-in behind a real HTTP server, set
 * up by the same command as a real account; and the functions' own handlers, called with events in AWS's format.
 * Stripe's events are delivered to the webhook at once, or held until the test delivers them.
 */
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type CardState, createStripe, type LocalStripe } from 'stripe-stand-in';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { setUpStripe } from '#bin/setup-stripe.ts';
import { ensureUser, getAccount } from '#lambdas/accounts/user-store.ts';
import { handler as api } from '#lambdas/api/billing.lambda.ts';
import { handler as webhook } from '#lambdas/api/stripe-webhook.lambda.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { billingRoutes, stripeWebhookRoutes } from '#shared/api/billing.ts';
import type { PackId, PlanId } from '#shared/domain/plans.ts';
import { type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A request that Stripe made to the webhook. */
export interface Delivery {
  readonly body: string;
  readonly signature: string;
}

const secretArn = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';

async function serve(
  handle: Parameters<typeof createServer>[1],
): Promise<{ server: Server; origin: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

/**
 * Registers hooks that start everything once for the test file, and returns what tests ask of it. Users stay: their
 * subscriptions renew whenever a test moves the clock.
 */
export function billingHarness() {
  const db = testTable();
  const aws = awsJsonStub();
  const servers: Server[] = [];
  const held: Delivery[] = [];
  let stripe: LocalStripe;
  let settings: StripeSettings;
  let sdk: Stripe;
  let isHolding = false;

  beforeAll(async () => {
    const directory = temporaryFolder('billing');
    const stripeServer = await serve(async (req, res) => stripe.handle(req, res, await buffer(req)));
    const siteServer = await serve(async (req, res) => {
      const delivery = {
        body: (await buffer(req)).toString(),
        signature: String(req.headers['stripe-signature']),
      };
      if (isHolding) held.push(delivery);
      res.writeHead(isHolding ? 200 : (await deliver(delivery)).status).end();
    });
    servers.push(stripeServer.server, siteServer.server);
    stripe = createStripe({ directory, publicOrigin: stripeServer.origin, retryDelay: () => 10 });
    settings = await setUpStripe({
      apiBase: stripeServer.origin,
      secretKey: 'sk_test_harness',
      siteOrigins: [siteServer.origin, 'https://www.example.com'],
      known: undefined,
    });
    sdk = new Stripe(settings.secretKey, stripeAddress(settings.apiBase));
    process.env.STRIPE_SECRET_ARN = secretArn;
  });

  afterAll(async () => {
    await stripe.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  beforeEach(async () => {
    isHolding = false;
    held.length = 0;
    stripe.faults.clear();
    aws.answer('GetSecretValue', ({ SecretId }) => ({
      SecretString: SecretId === secretArn ? JSON.stringify(settings) : 'the application secret',
    }));
  });

  type Routes = typeof billingRoutes;

  /** Calls a route of billing as the signed-in user. */
  function call(userId: string, name: keyof Routes, body?: object, headers: Record<string, string> = {}) {
    const event = httpEvent(billingRoutes[name], { user: { userId }, ...(body && { body }) });
    return invoke(api, { ...event, headers: { ...event.headers, ...headers } });
  }

  /** Brings one request of Stripe's to the webhook. */
  function deliver({ body, signature }: Delivery) {
    const event = httpEvent(stripeWebhookRoutes.stripeWebhook, { text: body });
    return invoke(webhook, { ...event, headers: { ...event.headers, 'stripe-signature': signature } });
  }

  /** A new user with the free credits. */
  async function addUser(userId: string): Promise<string> {
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: 'Ada',
      companyName: '',
    });
    return userId;
  }

  const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

  /** Opens a checkout of the plan and returns its session. */
  async function openCheckout(userId: string, plan: PlanId): Promise<string> {
    const { status, body } = await call(userId, 'createCheckout', { priceId: settings.plans[plan].priceId });
    if (status !== 201) throw new Error(`No checkout: ${JSON.stringify(body)}`);
    return sessionOf(body.url);
  }

  /** Opens a checkout of the pack and returns its session. */
  async function openPayment(userId: string, pack: PackId, credits: number): Promise<string> {
    const { priceId } = settings.packs[pack];
    const { status, body } = await call(userId, 'createPayment', { priceId, credits });
    if (status !== 201) throw new Error(`No payment: ${JSON.stringify(body)}`);
    return sessionOf(body.url);
  }

  /** Subscribes the user to the plan, through the checkout, and waits for the events. */
  async function subscribe(userId: string, plan: PlanId, card?: CardState): Promise<string> {
    const session = await openCheckout(userId, plan);
    stripe.payCheckout(session, card);
    if (!isHolding) await stripe.webhooks.settle();
    return session;
  }

  async function account(userId: string) {
    const found = await getAccount(userId);
    if (!found) throw new Error(`${userId} has no account`);
    return found;
  }

  async function entries(userId: string): Promise<LedgerEntry[]> {
    const all: LedgerEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await listEntries(userId, cursor);
      all.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return all;
  }

  return {
    db,
    aws,
    call,
    deliver,
    addUser,
    openCheckout,
    openPayment,
    subscribe,
    account,
    entries,
    /** Requests of Stripe's that were held, oldest first. */
    held,
    /** From now on Stripe's requests are held instead of handled. */
    hold() {
      isHolding = true;
    },
    get stripe() {
      return stripe;
    },
    get sdk() {
      return sdk;
    },
    get settings() {
      return settings;
    },
  };
}
