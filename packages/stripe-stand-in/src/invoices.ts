import { requireCustomer } from './customers.ts';
import { type Engine, emit, newId, randomLetters } from './engine.ts';
import type { Invoice, InvoiceLine, PaymentIntent, PaymentMethod, Price, Subscription } from './objects.ts';
import { listOf } from './objects.ts';
import { attemptPayment, makePaymentIntent } from './payments.ts';
import { invalidRequest } from './stripe-error.ts';

/** Invoices from draft to paid. */

const daySeconds = 86_400;

/** Days from a failed attempt to the next. The subscription ends when the last attempt fails. */
const retryDays: readonly number[] = [3, 5, 7];

export interface NewLine {
  /** Pence; negative for a credit. */
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Price;
  quantity: number;
  metadata: Record<string, string>;
  /** The subscription item billed; absent for a one-off purchase. */
  item?: { id: string; subscription: string; proration: boolean };
}

/** A line that is not on an invoice. */
export const makeLine = (line: NewLine): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount: line.amount,
  currency: line.price.currency,
  description: line.description,
  discount_amounts: [],
  discountable: !line.item?.proration,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: line.metadata,
  parent: line.item
    ? {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: line.item.proration ? newId('ii') : null,
          proration: line.item.proration,
          proration_details: { credited_items: null },
          subscription: line.item.subscription,
          subscription_item: line.item.id,
        },
        type: 'subscription_item_details',
      }
    : {
        invoice_item_details: {
          invoice_item: newId('ii'),
          proration: false,
          proration_details: { credited_items: null },
          subscription: null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
  period: line.period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: line.price.id, product: line.price.product },
    type: 'price_details',
    unit_amount_decimal: line.price.unit_amount_decimal,
  },
  quantity: line.quantity,
  quantity_decimal: String(line.quantity),
  subscription: line.item?.subscription ?? null,
  subtotal: line.amount,
  taxes: [],
});

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';

export interface NewInvoice {
  customer: string;
  billingReason: BillingReason;
  lines: InvoiceLine[];
  period: { start: number; end: number };
  /** Absent for a one-off purchase. */
  subscription?: Subscription;
}

/** Adds a draft. */
export const draftInvoice = (engine: Engine, wanted: NewInvoice): Invoice => {
  const id = newId('in');
  const customer = requireCustomer(engine, wanted.customer);
  const total = wanted.lines.reduce((sum, { amount }) => sum + amount, 0);
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'GB',
    account_name: 'Local Stripe',
    account_tax_ids: null,
    amount_due: Math.max(total, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(total, 0),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: wanted.billingReason,
    collection_method: 'charge_automatically',
    created: engine.seconds(),
    currency: wanted.lines[0]?.currency ?? 'gbp',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      wanted.lines.map((line) => ({ ...line, invoice: id })),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: wanted.subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: wanted.subscription.metadata,
            subscription: wanted.subscription.id,
          },
          type: 'subscription_details',
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: wanted.period.end,
    period_start: wanted.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  engine.store.put('invoices', invoice);
  emit(engine, 'invoice.created', invoice);
  return invoice;
};

export interface Finalizing {
  /** Whether the customer's balance is applied; Checkout Sessions do not apply it to purchases. */
  useBalance?: boolean;
  /** Fields of the payment intent; by default Stripe's own description and no metadata. */
  payment?: { description: string | null; metadata: Record<string, string>; keepCard: boolean };
}

/** Applies the customer's balance, numbers the invoice and creates a payment intent for the rest. */
export const finalizeInvoice = (
  engine: Engine,
  draft: Invoice,
  { useBalance = true, payment }: Finalizing = {},
): Invoice => {
  const customer = requireCustomer(engine, draft.customer);
  const due = useBalance ? Math.max(draft.total + customer.balance, 0) : draft.total;
  const balance = useBalance ? draft.total + customer.balance - due : customer.balance;
  engine.store.put('customers', {
    ...customer,
    balance,
    next_invoice_sequence: customer.next_invoice_sequence + 1,
  });
  const hostedUrl = `${engine.publicOrigin}/_local/stripe/invoice/${draft.id}_${randomLetters(12)}`;
  const open = engine.store.put('invoices', {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    effective_at: engine.seconds(),
    ending_balance: balance,
    hosted_invoice_url: hostedUrl,
    invoice_pdf: hostedUrl,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: engine.seconds() },
  });
  emit(engine, 'invoice.finalized', open);
  if (due > 0) {
    const intent = makePaymentIntent(engine, {
      customer: customer.id,
      amount: due,
      currency: open.currency,
      description:
        payment?.description ??
        (open.billing_reason === 'subscription_create'
          ? 'Subscription creation'
          : `Payment for invoice ${open.number}`),
      metadata: payment?.metadata ?? {},
      keepCard: payment?.keepCard ?? false,
    });
    engine.store.put('invoicePayments', {
      id: newId('inpay'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: due,
      created: engine.seconds(),
      currency: open.currency,
      invoice: open.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    });
  }
  return open;
};

const markPaid = (engine: Engine, open: Invoice, attempted: boolean): Invoice => {
  const paid = engine.store.put('invoices', {
    ...open,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempt_count: open.attempt_count + (attempted ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: engine.seconds() },
  });
  for (const payment of engine.store.all('invoicePayments')) {
    if (payment.invoice !== open.id || payment.status !== 'open') continue;
    const settled = engine.store.put('invoicePayments', {
      ...payment,
      amount_paid: open.amount_due,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: engine.seconds() },
    });
    emit(engine, 'invoice_payment.paid', settled);
  }
  emit(engine, 'invoice.paid', paid);
  emit(engine, 'invoice.payment_succeeded', paid);
  return paid;
};

/**
 * Tries to collect an open invoice from `card` and returns it, paid or still open. With `retry`, another attempt
 * follows a failure some days later.
 */
export const collectInvoice = (
  engine: Engine,
  open: Invoice,
  card: PaymentMethod | undefined,
  { retry }: { retry: boolean },
): Invoice => {
  if (open.status !== 'open') throw invalidRequest(`Invoice ${open.id} is not open.`);
  if (open.amount_due === 0) return markPaid(engine, open, false);
  const intent = paymentOf(engine, open);
  if (!intent) throw new Error(`Invoice ${open.id} has no payment intent`);
  if (card && attemptPayment(engine, intent, card).status === 'succeeded')
    return markPaid(engine, open, true);
  const attempts = open.attempt_count + 1;
  const days = retry ? retryDays[attempts - 1] : undefined;
  const failed = engine.store.put('invoices', {
    ...open,
    attempt_count: attempts,
    attempted: true,
    auto_advance: days !== undefined,
    next_payment_attempt: days === undefined ? null : engine.seconds() + days * daySeconds,
  });
  emit(engine, 'invoice.payment_failed', failed);
  return failed;
};

/** The payment intent of an invoice; undefined if nothing is due. */
export const paymentOf = (engine: Engine, invoice: Invoice): PaymentIntent | undefined => {
  const payment = engine.store.all('invoicePayments').find((one) => one.invoice === invoice.id);
  return engine.store.find('paymentIntents', payment?.payment.payment_intent ?? '');
};
