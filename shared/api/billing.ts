import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';
import { creditsSchema, subscriptionSchema } from './account.ts';
import type { Route } from './route.ts';

/** An id of the payment provider, such as `price_…` or `cs_…`. */
const providerIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_]{1,255}$/, 'Invalid id'));

const catalogueSchema = z.lazy(() =>
  z.object({
    plans: z.array(
      z.object({
        id: z.enum(['starter', 'pro']),
        name: z.enum(['Starter', 'Pro']),
        /** Stripe's id of the product, as in a subscription's `productId`. */
        productId: z.string(),
        priceId: z.string(),
        /** Pence sterling per month. */
        pricePence: z.int(),
        creditsPerMonth: z.int(),
      }),
    ),
    packs: z.array(
      z.object({
        id: z.enum(['SPECIAL_50', 'REGULAR_100', 'REGULAR_200']),
        priceId: z.string(),
        /** Pence sterling, paid once. */
        pricePence: z.int(),
        credits: z.int(),
        label: z.string(),
        /** Pence that one credit costs, to a tenth. */
        pencePerCredit: z.number(),
      }),
    ),
  }),
);

export type Catalogue = z.output<typeof catalogueSchema>;

const subscriptionStatusSchema = z.lazy(() =>
  z.extend(subscriptionSchema, {
    /** The last payment failed and Stripe retries it; the plan continues. */
    pastDue: z.boolean(),
    /** The subscription was cancelled and ends at `subscriptionEnd` instead of renewing. */
    cancelAtPeriodEnd: z.boolean(),
    /** The smaller plan that replaces this one at `subscriptionEnd`; null if no change is scheduled. */
    nextPlan: z.nullable(z.enum(['Starter', 'Pro'])),
  }),
);

export type SubscriptionStatus = z.output<typeof subscriptionStatusSchema>;

/** A page of the payment provider to which the browser is sent. */
const redirectSchema = z.object({ url: z.string() });

export const billingRoutes = {
  getCatalogue: {
    method: 'GET',
    path: '/api/billing/catalogue',
    access: 'user',
    owner: 'billing',
    status: 200,
    summary: 'Plans and top-up packs with the price ids that the checkout calls take.',
    reply: catalogueSchema,
  },
  checkSubscription: {
    method: 'GET',
    path: '/api/billing/subscription',
    access: 'user',
    owner: 'billing',
    status: 200,
    summary: "The caller's subscription, from our table; asked of Stripe again when that is stale.",
    reply: subscriptionStatusSchema,
  },
  allocateCredits: {
    method: 'POST',
    path: '/api/billing/allocate',
    access: 'user',
    owner: 'billing',
    status: 200,
    summary: "Books the credits of the caller's paid months that are not booked yet, usually none.",
    reply: z.object({
      /** Credits that this call booked. */
      allocated: countSchema,
      credits: creditsSchema,
    }),
  },
  createCheckout: {
    method: 'POST',
    path: '/api/billing/checkout',
    access: 'user',
    owner: 'billing',
    status: 201,
    summary: 'A page where the caller subscribes to a plan; a bigger plan replaces the current one.',
    body: z.strictObject({ priceId: providerIdSchema }),
    reply: redirectSchema,
  },
  openPortal: {
    method: 'POST',
    path: '/api/billing/portal',
    access: 'user',
    owner: 'billing',
    status: 201,
    summary: 'A page where the caller changes plan or card, cancels, and finds the invoices.',
    reply: redirectSchema,
  },
  createPayment: {
    method: 'POST',
    path: '/api/billing/payments',
    access: 'user',
    owner: 'billing',
    status: 201,
    summary: 'A page where a subscriber buys a top-up pack.',
    body: z.lazy(() =>
      z.strictObject({
        priceId: providerIdSchema,
        /** Must equal the number of credits in the pack with this price. */
        credits: z.int().check(z.positive(), z.maximum(1000, 'Credit amount too large')),
      }),
    ),
    reply: redirectSchema,
  },
  verifyPayment: {
    method: 'POST',
    path: '/api/billing/payments/verify',
    access: 'user',
    owner: 'billing',
    status: 200,
    summary:
      "Books the top-up of one of the caller's own checkout sessions if it is paid; again is no error.",
    body: z.strictObject({ sessionId: providerIdSchema }),
    reply: z.object({
      success: z.boolean(),
      /** The message for the customer. */
      message: z.string(),
    }),
  },
} as const satisfies Record<string, Route>;

export const stripeWebhookRoutes = {
  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    access: 'public',
    owner: 'stripeWebhook',
    status: 200,
    summary: 'Events of Stripe, signed over the raw body; answered only when everything is booked.',
    reply: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
