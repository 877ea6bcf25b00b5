/**
 * The parts of Stripe's API that the product calls, and the modules of Stripe's library that they consist of. Bundles
 * carry no others (lib/bundle.ts); with a part that is not named here no code compiles (lambdas/runtime/stripe.ts).
 */
export const stripeResources = {
  billingPortal: ['BillingPortal/index', 'BillingPortal/Sessions'],
  checkout: ['Checkout/index', 'Checkout/Sessions'],
  customers: ['Customers'],
  disputes: ['Disputes'],
  invoicePayments: ['InvoicePayments'],
  invoices: ['Invoices'],
  refunds: ['Refunds'],
  subscriptions: ['Subscriptions'],
} as const;

export type StripeResource = keyof typeof stripeResources;
