import type Stripe from 'stripe';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';

/** Stripe's state of a customer: payments and active subscriptions. */
export interface StripeBooks {
  readonly invoices: readonly Stripe.Invoice[];
  readonly sessions: readonly Stripe.Checkout.Session[];
  readonly subscriptions: readonly Stripe.Subscription[];
}

/** One payment: what it bought, and the refunded pence. */
export interface Bought {
  readonly ledgerEntryId: string;
  readonly credits: number;
  readonly pence: number;
  readonly reversedPence: number;
  /**
   * Whether it was refunded because the plan was bought twice, or disputed, so that this could not be done; or a top-up
   * that was refunded as a whole. Its credits may never have been granted.
   */
  readonly mayBeWithheld: boolean;
}

const whole = { limit: 10_000 };

export async function booksOf(sdk: Stripe, customer: string | undefined): Promise<StripeBooks> {
  if (customer === undefined) return { invoices: [], sessions: [], subscriptions: [] };
  const page = { customer, limit: 100 };
  return {
    invoices: await sdk.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray(whole),
    sessions: await sdk.checkout.sessions.list(page).autoPagingToArray(whole),
    subscriptions: await sdk.subscriptions.list(page).autoPagingToArray(whole),
  };
}

/** The id in a Stripe field, expanded or not; empty when there is none. */
export function idIn(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}

/** The ledger that Stripe's records imply. */
export async function boughtBy(
  sdk: Stripe,
  settings: StripeSettings,
  { invoices, sessions }: Pick<StripeBooks, 'invoices' | 'sessions'>,
): Promise<Bought[]> {
  const bought: Bought[] = [];
  for (const { id, status, billing_reason: reason, lines, payments, amount_paid: paid, total } of invoices) {
    if (status !== 'paid' || total <= 0 || !reason?.startsWith('subscription_')) continue;
    let ofLines = 0;
    for (const { amount, parent, pricing } of lines.data) {
      const { price = '', product } = pricing?.price_details ?? {};
      const { creditsPerMonth } = plans[product === settings.plans.pro.productId ? 'pro' : 'starter'];
      const isPart = parent?.subscription_item_details?.proration === true;
      const month = isPart ? (await sdk.prices.retrieve(idIn(price))).unit_amount : null;
      ofLines += month === null ? creditsPerMonth : (amount / month) * creditsPerMonth;
    }
    // The part of a change of plan that is paid from the customer's balance gave its credits earlier.
    const pence = reason === 'subscription_update' ? paid : total;
    const credits = (ofLines * pence) / total;
    if (credits < 1) continue;
    const intent = idIn(payments?.data[0]?.payment.payment_intent);
    bought.push({
      ledgerEntryId: `plan#${id}`,
      credits: Math.floor(credits),
      pence,
      ...(intent === '' ? { reversedPence: 0, mayBeWithheld: false } : await reversalsOf(sdk, intent)),
    });
  }
  for (const { id, mode, payment_status: status, amount_total: pence, payment_intent } of sessions) {
    if (mode !== 'payment' || status !== 'paid') continue;
    const back = await reversalsOf(sdk, idIn(payment_intent));
    const pack = Object.values(topUpPacks).find(({ pricePence }) => pricePence === pence);
    bought.push({
      ledgerEntryId: `topup#${id}`,
      credits: pack?.credits ?? 0,
      pence: pence ?? 0,
      reversedPence: back.reversedPence,
      mayBeWithheld: back.refundedPence === pence,
    });
  }
  return bought;
}

async function reversalsOf({ refunds, disputes }: Stripe, paymentIntent: string) {
  const page = { payment_intent: paymentIntent, limit: 100 };
  const [refunded, disputed] = [(await refunds.list(page)).data, (await disputes.list(page)).data];
  const back = [...refunded, ...disputed.filter(({ status }) => status !== 'won')];
  return {
    refundedPence: refunded.reduce((sum, { amount }) => sum + amount, 0),
    reversedPence: back.reduce((sum, { amount }) => sum + amount, 0),
    mayBeWithheld: disputed.length > 0 || refunded.some(({ reason }) => reason === 'duplicate'),
  };
}
