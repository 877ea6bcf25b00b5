import { itemOf, renew, retryInvoice } from './billing.ts';
import { expireCheckout, planOfSession } from './checkout.ts';
import type { Engine } from './engine.ts';
import { addMonths } from './periods.ts';

/** Something that happens by itself when its time has come. */
interface Due {
  /** Seconds. */
  at: number;
  run: () => void;
}

/** What happens next, if anything is waiting; the earliest first, of several at once the oldest. */
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
  /** Milliseconds since 1970 on the clock that customers, subscriptions and invoices live by. */
  now(): number;
  /** Moves the clock ahead to that time; what is due on the way happens at its own time and in its own order. */
  advanceTo(ms: number): Promise<void>;
  /**
   * Moves the clock ahead by calendar months, days and hours. From the last day of a month, months lead to the last
   * day of another, so that each month moved is one renewal even of what began on a 31st.
   */
  advance(by: { months?: number; days?: number; hours?: number }): Promise<void>;
}

/** How far the clock is ahead of real time, in milliseconds. */
export const aheadOf = (engine: Pick<Engine, 'store'>): number =>
  engine.store.find('clock', 'clock')?.ahead ?? 0;

/** Lets everything happen that is due by now. */
export const catchUp = (engine: Engine): void => {
  for (let due = nextDue(engine); due && due.at <= engine.seconds(); due = nextDue(engine)) {
    engine.store.transact(due.run);
  }
};

/** `settle` is waited for after each moment, so that webhooks of one month arrive before the next month comes. */
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
        // The day after the last one is a first: a month of first days never needs to be shortened.
        const isLastDay = new Date(from + dayMs).getUTCDate() === 1;
        const later = isLastDay
          ? addMonths(start + dayMs / 1000, months) - dayMs / 1000
          : addMonths(start, months);
        return later * 1000 + (from % 1000) + days * dayMs + hours * 3_600_000;
      }),
  };
};
