import { attachCard } from './cards.ts';
import { planOf, productName } from './catalogue.ts';
import { requireCustomer } from './customers.ts';
import { type Engine, emit, newId } from './engine.ts';
import { collectInvoice, draftInvoice, finalizeInvoice, makeLine, paymentOf } from './invoices.ts';
import type {
  Invoice,
  InvoiceLine,
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
} from './objects.ts';
import { listOf } from './objects.ts';
import { cardDeclined } from './payments.ts';
import { type Interval, periodEnd } from './periods.ts';
import { invalidRequest } from './stripe-error.ts';

/** The life of a subscription: beginning, renewal, switch of plan, failed payments and end. */

type CancellationReason = 'cancellation_requested' | 'payment_failed' | 'payment_disputed';

/** Stores the new state, with an event if it differs. */
const change = (engine: Engine, before: Subscription, patch: Partial<Subscription>): Subscription => {
  const after = engine.store.put('subscriptions', { ...before, ...patch });
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    emit(engine, 'customer.subscription.updated', after, before);
  }
  return after;
};

/** The item of a subscription. Subscriptions with several items are not supported. */
export const itemOf = (subscription: Subscription): SubscriptionItem => {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
};

const withItem = (subscription: Subscription, patch: Partial<SubscriptionItem>): Subscription['items'] => ({
  ...subscription.items,
  data: [{ ...itemOf(subscription), ...patch }],
});

/** The stored state of a subscription that may have changed since it was read. */
const current = (engine: Engine, { id }: Subscription): Subscription => {
  const found = engine.store.find('subscriptions', id);
  if (!found) throw new Error(`Subscription ${id} is gone`);
  return found;
};

const cardOfSubscription = (engine: Engine, subscription: Subscription): PaymentMethod | undefined =>
  engine.store.find(
    'paymentMethods',
    subscription.default_payment_method ??
      requireCustomer(engine, subscription.customer).invoice_settings.default_payment_method ??
      '',
  );

const pounds = (price: Price): string =>
  `£${(price.unit_amount / 100).toFixed(2)} / ${price.recurring?.interval ?? 'once'}`;

const intervalOf = (price: Price): [Interval, number] => [
  (price.recurring?.interval ?? 'month') as Interval,
  price.recurring?.interval_count ?? 1,
];

