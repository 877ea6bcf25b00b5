import type Stripe from 'stripe';
import { noSubscription, readSubscription, type Subscription } from '#lambdas/accounts/subscription-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { isMissing, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';
import { type Billing, readBilling, saveSynced } from './billing-store.ts';
import { purchaseOf, readBooking } from './book-invoice.ts';
import { expireOpenSessions } from './expire-open-sessions.ts';
import { idOf } from './find-owner.ts';
import { isCoveredBy } from './plan-checkout.ts';
import { planOfProduct } from './plan-of-product.ts';
import { refundSurplus, withholdSurplus } from './refund-surplus.ts';

interface Live {
  readonly planId: PlanId;
  readonly subscription: Stripe.Subscription;
  /** What was done with the credits of its newest invoice. */
  readonly booked: 'granted' | 'withheld' | undefined;
}

const rank: Readonly<Record<PlanId, number>> = { starter: 1, pro: 2 };

/**
 * Reads the customer's subscription from Stripe, saves it and sets the tier by it.
 *
 * If there are several live subscriptions, the best one is kept and the others are cancelled at once: so an upgrade
 * replaces the previous plan as soon as the new one is paid (readings 6). A subscription that was bought after the one
 * that is kept, or to the same plan, was bought by mistake, in a second tab: unless its credits were granted already,
 * they are withheld, and its payment is refunded. Where that was begun it is finished, whatever the other subscriptions
 * have become.
 * @param customerId Read only if no customer is linked, because another one may have replaced it.
 * @param billing The user's billing record, if the caller has just read it consistently.
 */
export async function syncSubscription(
  account: StripeAccount,
  userId: string,
  customerId: string,
  billing?: Billing,
): Promise<Subscription> {
  return retryOnConflict(async (attempt) => {
    const seen = (attempt === 1 ? billing : undefined) ?? (await readBilling(userId));
    const customer = seen.customerId ?? customerId;
    const live = await liveSubscriptions(account, userId, customer);
    const surplus = live.filter(({ booked }) => booked === 'withheld');
    const [current, ...superseded] = live.filter(({ booked }) => booked !== 'withheld');
    const subscription = current ? await toSubscription(account, current) : noSubscription;
    // Before the plan is saved: after a crash in between, it is still new.
    if (current && (await isSwitched(userId, current)))
      await expireOpenSessions(account, customer, (session) => isCoveredBy(subscription.planName, session));
    if (current) surplus.push(...superseded.filter((other) => isBoughtByMistake(other, current)));
    const payments: string[] = [];
    // Before the kept month is saved: from then on it may be granted, and the surplus ones must not be any more.
    for (const { subscription: other } of surplus) {
      const withheld = await withholdSurplus(account, userId, other);
      // It is not refunded; the choice is made again.
      if (withheld === 'granted') return conflict;
      if (withheld.paymentIntentId !== undefined) payments.push(withheld.paymentIntentId);
    }
    const grantingInvoiceId = current ? await paidMonthOf(account, current) : null;
    if ((await saveSynced(userId, seen, { subscription, grantingInvoiceId })) === 'stale') return conflict;
    for (const payment of payments) await refundSurplus(account, payment);
    // Cancels after the refunds: after a crash in between, the subscriptions are still live and are found again.
    for (const other of live) if (other !== current) await end(account, other, current);
    return subscription;
  });
}

/** Live subscriptions to our plans, the one to keep first. */
async function liveSubscriptions(
  { stripe, settings }: StripeAccount,
  userId: string,
  customer: string,
): Promise<Live[]> {
  const listing = stripe.subscriptions.list({
    customer,
    limit: 100,
    expand: ['data.latest_invoice', 'data.schedule'],
  });
  const { data } = await listing.catch((error: unknown) => {
    // A deleted customer has no subscriptions.
    if (isMissing(error)) return { data: [] };
    throw error;
  });
  const live = await Promise.all(
    data.map(async (subscription): Promise<Live[]> => {
      const planId = isLive(subscription) ? planOf(settings, subscription) : undefined;
      if (!planId) return [];
      const invoiceId = idOf(subscription.latest_invoice);
      const booked = invoiceId === undefined ? undefined : await readBooking(userId, invoiceId);
      return [{ planId, subscription, booked }];
    }),
  );
  return live
    .flat()
    .sort(
      (a, b) =>
        Number(isPaid(b.subscription)) - Number(isPaid(a.subscription)) ||
        rank[b.planId] - rank[a.planId] ||
        Number(isGranted(b)) - Number(isGranted(a)) ||
        a.subscription.created - b.subscription.created ||
        a.subscription.id.localeCompare(b.subscription.id),
    );
}

