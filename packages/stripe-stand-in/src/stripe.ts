import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApi } from './api.ts';
import { type CardState, replaceCard } from './cards.ts';
import { payCheckout } from './checkout.ts';
import { requireSession } from './checkout-operations.ts';
import { aheadOf, type Clock, catchUp, createClock } from './clock.ts';
import type { Engine } from './engine.ts';
import { FaultPlan } from './faults.ts';
import { createHostedPages } from './hosted-pages.ts';
import type { CheckoutSession, Dispute, Event, Refund } from './objects.ts';
import { chargeOf, closeDispute, disputeCharge, refundCharge } from './payments.ts';
import { type Delivery, openStore } from './store.ts';
import { resourceMissing } from './stripe-error.ts';
import { createWebhookSender, type Webhook } from './webhooks.ts';

/**
 * Stripe on this machine: the part of its API that the product uses, hosted checkout and portal pages, signed
 * webhooks, and a clock that can be moved ahead. What it does not implement it refuses with a clear error.
 */

export interface StripeOptions {
  /** Where everything is kept; one process at a time may own it. */
  directory: string;
  /** Where browsers reach the hosted pages: `http://127.0.0.1:<port>`. */
  publicOrigin: string;
  /** Where events are sent, besides endpoints registered through the API. */
  webhook?: Webhook;
  /** The only key that is accepted; any `sk_…` that is not a live key unless given. */
  apiKey?: string;
  /** Real time in milliseconds since 1970; for tests. */
  now?: () => number;
  /** Milliseconds from a failed delivery to the next, by how many failed; 1 s, doubled up to an hour, unless given. */
  retryDelay?: (attempts: number) => number;
}

export interface LocalStripe {
  /** Answers `/v1/*` and `/_local/stripe*`. */
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer) => Promise<void>;
  clock: Clock;
  faults: FaultPlan;
  webhooks: {
    /** Changes where events are sent; those that wait go there. */
    sendTo(webhook: Webhook | undefined): void;
    /** Resolves when every event arrived or was given up; rejects after `timeoutMs` (10 s). */
    settle(timeoutMs?: number): Promise<void>;
    /** Sends an event once more. */
    resend(eventId: string): void;
    /** Oldest first. */
    deliveries(): Delivery[];
  };
  /** Every event so far, oldest first. */
  events(): Event[];
  /** Pays an open Checkout Session as its hosted page does. Throws Stripe's card error when the card is declined. */
  payCheckout(session: string, card?: CardState): CheckoutSession;
  /** Pays back a charge or payment intent: `amount` pence, or all that is left. */
  refund(chargeOrIntent: string, amount?: number): Refund;
  /** Has the bank dispute a charge or payment intent. */
  dispute(chargeOrIntent: string): Dispute;
  closeDispute(dispute: string, outcome: 'won' | 'lost'): Dispute;
  /** Gives the customer a card that pays, or one that is declined whenever it is charged. */
  setCard(customer: string, state: CardState): void;
  close(): Promise<void>;
}

/** How often what is due by itself is looked for while nobody asks, in milliseconds. */
const catchUpEvery = 30_000;

export const createStripe = (options: StripeOptions): LocalStripe => {
  const realNow = options.now ?? Date.now;
  const store = openStore(options.directory);
  const faults = new FaultPlan();
  let webhook = options.webhook;
  const sender = createWebhookSender({
    store,
    faults,
    configured: () => webhook,
    retryDelay: options.retryDelay,
  });
  const engine: Engine = {
    store,
    seconds: () => Math.floor((realNow() + aheadOf({ store })) / 1000),
    realNow,
    publicOrigin: options.publicOrigin.replace(/\/$/, ''),
    cause: { id: null, idempotency_key: null },
    announce: sender.announce,
  };
  const clock = createClock(engine, sender.firstAttempts);
  const api = createApi(engine, { faults, apiKey: options.apiKey });
  const pages = createHostedPages({ engine, clock, sender });
  const act = <T>(work: () => T): T => {
    catchUp(engine);
    return store.transact(work);
  };

  catchUp(engine);
  sender.wake();
  const timer = setInterval(() => catchUp(engine), catchUpEvery);
  timer.unref();

  return {
    async handle(req, res, body) {
      catchUp(engine);
      const { pathname } = new URL(req.url ?? '/', 'http://local');
      if (pathname.startsWith('/v1/')) api.handle(req, res, body);
      else await pages.handle(req, res, body);
    },
    clock,
    faults,
    webhooks: {
      sendTo(next) {
        webhook = next;
        sender.wake();
      },
      settle: sender.settle,
      resend: sender.resend,
      deliveries: () => store.all('deliveries'),
    },
    events: () => store.all('events'),
    payCheckout(id, card = 'good') {
      const outcome = act(() => payCheckout(engine, requireSession(engine, id), { card }));
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    refund: (id, amount) => act(() => refundCharge(engine, chargeOf(engine, id), { amount })),
    dispute: (id) => act(() => disputeCharge(engine, chargeOf(engine, id))),
    closeDispute: (id, outcome) =>
      act(() => {
        const dispute = store.find('disputes', id);
        if (!dispute) throw resourceMissing('dispute', id);
        return closeDispute(engine, dispute, outcome);
      }),
    setCard(customer, state) {
      act(() => replaceCard(engine, customer, state));
    },
    async close() {
      clearInterval(timer);
      await sender.close();
      store.close();
    },
  };
};