const periodLine = (engine: Engine, subscription: Subscription): InvoiceLine => {
  const item = itemOf(subscription);
  return makeLine({
    amount: item.price.unit_amount * item.quantity,
    description: `${item.quantity} × ${productName(engine, item.price)} (at ${pounds(item.price)})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    price: item.price,
    quantity: item.quantity,
    metadata: subscription.metadata,
    item: { id: item.id, subscription: subscription.id, proration: false },
  });
};

export interface NewSubscription {
  customer: string;
  price: Price;
  quantity: number;
  card: PaymentMethod;
  metadata: Record<string, string>;
  description: string | null;
}

/** Creates a subscription and collects its first invoice. Throws if the card is declined. */
export const subscribe = (
  engine: Engine,
  { customer, price, quantity, card, metadata, description }: NewSubscription,
): { subscription: Subscription; invoice: Invoice } => {
  const id = newId('sub');
  const start = engine.seconds();
  const attached = card.customer === customer ? card : attachCard(engine, card, customer);
  const incomplete: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: attached.id,
    default_source: null,
    default_tax_rates: [],
    description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [
      {
        id: newId('si'),
        object: 'subscription_item',
        billing_thresholds: null,
        created: start,
        current_period_end: periodEnd(start, start, ...intervalOf(price)),
        current_period_start: start,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(price),
        price,
        quantity,
        subscription: id,
        tax_rates: [],
      },
    ]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
  engine.store.put('subscriptions', incomplete);
  const draft = draftInvoice(engine, {
    customer,
    billingReason: 'subscription_create',
    lines: [periodLine(engine, incomplete)],
    period: { start, end: start },
    subscription: incomplete,
  });
  const created = engine.store.put('subscriptions', { ...incomplete, latest_invoice: draft.id });
  emit(engine, 'customer.subscription.created', created);
  const invoice = collectInvoice(engine, finalizeInvoice(engine, draft), attached, { retry: false });
  if (invoice.status !== 'paid') throw declinedInvoice(engine, invoice);
  return { subscription: change(engine, created, { status: 'active' }), invoice };
};

/** The error of an invoice whose card was declined. */
const declinedInvoice = (engine: Engine, invoice: Invoice): Error => {
  const intent = paymentOf(engine, invoice);
  return intent ? cardDeclined(intent) : new Error(`Invoice ${invoice.id} has no payment intent`);
};

/** Tries to collect an open invoice of a subscription and updates the subscription's status. */
const collectForSubscription = (engine: Engine, open: Invoice, subscription: Subscription): Invoice => {
  const invoice = collectInvoice(engine, open, cardOfSubscription(engine, subscription), { retry: true });
  const now = current(engine, subscription);
  if (invoice.status === 'paid') {
    const othersOpen = engine.store
      .all('invoices')
      .some((other) => other.status === 'open' && subscriptionOf(other) === subscription.id);
    if (now.status === 'past_due' && !othersOpen) change(engine, now, { status: 'active' });
  } else if (invoice.next_payment_attempt === null) {
    endSubscription(engine, now, 'payment_failed');
  } else {
    change(engine, now, { status: 'past_due' });
  }
  return invoice;
};

/** The subscription that an invoice bills. */
export const subscriptionOf = (invoice: Invoice): string | undefined =>
  invoice.parent?.subscription_details?.subscription;

/** Tries to collect an open invoice again: when a retry is due, or when the customer pays it in the portal. */
export const retryInvoice = (engine: Engine, invoice: Invoice): Invoice => {
  const subscription = engine.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  if (subscription && subscription.status !== 'canceled') {
    return collectForSubscription(engine, invoice, subscription);
  }
  const { default_payment_method: card } = requireCustomer(engine, invoice.customer).invoice_settings;
  return collectInvoice(engine, invoice, engine.store.find('paymentMethods', card ?? ''), { retry: false });
};

/** Ends a subscription now. Its open invoices stay open and are not retried. */
export const endSubscription = (
  engine: Engine,
  subscription: Subscription,
  reason: CancellationReason,
): Subscription => {
  const now = engine.seconds();
  if (subscription.schedule !== null) releaseSchedule(engine, subscription.schedule, 'canceled');
  for (const pending of engine.store.all('pendingLines')) {
    if (pending.subscription === subscription.id) engine.store.remove('pendingLines', pending.id);
  }
  for (const invoice of engine.store.all('invoices')) {
    if (subscriptionOf(invoice) !== subscription.id || invoice.status !== 'open') continue;
    engine.store.put('invoices', { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  const before = current(engine, subscription);
  const ended = engine.store.put('subscriptions', {
    ...before,
    cancel_at: before.cancel_at_period_end ? before.cancel_at : null,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...before.cancellation_details,
      reason: before.cancellation_details?.reason ?? reason,
    },
    ended_at: now,
    schedule: null,
    status: 'canceled',
  });
  emit(engine, 'customer.subscription.deleted', ended);
  return ended;
};

/** Ends a subscription at the end of its period, or begins and bills the next period. */
export const renew = (engine: Engine, subscription: Subscription): void => {
  if (subscription.cancel_at_period_end) {
    endSubscription(engine, subscription, 'cancellation_requested');
    return;
  }
  const scheduled = takeScheduledPrice(engine, subscription);
  const before = current(engine, subscription);
  const item = itemOf(before);
  const price = scheduled ?? item.price;
  const start = item.current_period_end;
  const renewed: Subscription = {
    ...before,
    items: withItem(before, {
      current_period_start: start,
      current_period_end: periodEnd(before.billing_cycle_anchor, start, ...intervalOf(price)),
      plan: planOf(price),
      price,
    }),
  };
  const draft = draftInvoice(engine, {
    customer: before.customer,
    billingReason: 'subscription_cycle',
    lines: [...takePendingLines(engine, before), periodLine(engine, renewed)],
    period: { start: item.current_period_start, end: start },
    subscription: renewed,
  });
  const next = change(engine, before, { items: renewed.items, latest_invoice: draft.id });
  // Stripe finalizes the draft about an hour later; the stand-in does so at once.
  collectForSubscription(engine, finalizeInvoice(engine, draft), next);
};

const takePendingLines = (engine: Engine, subscription: Subscription): InvoiceLine[] =>
  engine.store
    .all('pendingLines')
    .filter((pending) => pending.subscription === subscription.id)
    .map((pending) => {
      engine.store.remove('pendingLines', pending.id);
      return pending.line;
    });

export interface PlanSwitch {
  price: Price;
  quantity?: number | undefined;
  /** Whether the difference is billed with the next invoice, at once, or never. */
  proration: 'create_prorations' | 'always_invoice' | 'none';
  /** `now` begins a new period. */
  anchor: 'unchanged' | 'now';
  /** Seconds; now unless given. */
  prorationDate?: number | undefined;
  /** Whether the switch is undone when its invoice cannot be paid. */
  errorIfIncomplete: boolean;
}

/** Replaces the plan of a running subscription at once. */
export const switchPlan = (engine: Engine, subscription: Subscription, wanted: PlanSwitch): Subscription => {
  const item = itemOf(subscription);
  const { price } = wanted;
  const quantity = wanted.quantity ?? item.quantity;
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items[0][price]' },
    );
  }
  if (price.currency !== subscription.currency) {
    throw invalidRequest('You cannot combine currencies on a single customer.', { param: 'items[0][price]' });
  }
  if (price.id === item.price.id && quantity === item.quantity && wanted.anchor === 'unchanged') {
    return subscription;
  }
  const now = engine.seconds();
  const sameInterval =
    price.recurring.interval === item.price.recurring?.interval &&
    price.recurring.interval_count === item.price.recurring?.interval_count;
  const newPeriod = wanted.anchor === 'now' || !sameInterval;
  const period = newPeriod
    ? { start: now, end: periodEnd(now, now, ...intervalOf(price)) }
    : { start: item.current_period_start, end: item.current_period_end };

  const at = Math.min(
    Math.max(wanted.prorationDate ?? now, item.current_period_start),
    item.current_period_end,
  );
  const unused = (item.current_period_end - at) / (item.current_period_end - item.current_period_start);
  const prorated = (of: Price, count: number, sign: 1 | -1): InvoiceLine =>
    makeLine({
      amount: sign * Math.round(of.unit_amount * count * unused) || 0,
      description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${productName(engine, of)} after ${new Date(at * 1000).toUTCString().slice(5, 16)}`,
      period: { start: at, end: item.current_period_end },
      price: of,
      quantity: count,
      metadata: subscription.metadata,
      item: { id: item.id, subscription: subscription.id, proration: true },
    });
  const prorations =
    wanted.proration === 'none' || subscription.status !== 'active'
      ? []
      : [prorated(item.price, item.quantity, -1), ...(newPeriod ? [] : [prorated(price, quantity, 1)])];

  const switched: Subscription = {
    ...subscription,
    billing_cycle_anchor: newPeriod ? now : subscription.billing_cycle_anchor,
    items: withItem(subscription, {
      current_period_start: period.start,
      current_period_end: period.end,
      plan: planOf(price),
      price,
      quantity,
    }),
  };
  const billNow = newPeriod || (wanted.proration === 'always_invoice' && prorations.length > 0);
  if (!billNow) {
    for (const line of prorations) {
      engine.store.put('pendingLines', { id: line.id, subscription: subscription.id, line });
    }
    return change(engine, subscription, switched);
  }
  const draft = draftInvoice(engine, {
    customer: subscription.customer,
    billingReason: 'subscription_update',
    lines: [
      ...takePendingLines(engine, subscription),
      ...prorations,
      ...(newPeriod ? [periodLine(engine, switched)] : []),
    ],
    period: { start: item.current_period_start, end: now },
    subscription: switched,
  });
  const changed = change(engine, subscription, { ...switched, latest_invoice: draft.id });
  const invoice = collectForSubscription(engine, finalizeInvoice(engine, draft), changed);
  if (wanted.errorIfIncomplete && invoice.status !== 'paid') throw declinedInvoice(engine, invoice);
  return current(engine, subscription);
};