/**
 * Whether a subscription was bought after the one that is kept, or is the same plan once more. Stripe's times are whole
 * seconds: in the same second, the smaller plan counts as bought first. It is never one whose credits can be spent.
 */
function isBoughtByMistake(other: Live, kept: Live): boolean {
  if (isGranted(other)) return false;
  return other.planId === kept.planId || other.subscription.created > kept.subscription.created;
}

function isGranted({ booked }: Live): boolean {
  return booked === 'granted';
}

/**
 * Whether a subscription has changed to another plan since it was last saved, e.g. in the portal. One that was just
 * bought is left to the event of its checkout, which until then may still be open.
 */
async function isSwitched(userId: string, { planId, subscription }: Live): Promise<boolean> {
  const { latest_invoice: newest } = subscription;
  if (newest === null || typeof newest === 'string' || newest.billing_reason === 'subscription_create')
    return false;
  return (await readSubscription(userId)).planName !== plans[planId].name;
}

/** While Stripe still tries to collect a renewal, the plan continues; credits are granted only after payment. */
function isLive({ status }: Stripe.Subscription): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due';
}

function isPaid({ status }: Stripe.Subscription): boolean {
  return status !== 'past_due';
}

function planOf(settings: StripeSettings, { items }: Stripe.Subscription): PlanId | undefined {
  return items.data.flatMap(({ price }) => planOfProduct(settings, price.product) ?? [])[0];
}

async function toSubscription(account: StripeAccount, { planId, subscription }: Live): Promise<Subscription> {
  const { status, items, cancel_at, cancel_at_period_end } = subscription;
  const next = await nextPlanOf(account, subscription);
  const [item] = items.data;
  const endsAt = cancel_at ?? item?.current_period_end;
  return {
    subscribed: true,
    productId: String(item?.price.product),
    subscriptionEnd: endsAt === undefined ? null : new Date(endsAt * 1000).toISOString(),
    planName: plans[planId].name,
    pricePence: item?.price.unit_amount ?? null,
    pastDue: status === 'past_due',
    // Stripe's flexible billing mode sets this date instead.
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    nextPlan: next === undefined || next === planId ? null : plans[next].name,
  };
}

/** The plan of the next phase, if the user scheduled a change for the end of the period in the portal. */
async function nextPlanOf(
  { stripe, settings }: StripeAccount,
  { schedule, items }: Stripe.Subscription,
): Promise<PlanId | undefined> {
  if (schedule === null || typeof schedule === 'string') return undefined;
  const end = items.data[0]?.current_period_end ?? 0;
  const next = schedule.phases.find(({ start_date }) => start_date >= end);
  const priceId = idOf(next?.items[0]?.price);
  if (priceId === undefined) return undefined;
  return planOfProduct(settings, (await stripe.prices.retrieve(priceId)).product);
}

/** The id of the newest invoice if it is paid and buys credits. An open invoice must not be booked yet. */
async function paidMonthOf(account: StripeAccount, { subscription }: Live): Promise<string | null> {
  const { latest_invoice: newest } = subscription;
  if (newest === null || typeof newest === 'string') return null;
  return ((await purchaseOf(account, newest)) && newest.id) ?? null;
}

/** Cancels a subscription. If it gave credits for the same plan as the one that is kept, a person must refund it. */
async function end({ stripe }: StripeAccount, other: Live, kept: Live | undefined): Promise<void> {
  const { id } = other.subscription;
  try {
    await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
    logger.info('Cancelled a replaced subscription');
    if (!isGranted(other) || other.planId !== kept?.planId) return;
    logger.error('A plan was paid and granted twice', { subscriptionId: id, kept: kept.subscription.id });
    countTogether('PaymentMismatch');
  } catch (error) {
    // A concurrent run has cancelled it.
    if (!isMissing(error)) throw error;
  }
}
