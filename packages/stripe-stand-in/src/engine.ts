import { randomBytes } from 'node:crypto';
import type { Event } from './objects.ts';
import { apiVersion } from './objects.ts';
import type { Store } from './store.ts';

/** The API request that events result from; its fields are null if Stripe itself acts. */
export interface EventRequest {
  id: string | null;
  idempotency_key: string | null;
}

/** Shared by all parts of the stand-in. */
export interface Engine {
  store: Store;
  /** Billing time in seconds since 1970: ahead of real time after the clock has been moved. */
  seconds(): number;
  /** Real time in milliseconds since 1970, by which sessions, signatures and idempotency keys expire. */
  realNow(): number;
  /** The origin of the hosted pages, without a slash at the end. */
  publicOrigin: string;
  /** The request that is being carried out. */
  request: EventRequest;
  /** Queues a new event for the webhook endpoints. */
  announce(event: Event): void;
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random letters and digits. */
export const randomLetters = (length: number): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');

/** An id as Stripe forms them: `cus_Nf8…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(24)}`;

const isHash = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The former values of the fields that changed, nested as in the object; undefined if none changed. */
const formerValues = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> | undefined => {
  const former: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    former[name] = (isHash(was) && isHash(is) && formerValues(was, is)) || (was ?? null);
  }
  return Object.keys(former).length > 0 ? former : undefined;
};

/** Records an event about `object` as it is now. `before` is the object's former state, for `*.updated` events. */
export const emit = (engine: Engine, type: string, object: object, before?: object): void => {
  const former = before && formerValues(before as Record<string, unknown>, object as Record<string, unknown>);
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: engine.seconds(),
    data: { object, ...(former && { previous_attributes: former }) },
    livemode: false,
    pending_webhooks: 0,
    request: engine.request,
    type,
  };
  engine.store.put('events', event);
  engine.announce(event);
};