/** Schedules the subscription to end with its period, or undoes that. */
export const setCancelAtPeriodEnd = (
  engine: Engine,
  subscription: Subscription,
  cancel: boolean,
): Subscription => {
  if (subscription.cancel_at_period_end === cancel) return subscription;
  return change(engine, subscription, {
    cancel_at_period_end: cancel,
    cancel_at: cancel ? itemOf(subscription).current_period_end : null,
    canceled_at: cancel ? engine.seconds() : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: cancel ? 'cancellation_requested' : null,
    },
  });
};

/** Changes the plan at the end of the period, through a subscription schedule like the portal's. */
export const schedulePlan = (engine: Engine, subscription: Subscription, price: Price): Subscription => {
  if (subscription.schedule !== null) releaseSchedule(engine, subscription.schedule, 'released');
  const before = setCancelAtPeriodEnd(engine, current(engine, subscription), false);
  const item = itemOf(before);
  const id = newId('sub_sched');
  const phase = (of: Price, start: number, end: number) => ({
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: before.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: of.id,
        price: of.id,
        quantity: item.quantity,
        tax_rates: [],
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none' as const,
    start_date: start,
    transfer_data: null,
    trial_end: null,
  });
  const { current_period_start: start, current_period_end: end } = item;
  const schedule = engine.store.put('schedules', {
    id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: before.billing_mode,
    canceled_at: null,
    completed_at: null,
    created: engine.seconds(),
    current_phase: { start_date: start, end_date: end },
    customer: before.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      phase(item.price, start, end),
      phase(price, end, periodEnd(before.billing_cycle_anchor, end, ...intervalOf(price))),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: before.id,
    test_clock: null,
  });
  emit(engine, 'subscription_schedule.created', schedule);
  return change(engine, before, { schedule: id });
};

