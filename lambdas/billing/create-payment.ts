import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { reportStripeErrors, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { topUpPacks } from '#shared/domain/plans.ts';
import { readBilling } from './billing-store.ts';
import { topUpMetadata } from './book-top-up.ts';
import { createSession } from './create-session.ts';
import { updateEmail } from './make-customer.ts';
import { returnOrigin } from './return-origin.ts';
import { syncSubscription } from './sync-subscription.ts';

interface Purchase {
  readonly priceId: string;
  /** Credits and price shown to the buyer; they must match the pack of the price. */
  readonly credits: number;
}

/**
 * Creates a hosted checkout for a top-up pack, for subscribers only.
 * @throws AppError `price_unknown`, `unauthenticated`, `account_closing`, `subscribers_only`, `payments_unavailable`,
 * `daily_limit_reached`, `too_many_requests`
 */
export function createPayment(
  userId: string,
  { priceId, credits }: Purchase,
  viewerOrigin: string | undefined,
): Promise<{ url: string }> {
  return reportStripeErrors(async () => {
    const account = await stripeAccount();
    const { settings } = account;
    const pack = Object.values(topUpPacks).find(({ id }) => settings.packs[id].priceId === priceId);
    if (!pack || pack.credits !== credits) throw new AppError('price_unknown');
    const payer = await requireAccount(userId);
    await countBurstUse(userId, 'payment');
    const standing = await readBilling(userId);
    const { customerId } = standing;
    const subscription = customerId
      ? await syncSubscription(account, userId, customerId, standing)
      : undefined;
    if (!customerId || !subscription?.subscribed) throw new AppError('subscribers_only');
    const page = `${returnOrigin(settings.siteOrigins, viewerOrigin)}/credits`;
    const metadata = topUpMetadata({ userId, credits, pence: pack.pricePence });
    const url = await createSession(account, {
      mode: 'payment',
      customer: customerId,
      client_reference_id: userId,
      priceId,
      pence: pack.pricePence,
      metadata,
      payment_intent_data: { metadata },
      // With an invoice, the portal lists the payment.
      invoice_creation: { enabled: true },
      success_url: `${page}?payment_success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${page}?payment_canceled=true`,
    });
    await updateEmail(account, payer, customerId);
    return { url };
  });
}
