import { createHmac, randomBytes } from 'node:crypto';
import { newId } from './engine.ts';
import type { FaultRules } from './faults.ts';
import type { Event } from './objects.ts';
import type { Delivery, Store } from './store.ts';

/** A webhook endpoint that is not registered through the API. */
export interface Webhook {
  url: string;
  /** The signing secret (`whsec_…`). */
  secret: string;
}

/** Stripe stops retrying after three days (docs.stripe.com/webhooks). */
const retryPeriod = 3 * 86_400_000;
const answerTimeout = 20_000;

/** Endpoint id of deliveries to the configured webhook. */
const configuredEndpoint = 'we_configured';

/** Milliseconds before the next attempt: 1 s after the first failure, doubled with each one, at most an hour. */
const backOff = (attempts: number): number => Math.min(1000 * 2 ** (attempts - 1), 3_600_000);

/** The `Stripe-Signature` header for a body sent at `seconds` (docs.stripe.com/webhooks/signature). */
const signatureHeader = (body: string, secret: string, seconds: number): string => {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
};

export interface WebhookSender {
  /** Queues an event for every endpoint of its type. Called within the transaction that adds the event. */
  announce(event: Event): void;
  /** Sends the deliveries that are due. Called at the start and when endpoints change. */
  wake(): void;
  /** Sends an event again to every endpoint of its type. */
  resend(eventId: string): void;
  /** Resolves when every delivery has been attempted once, except those that a fault delays. */
  firstAttempts(): Promise<void>;
  /** Resolves when every event has been delivered or has failed for good; rejects after `timeoutMs` (10 s). */
  settle(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  store: Store;
  faults: FaultRules;
  configured: () => Webhook | undefined;
  /** Changes the wait before the next attempt; called with the default in milliseconds. */
  retryDelay?: ((defaultMs: number) => number) | undefined;
}

/** Milliseconds for which a reordered event waits for the next later one. */
const reorderTimeout = 250;

/**
 * Delivers events to each endpoint one after another, in the order in which they happened. Deliveries are dated in real
 * time, as the receiver's check of signatures requires, not in billing time.
 */
export const createWebhookSender = ({
  store,
  faults,
  configured,
  retryDelay = (ms) => ms,
}: WebhookSenderOptions): WebhookSender => {
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  /** Deliveries that a fault has postponed. No further fault applies to their next attempt. */
  const postponed = new Set<string>();
  /** Reordered deliveries: how many later ones are sent before them, and when they are sent at the latest. */
  const held = new Map<string, { behind: number; until: number }>();
  const inFlight = new Set<string>();
  const waiters = new Set<() => void>();

  const target = (endpoint: string): Webhook | undefined => {
    if (endpoint === configuredEndpoint) return configured();
    const registered = store.find('webhookEndpoints', endpoint);
    if (registered?.status !== 'enabled') return undefined;
    return { url: registered.url, secret: registered.secret ?? '' };
  };

  const endpointsFor = (type: string): string[] => [
    ...(configured() ? [configuredEndpoint] : []),
    ...store
      .all('webhookEndpoints')
      .filter(
        ({ status, enabled_events: wanted }) =>
          status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
      )
      .map(({ id }) => id),
  ];

  /** Ids of waiting deliveries, so that finding them does not slow down with every event. */
  const waiting = new Set(
    store
      .all('deliveries')
      .filter(({ state }) => state === 'waiting')
      .map(({ id }) => id),
  );

  const waitingAt = (endpoint?: string): Delivery[] =>
    [...waiting]
      .map((id) => store.find('deliveries', id))
      .filter((one) => one?.state === 'waiting' && (endpoint === undefined || one.endpoint === endpoint))
      .filter((one) => one !== undefined);

  const save = (delivery: Delivery): void => {
    store.transact(() => store.put('deliveries', delivery));
    if (delivery.state !== 'waiting') waiting.delete(delivery.id);
  };

  const post = async (delivery: Delivery, { forge }: { forge: boolean }): Promise<string> => {
    const to = target(delivery.endpoint);
    const event = store.find('events', delivery.event);
    if (!to || !event) return 'no such endpoint';
    const body = JSON.stringify(event, null, 2);
    const secret = forge ? randomBytes(16).toString('hex') : to.secret;
    try {
      const answer = await fetch(to.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerTimeout)]),
      });
      await answer.arrayBuffer();
      return String(answer.status);
    } catch (error) {
      return error instanceof Error ? error.message : 'failed';
    }
  };

  const arrived = (answer: string): boolean => /^2\d\d$/.test(answer);

  const tryAgain = (delivery: Delivery, lastAnswer: string): void => {
    const attempts = delivery.attempts + 1;
    const due = Date.now() + retryDelay(backOff(attempts));
    const state = due - delivery.createdAt > retryPeriod ? 'failed' : 'waiting';
    save({ ...delivery, attempts, due, state, lastAnswer });
  };

  const attempt = async (delivery: Delivery, type: string): Promise<void> => {
    const fault = postponed.delete(delivery.id) ? undefined : faults.takeDelivery(type);
    if (fault?.kind === 'delay') {
      postponed.add(delivery.id);
      save({ ...delivery, due: Date.now() + fault.ms });
      return;
    }
    if (fault?.kind === 'reorder') {
      postponed.add(delivery.id);
      held.set(delivery.id, { behind: fault.behind ?? 1, until: Date.now() + reorderTimeout });
      return;
    }
    if (fault?.kind === 'drop') {
      save({ ...delivery, state: 'lost', lastAnswer: 'dropped' });
      return;
    }
    if (fault?.kind === 'lose') {
      tryAgain(delivery, 'lost');
      return;
    }
    let answer = await post(delivery, { forge: fault?.kind === 'corrupt_signature' });
    if (fault?.kind === 'duplicate' && arrived(answer)) answer = await post(delivery, { forge: false });
    if (closing.signal.aborted) return;
    if (!arrived(answer)) {
      tryAgain(delivery, answer);
      return;
    }
    save({ ...delivery, attempts: delivery.attempts + 1, state: 'delivered', lastAnswer: answer });
    const event = store.find('events', delivery.event);
    if (event) {
      store.transact(() =>
        store.put('events', { ...event, pending_webhooks: Math.max(event.pending_webhooks - 1, 0) }),
      );
    }
    for (const [id, { behind }] of held) {
      if (store.find('deliveries', id)?.endpoint !== delivery.endpoint) continue;
      if (behind > 1) held.set(id, { behind: behind - 1, until: Date.now() + reorderTimeout });
      else held.delete(id);
    }
  };

  /** The time from which a delivery may be sent. */
  const readyAt = ({ id, due }: Delivery): number => Math.max(due, held.get(id)?.until ?? 0);

  /** The next delivery: of those that may be sent, the one that was due first. */
  const nextAt = (endpoint: string): Delivery | undefined =>
    waitingAt(endpoint)
      .filter((delivery) => readyAt(delivery) <= Date.now())
      .reduce<Delivery | undefined>((first, one) => (first && first.due <= one.due ? first : one), undefined);

  const run = async (endpoint: string): Promise<void> => {
    while (!closing.signal.aborted && target(endpoint)) {
      const delivery = nextAt(endpoint);
      if (!delivery) break;
      held.delete(delivery.id);
      inFlight.add(delivery.id);
      await attempt(delivery, store.find('events', delivery.event)?.type ?? '');
      inFlight.delete(delivery.id);
      for (const look of waiters) look();
    }
  };

  const wakeEndpoint = (endpoint: string): void => {
    if (closing.signal.aborted || running.has(endpoint)) return;
    clearTimeout(timers.get(endpoint));
    const work = run(endpoint).finally(() => {
      running.delete(endpoint);
      if (closing.signal.aborted || !target(endpoint)) return;
      const next = Math.min(...waitingAt(endpoint).map(readyAt));
      if (next === Infinity) return;
      const timer = setTimeout(() => wakeEndpoint(endpoint), Math.max(next - Date.now(), 0));
      timer.unref();
      timers.set(endpoint, timer);
    });
    running.set(endpoint, work);
  };

  const wake = (): void => {
    for (const endpoint of new Set(waitingAt().map((delivery) => delivery.endpoint))) wakeEndpoint(endpoint);
  };

  const queue = (event: Event): void => {
    const endpoints = endpointsFor(event.type);
    if (endpoints.length === 0) return;
    store.put('events', { ...event, pending_webhooks: endpoints.length });
    for (const endpoint of endpoints) {
      const id = newId('del');
      waiting.add(id);
      store.put('deliveries', {
        id,
        event: event.id,
        endpoint,
        state: 'waiting',
        attempts: 0,
        due: Date.now(),
        createdAt: Date.now(),
      });
    }
    // After the transaction, so that no event of a transaction that was rolled back is sent.
    setImmediate(wake);
  };

  /**
   * Resolves with true when `isDone` returns true, which is checked after every attempt; with false after the timeout.
   */
  const until = async (isDone: () => boolean, timeoutMs: number): Promise<boolean> => {
    const end = Date.now() + timeoutMs;
    while (!isDone()) {
      const left = end - Date.now();
      if (left <= 0 || closing.signal.aborted) return false;
      wake();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, Math.min(left, 50));
        function done() {
          clearTimeout(timer);
          waiters.delete(done);
          resolve();
        }
        waiters.add(done);
      });
    }
    return true;
  };

  return {
    announce: queue,
    wake,
    resend(eventId) {
      const event = store.find('events', eventId);
      if (event) store.transact(() => queue(event));
    },
    async firstAttempts() {
      await until(
        () =>
          !waitingAt().some(
            ({ id, attempts, endpoint }) =>
              inFlight.has(id) || (attempts === 0 && !postponed.has(id) && target(endpoint) !== undefined),
          ),
        answerTimeout,
      );
    },
    async settle(timeoutMs = 10_000) {
      const isDone = () => !waitingAt().some(({ endpoint }) => target(endpoint) !== undefined);
      if (await until(isDone, timeoutMs)) return;
      const left = waitingAt().map(
        ({ event, attempts, lastAnswer }) =>
          `${store.find('events', event)?.type} (${attempts} attempts, last answer: ${lastAnswer ?? 'none'})`,
      );
      throw new Error(`Events that have not been delivered: ${left.join(', ')}`);
    },
    async close() {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
