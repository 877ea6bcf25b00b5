import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApi } from './api.ts';
import { type CardState, replaceCard } from './cards.ts';
import { payCheckout } from './checkout.ts';
import { requireSession } from './checkout-operations.ts';
import { aheadOf, type Clock, catchUp, createClock } from './clock.ts';
import { deleteCustomer } from './customer-operations.ts';
import type { Engine } from './engine.ts';
import { FaultRules } from './faults.ts';
import { createHostedPages } from './hosted-pages.ts';
import type { CheckoutSession, Dispute, Event, Refund } from './objects.ts';
import { chargeOf, closeDispute, disputeCharge, refundCharge } from './payments.ts';
import { type Delivery, openStore } from './store.ts';
import { resourceMissing } from './stripe-error.ts';
import { createWebhookSender, type Webhook } from './webhooks.ts';

export type { CardState } from './cards.ts';

export interface StripeOptions {
  /** Folder for all data. One process at a time may use it. */
  directory: string;
  /** The origin under which browsers reach the hosted pages: `http://127.0.0.1:<port>`. */
  publicOrigin: string;
  /** Receives every event. Endpoints that were registered through the API receive theirs as well. */
  webhook?: Webhook;
  /** The only key that is accepted. By default every secret key is, except live keys. */
  apiKey?: string;
  /** Real time in milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
  /**
   * Changes the wait before a failed delivery is tried again. Called with the default in milliseconds: 1 s, doubled
   * with each failure, at most an hour.
   */
  retryDelay?: (defaultMs: number) => number;
}

export interface LocalStripe {
  /** Whether Stripe serves this path: the API (`/v1/…`) or a hosted page (`/_local/stripe…`). */
  matches: (path: string) => boolean;
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer) => Promise<void>;
  clock: Clock;
  /** Rules that inject faults. */
  faults: FaultRules;
  webhooks: {
    /** Replaces the configured webhook. Events that wait are sent to the new one. */
    sendTo(webhook: Webhook | undefined): void;
    /** Resolves when every event has been delivered or has failed for good; rejects after `timeoutMs` (10 s). */
    settle(timeoutMs?: number): Promise<void>;
    /** Sends an event again. */
    resend(eventId: string): void;
    /** Oldest first. */
    deliveries(): Delivery[];
  };
  /** All events, oldest first. */
  events(): Event[];
  /** Pays an open Checkout Session, as the hosted page does. Throws Stripe's card error if the card is declined. */
  payCheckout(session: string, card?: CardState): CheckoutSession;
  /** Refunds `amount` pence of a charge or payment intent; by default everything that is left. */
  refund(chargeOrIntent: string, amount?: number): Refund;
  /** Opens a dispute about a charge or payment intent, as a bank does. */
  dispute(chargeOrIntent: string): Dispute;
  closeDispute(dispute: string, outcome: 'won' | 'lost'): Dispute;
  /** Deletes a customer, as in the dashboard. */
  deleteCustomer(customer: string): void;
  /** Replaces the customer's card by one that pays or by one that is declined whenever it is charged. */
  setCard(customer: string, state: CardState): void;
  close(): Promise<void>;
}

/** Milliseconds between checks for renewals, retries and expiries that are due. Requests check as well. */
const catchUpInterval = 30_000;

export const createStripe = (options: StripeOptions): LocalStripe => {
  const realNow = options.now ?? Date.now;
  const store = openStore(options.directory);
  const faults = new FaultRules();
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
    request: { id: null, idempotency_key: null },
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
  const timer = setInterval(() => catchUp(engine), catchUpInterval);
  timer.unref();

  return {
    matches: (path) => /^\/(v1|_local\/stripe)(\/|$)/.test(path),
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
    refund: (id, amount) => act(() => refundCharge(engine, chargeOf(engine, id), amount)),
    dispute: (id) => act(() => disputeCharge(engine, chargeOf(engine, id))),
    closeDispute: (id, outcome) =>
      act(() => {
        const dispute = store.find('disputes', id);
        if (!dispute) throw resourceMissing('dispute', id);
        return closeDispute(engine, dispute, outcome);
      }),
    deleteCustomer(customer) {
      act(() => deleteCustomer(engine, customer));
    },
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
