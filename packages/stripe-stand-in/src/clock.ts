import { itemOf, renew, retryInvoice } from './billing.ts';
import { expireCheckout, planOfSession } from './checkout.ts';
import type { Engine } from './engine.ts';
import { addMonths } from './periods.ts';

/** An automatic action. */
interface Due {
  /** Billing time in seconds. */
  at: number;
  run: () => void;
}

/** The next automatic action. */
const nextDue = (engine: Engine): Due | undefined => {
  const { store } = engine;
  const waiting: Due[] = [];
  for (const session of store.all('checkoutSessions')) {
    if (session.status !== 'open') continue;
    waiting.push({
      at: planOfSession(engine, session).expiresOnClock,
      run: () => expireCheckout(engine, session),
    });
  }
  for (const invoice of store.all('invoices')) {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    waiting.push({ at: invoice.next_payment_attempt, run: () => retryInvoice(engine, invoice) });
  }
  for (const subscription of store.all('subscriptions')) {
    if (subscription.status !== 'active' && subscription.status !== 'past_due') continue;
    waiting.push({ at: itemOf(subscription).current_period_end, run: () => renew(engine, subscription) });
  }
  return waiting.reduce<Due | undefined>(
    (first, due) => (first && first.at <= due.at ? first : due),
    undefined,
  );
};

const dayMs = 86_400_000;

export interface Clock {
  /** Billing time (of customers, subscriptions and invoices) in milliseconds since 1970. */
  now(): number;
  /** Moves the clock ahead. Actions that are due in between happen in order, each at its own time. */
  advanceTo(ms: number): Promise<void>;
  /**
   * Moves the clock ahead by calendar months, days and hours. Months lead from the last day of a month to the last day
   * of another, so that each of them is one renewal even of subscriptions that began on a 31st.
   */
  advance(by: { months?: number; days?: number; hours?: number }): Promise<void>;
}

/** How far the clock is ahead of real time, in milliseconds. */
export const aheadOf = (engine: Pick<Engine, 'store'>): number =>
  engine.store.find('clock', 'clock')?.ahead ?? 0;

/** Carries out all actions that are due. */
export const catchUp = (engine: Engine): void => {
  for (let due = nextDue(engine); due && due.at <= engine.seconds(); due = nextDue(engine)) {
    engine.store.transact(due.run);
  }
};

/** Waits for `settle` after each action, so that webhooks of one month arrive before the next month begins. */
export const createClock = (engine: Engine, settle: () => Promise<void>): Clock => {
  const now = (): number => engine.realNow() + aheadOf(engine);
  const setNow = (ms: number): void => {
    if (ms <= now()) return;
    engine.store.transact(() => engine.store.put('clock', { id: 'clock', ahead: ms - engine.realNow() }));
  };
  let moving: Promise<void> = Promise.resolve();
  const move = async (target: () => number): Promise<void> => {
    const end = target();
    if (end < now()) throw new Error('The clock of the local Stripe only moves ahead');
    for (let due = nextDue(engine); due && due.at * 1000 <= end; due = nextDue(engine)) {
      setNow(due.at * 1000);
      engine.store.transact(due.run);
      await settle();
    }
    setNow(end);
  };
  const queue = (target: () => number): Promise<void> => {
    const mine = moving.then(() => move(target));
    moving = mine.catch(() => undefined);
    return mine;
  };
  return {
    now,
    advanceTo: (ms) => queue(() => ms),
    advance: ({ months = 0, days = 0, hours = 0 }) =>
      queue(() => {
        const from = now();
        const start = Math.floor(from / 1000);
        // Counted from the following first of a month, a day that every month has.
        const isLastDay = new Date(from + dayMs).getUTCDate() === 1;
        const later = isLastDay
          ? addMonths(start + dayMs / 1000, months) - dayMs / 1000
          : addMonths(start, months);
        return later * 1000 + (from % 1000) + days * dayMs + hours * 3_600_000;
      }),
  };
};
