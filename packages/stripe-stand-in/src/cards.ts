import { requireCustomer } from './customers.ts';
import { type Engine, emit, newId } from './engine.ts';
import type { Customer, PaymentMethod } from './objects.ts';

/**
 * Cards behave by their last four digits, as Stripe's test cards do (docs.stripe.com/testing): 4242 pays, 0341 can be
 * saved and is declined when charged.
 */
export type CardState = 'good' | 'declines';

const lastFour: Record<CardState, string> = { good: '4242', declines: '0341' };

export const stateOfCard = ({ card }: PaymentMethod): CardState =>
  card.last4 === lastFour.good ? 'good' : 'declines';

/** A new test card that is not attached to a customer. */
export const makeCard = (
  engine: Engine,
  state: CardState,
  customer: Customer | undefined,
): PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: {
    address: null,
    email: customer?.email ?? null,
    name: customer?.name ?? null,
    phone: null,
    tax_id: null,
  },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'GB',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: new Date(engine.seconds() * 1000).getUTCFullYear() + 4,
    fingerprint: `local${lastFour[state]}`,
    funding: 'credit',
    generated_from: null,
    last4: lastFour[state],
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: engine.seconds(),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

/** Attaches the card to the customer. */
export const attachCard = (engine: Engine, card: PaymentMethod, customer: string): PaymentMethod => {
  const attached = engine.store.put('paymentMethods', { ...card, customer });
  emit(engine, 'payment_method.attached', attached);
  return attached;
};

/** Adds a card and makes it the default of the customer and of each live subscription, as the hosted portal does. */
export const replaceCard = (engine: Engine, customerId: string, state: CardState): PaymentMethod => {
  const customer = requireCustomer(engine, customerId);
  const card = attachCard(engine, makeCard(engine, state, customer), customer.id);
  const changed = engine.store.put('customers', {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  });
  emit(engine, 'customer.updated', changed, customer);
  for (const subscription of engine.store.all('subscriptions')) {
    if (subscription.customer !== customer.id || subscription.status === 'canceled') continue;
    const next = engine.store.put('subscriptions', { ...subscription, default_payment_method: card.id });
    emit(engine, 'customer.subscription.updated', next, subscription);
  }
  return card;
};

/** The card in use: the customer's default, else that of a live subscription, else the newest. */
export const cardOf = (engine: Engine, customer: Customer): PaymentMethod | undefined => {
  const live = engine.store
    .all('subscriptions')
    .find(({ customer: owner, status }) => owner === customer.id && status !== 'canceled');
  const id = live?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return (
    engine.store.find('paymentMethods', id ?? '') ??
    engine.store.all('paymentMethods').findLast((card) => card.customer === customer.id)
  );
};