/** Ends a schedule; the subscription continues without it. */
export const releaseSchedule = (engine: Engine, id: string, status: 'released' | 'canceled'): void => {
  const schedule = engine.store.find('schedules', id);
  if (schedule?.status !== 'active') return;
  const now = engine.seconds();
  const ended = engine.store.put('schedules', {
    ...schedule,
    current_phase: null,
    status,
    ...(status === 'released'
      ? { released_at: now, released_subscription: schedule.subscription, subscription: null }
      : { canceled_at: now }),
  });
  emit(engine, `subscription_schedule.${status}`, ended, schedule);
  const subscription = engine.store.find('subscriptions', schedule.subscription ?? '');
  if (status === 'released' && subscription) change(engine, subscription, { schedule: null });
};

/** Returns the price that is scheduled for the next period, and releases the schedule. */
const takeScheduledPrice = (engine: Engine, subscription: Subscription): Price | undefined => {
  const schedule = engine.store.find('schedules', subscription.schedule ?? '');
  const id = schedule?.phases[1]?.items[0]?.price;
  if (!schedule || typeof id !== 'string') return undefined;
  releaseSchedule(engine, schedule.id, 'released');
  return engine.store.find('prices', id);
};

/** The price that is scheduled for the next period. */
export const scheduledPrice = (engine: Engine, subscription: Subscription): Price | undefined => {
  const id = engine.store.find('schedules', subscription.schedule ?? '')?.phases[1]?.items[0]?.price;
  return typeof id === 'string' ? engine.store.find('prices', id) : undefined;
};
