import { subscribe } from './billing.ts';
import { attachCard, type CardState, makeCard } from './cards.ts';
import { productName } from './catalogue.ts';
import { createCustomer, requireCustomer } from './customers.ts';
import { type Engine, emit } from './engine.ts';
import { collectInvoice, draftInvoice, finalizeInvoice, makeLine, paymentOf } from './invoices.ts';
import type { CheckoutSession, Customer, PaymentIntent } from './objects.ts';
import { attemptPayment, cardDeclined, makePaymentIntent } from './payments.ts';
import type { CheckoutPlan } from './store.ts';
import { invalidRequest } from './stripe-error.ts';

/** Payment and expiry of Checkout Sessions. */

export const planOfSession = (engine: Engine, session: CheckoutSession): CheckoutPlan => {
  const plan = engine.store.find('checkoutPlans', session.id);
  if (!plan) throw new Error(`Checkout Session ${session.id} has lost its line items`);
  return plan;
};

const requireOpen = (session: CheckoutSession): void => {
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired or paid. This Checkout Session has a status of "${session.status}".`,
    );
  }
};

const ownerOf = (engine: Engine, session: CheckoutSession, email: string | null): Customer | undefined => {
  if (session.customer !== null) return requireCustomer(engine, session.customer);
  const needed = session.mode === 'subscription' || session.customer_creation === 'always';
  return needed ? createCustomer(engine, { ...(email !== null && { email }) }) : undefined;
};

interface Paid {
  customer: string | null;
  invoice: string | null;
  payment_intent: string | null;
  subscription: string | null;
}

const complete = (
  engine: Engine,
  session: CheckoutSession,
  email: string | null,
  paid: Paid,
): CheckoutSession => {
  const customer = engine.store.find('customers', paid.customer ?? '');
  const completed = engine.store.put('checkoutSessions', {
    ...session,
    ...paid,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? email,
      individual_name: null,
      name: customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: 'paid',
    status: 'complete',
    url: null,
  });
  emit(engine, 'checkout.session.completed', completed);
  return completed;
};

const payOnce = (
  engine: Engine,
  session: CheckoutSession,
  card: ReturnType<typeof makeCard>,
  customer: Customer | undefined,
): Paid => {
  const { lineItems, paymentIntentData: data } = planOfSession(engine, session);
  const attached = data.keepCard && customer ? attachCard(engine, card, customer.id) : card;
  if (session.invoice_creation?.enabled && customer) {
    const now = engine.seconds();
    const draft = draftInvoice(engine, {
      customer: customer.id,
      billingReason: 'manual',
      lines: lineItems.map(({ price, quantity }) =>
        makeLine({
          amount: price.unit_amount * quantity,
          description: productName(engine, price),
          period: { start: now, end: now },
          price,
          quantity,
          metadata: {},
        }),
      ),
      period: { start: now, end: now },
    });
    const open = finalizeInvoice(engine, draft, { useBalance: false, payment: data });
    const invoice = collectInvoice(engine, open, attached, { retry: false });
    return {
      customer: customer.id,
      invoice: invoice.id,
      payment_intent: paymentOf(engine, invoice)?.id ?? null,
      subscription: null,
    };
  }
  const intent = makePaymentIntent(engine, {
    customer: customer?.id ?? null,
    amount: session.amount_total,
    currency: session.currency ?? 'gbp',
    description: data.description,
    metadata: data.metadata,
    keepCard: data.keepCard,
  });
  const paid = attemptPayment(engine, intent, attached);
  return { customer: customer?.id ?? null, invoice: null, payment_intent: paid.id, subscription: null };
};

/** Records a failed payment. The session stays open. */
const decline = (engine: Engine, session: CheckoutSession): PaymentIntent => {
  const customer = engine.store.find('customers', session.customer ?? '');
  const plan = planOfSession(engine, session);
  const intent = makePaymentIntent(engine, {
    customer: session.customer,
    amount: session.amount_total,
    currency: session.currency ?? 'gbp',
    description: plan.paymentIntentData.description,
    metadata: plan.paymentIntentData.metadata,
  });
  const card = engine.store.put('paymentMethods', makeCard(engine, 'declines', customer));
  return attemptPayment(engine, intent, card);
};

export interface CheckoutPayment {
  card: CardState;
  /** Entered on the page if the session has no customer. */
  email?: string | undefined;
}

/**
 * Pays an open session. Returns the completed session, or Stripe's card error if the card was declined; the session
 * then stays open and the failed payment is recorded. Throws if the session is not open.
 */
export const payCheckout = (
  engine: Engine,
  session: CheckoutSession,
  { card: state, email: typed }: CheckoutPayment,
): CheckoutSession | ReturnType<typeof cardDeclined> => {
  requireOpen(session);
  if (state === 'declines') return cardDeclined(decline(engine, session));
  const email = session.customer_email ?? typed ?? null;
  const customer = ownerOf(engine, session, email);
  const card = engine.store.put('paymentMethods', makeCard(engine, state, customer));
  if (session.mode === 'payment')
    return complete(engine, session, email, payOnce(engine, session, card, customer));
  const plan = planOfSession(engine, session);
  const [line] = plan.lineItems;
  if (!line || !customer) throw new Error(`Checkout Session ${session.id} has nothing to subscribe to`);
  const { subscription, invoice } = subscribe(engine, {
    customer: customer.id,
    price: line.price,
    quantity: line.quantity,
    card,
    ...plan.subscriptionData,
  });
  return complete(engine, session, email, {
    customer: customer.id,
    invoice: invoice.id,
    payment_intent: null,
    subscription: subscription.id,
  });
};

/** Closes an open session without payment. */
export const expireCheckout = (engine: Engine, session: CheckoutSession): CheckoutSession => {
  requireOpen(session);
  const expired = engine.store.put('checkoutSessions', { ...session, status: 'expired', url: null });
  emit(engine, 'checkout.session.expired', expired);
  return expired;
};
