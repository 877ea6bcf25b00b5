import type Stripe from 'stripe';

/** The supported version of Stripe's API: the SDK's. */
export const apiVersion = '2026-10-28.endive';

/**
 * Stripe's objects as they are stored and sent. They have the SDK's types, so that a missing or misspelled field does
 * not compile. Fields whose type differs on the wire are replaced: ids that the SDK also allows to be expanded objects,
 * and text where the SDK has a decimal.
 */
type Sent<T, Replaced> = Omit<T, keyof Replaced> & Replaced;

export type List<T> = Stripe.ApiList<T>;

export type Product = Sent<Stripe.Product, { default_price: string | null }>;

export type Price = Sent<
  Stripe.Price,
  { product: string; unit_amount: number; unit_amount_decimal: string; currency_options?: never }
>;

export type Plan = Sent<Stripe.Plan, { product: string; amount: number; amount_decimal: string }>;

export type Customer = Sent<
  Stripe.Customer,
  {
    default_source: null;
    email: string | null;
    name: string | null;
    invoice_prefix: string;
    next_invoice_sequence: number;
    invoice_settings: Sent<Stripe.Customer.InvoiceSettings, { default_payment_method: string | null }>;
  }
>;

export type PaymentMethod = Sent<
  Stripe.PaymentMethod,
  { customer: string | null; card: Stripe.PaymentMethod.Card }
>;

export type SubscriptionItem = Sent<Stripe.SubscriptionItem, { price: Price; plan: Plan; quantity: number }>;

export type SubscriptionStatus = 'active' | 'canceled' | 'incomplete' | 'past_due';

export type Subscription = Sent<
  Stripe.Subscription,
  {
    customer: string;
    default_payment_method: string | null;
    items: List<SubscriptionItem>;
    latest_invoice: string | null;
    schedule: string | null;
    status: SubscriptionStatus;
  }
>;

export type InvoiceLine = Sent<
  Stripe.InvoiceLineItem,
  {
    subscription: string | null;
    quantity: number;
    quantity_decimal: string;
    pricing: {
      type: 'price_details';
      price_details: { price: string; product: string };
      unit_amount_decimal: string;
    };
  }
>;

export type Invoice = Sent<
  Stripe.Invoice,
  {
    customer: string;
    default_payment_method: string | null;
    lines: List<InvoiceLine>;
    status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
    parent:
      | (Stripe.Invoice.Parent & {
          subscription_details: { subscription: string; metadata: Stripe.Metadata } | null;
        })
      | null;
  }
>;

export type InvoicePayment = Sent<
  Stripe.InvoicePayment,
  { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }
>;

export type PaymentIntent = Sent<
  Stripe.PaymentIntent,
  { customer: string | null; latest_charge: string | null; payment_method: string | null }
>;

export type Charge = Sent<
  Stripe.Charge,
  { customer: string | null; payment_intent: string; payment_method: string }
>;

export type Refund = Sent<Stripe.Refund, { charge: string; payment_intent: string }>;

export type Dispute = Sent<Stripe.Dispute, { charge: string; payment_intent: string }>;

export type LineItem = Sent<Stripe.LineItem, { price: Price; quantity: number }>;

export type CheckoutSession = Sent<
  Stripe.Checkout.Session,
  {
    customer: string | null;
    invoice: string | null;
    payment_intent: string | null;
    subscription: string | null;
    mode: 'payment' | 'subscription';
    status: 'open' | 'complete' | 'expired';
    amount_total: number;
    success_url: string;
  }
>;

export type PortalConfiguration = Stripe.BillingPortal.Configuration;

export type PortalSession = Sent<Stripe.BillingPortal.Session, { configuration: string }>;

export type SubscriptionSchedule = Sent<
  Stripe.SubscriptionSchedule,
  { customer: string; subscription: string | null }
>;

export type WebhookEndpoint = Stripe.WebhookEndpoint;

/** The SDK's Event is a union over all of Stripe's objects; here `data.object` is any object. */
export interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: unknown };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** A complete list that is part of an object. */
export const listOf = <T>(url: string, data: T[]): List<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});
