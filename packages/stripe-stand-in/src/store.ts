import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type {
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  Event,
  Invoice,
  InvoiceLine,
  InvoicePayment,
  LineItem,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Refund,
  Subscription,
  SubscriptionSchedule,
  WebhookEndpoint,
} from './objects.ts';

/** Data of a Checkout Session that is not part of Stripe's object. */
export interface CheckoutPlan {
  id: string;
  lineItems: LineItem[];
  subscriptionData: { metadata: Record<string, string>; description: string | null };
  paymentIntentData: { metadata: Record<string, string>; description: string | null; keepCard: boolean };
  /** Expiry in billing time, in seconds. */
  expiresOnClock: number;
}

/** A proration that waits for the subscription's next invoice. */
export interface PendingLine {
  id: string;
  subscription: string;
  line: InvoiceLine;
}

/** An event on its way to one endpoint. */
export interface Delivery {
  id: string;
  event: string;
  /** Id of a webhook endpoint. */
  endpoint: string;
  state: 'waiting' | 'delivered' | 'failed' | 'lost';
  attempts: number;
  /** When it is sent next, in real milliseconds. */
  due: number;
  /** Real milliseconds since 1970. */
  createdAt: number;
  /** The last status code of the endpoint, or why it could not be reached. */
  lastAnswer?: string;
}

/** The reply to a request with an idempotency key. */
export interface SavedReply {
  /** The key. */
  id: string;
  path: string;
  parameters: string;
  status: number;
  body: unknown;
  requestId: string;
  /** Real milliseconds since 1970. */
  savedAt: number;
}

export interface Tables {
  products: Product;
  prices: Price;
  customers: Customer;
  deletedCustomers: { id: string; object: 'customer'; deleted: true };
  paymentMethods: PaymentMethod;
  checkoutSessions: CheckoutSession;
  checkoutPlans: CheckoutPlan;
  subscriptions: Subscription;
  schedules: SubscriptionSchedule;
  invoices: Invoice;
  pendingLines: PendingLine;
  invoicePayments: InvoicePayment;
  paymentIntents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  portalConfigurations: PortalConfiguration;
  portalSessions: PortalSession;
  webhookEndpoints: WebhookEndpoint;
  events: Event;
  deliveries: Delivery;
  replies: SavedReply;
  /** One record: the milliseconds that the clock is ahead. */
  clock: { id: string; ahead: number };
}

export type Table = keyof Tables;

export interface Store {
  find<T extends Table>(table: T, id: string): Tables[T] | undefined;
  /** Oldest first. */
  all<T extends Table>(table: T): Tables[T][];
  /** Adds the object or replaces the one with its id. The object must not be changed afterwards. */
  put<T extends Table>(table: T, value: Tables[T]): Tables[T];
  remove(table: Table, id: string): void;
  /** Runs synchronous work in a transaction, which is rolled back if the work throws. */
  transact<T>(work: () => T): T;
  close(): void;
}

/** A change of one object; null removes it. */
type Change = [table: Table, id: string, value: object | null];

const readJournal = (file: string): Change[][] => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const lines = content.split('\n');
  // The last line is empty, or incomplete because the process was killed.
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Change[];
    } catch (error) {
      throw new Error(`${file} is damaged in line ${index + 1}; remove it to start anew`, {
        cause: error,
      });
    }
  });
};

/**
 * Keeps all objects in memory and in a journal under `directory`. Each line of the journal is one transaction, so that
 * a killed process leaves transactions whole or not at all. Opening compacts the journal. One process at a time may use
 * the directory.
 */
export const openStore = (directory: string): Store => {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'journal.jsonl');
  const tables = new Map<Table, Map<string, object>>();
  const rowsOf = (table: Table): Map<string, object> => {
    const rows = tables.get(table) ?? new Map<string, object>();
    tables.set(table, rows);
    return rows;
  };
  const apply = ([table, id, value]: Change): void => {
    if (value === null) rowsOf(table).delete(id);
    else rowsOf(table).set(id, value);
  };

  for (const line of readJournal(file)) for (const change of line) apply(change);
  const present = [...tables].flatMap(([table, rows]) =>
    [...rows].map(([id, value]): Change[] => [[table, id, value]]),
  );
  const temporary = `${file}.tmp`;
  writeFileSync(temporary, present.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  renameSync(temporary, file);
  const descriptor = openSync(file, 'a', 0o600);

  type Written = { change: Change; before: object | undefined }[];
  let changes: Written | undefined;

  const write = (change: Change): void => {
    if (!changes) throw new Error('The local Stripe changed something outside of a transaction');
    changes.push({ change, before: rowsOf(change[0]).get(change[1]) });
    apply(change);
  };

  return {
    find: <T extends Table>(table: T, id: string) => rowsOf(table).get(id) as Tables[T] | undefined,
    all: <T extends Table>(table: T) => [...rowsOf(table).values()] as Tables[T][],
    put(table, value) {
      write([table, value.id, value]);
      return value;
    },
    remove(table, id) {
      if (rowsOf(table).has(id)) write([table, id, null]);
    },
    transact(work) {
      if (changes) return work();
      const mine: Written = [];
      changes = mine;
      try {
        const result = work();
        if (mine.length > 0) {
          appendFileSync(descriptor, `${JSON.stringify(mine.map(({ change }) => change))}\n`);
        }
        return result;
      } catch (error) {
        for (const { change, before } of mine.reverse()) apply([change[0], change[1], before ?? null]);
        throw error;
      } finally {
        changes = undefined;
      }
    },
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
};
