import { noSubscription } from '#lambdas/accounts/subscription-store.ts';
import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { reportStripeErrors, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';
import { readBilling, watch } from './billing-store.ts';
import { createSession } from './create-session.ts';
import { withCustomer } from './make-customer.ts';
import { planMetadata } from './plan-checkout.ts';
import { returnOrigin } from './return-origin.ts';
import { stackMark } from './stack-mark.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Creates a hosted checkout for the plan of a price. It reads the current subscription from Stripe, so that nobody pays
 * for a plan that they already have.
 * @throws AppError `price_unknown`, `unauthenticated`, `account_closing`, `already_subscribed`, `downgrade_in_portal`,
 * `payments_unavailable`, `daily_limit_reached`, `too_many_requests`
 */
export function createCheckout(
  userId: string,
  priceId: string,
  viewerOrigin: string | undefined,
): Promise<{ url: string }> {
  return reportStripeErrors(async () => {
    const account = await stripeAccount();
    const { settings } = account;
    const planId = planOf(settings, priceId);
    if (!planId) throw new AppError('price_unknown');
    const payer = await requireAccount(userId);
    await countBurstUse(userId, 'payment');
    const before = await readBilling(userId);
    const current = before.customerId
      ? await syncSubscription(account, userId, before.customerId, before)
      : noSubscription;
    if (current.planName === plans[planId].name) throw new AppError('already_subscribed');
    if (current.planName === 'Pro') throw new AppError('downgrade_in_portal');
    const page = `${returnOrigin(settings.siteOrigins, viewerOrigin)}/credits`;
    const url = await withCustomer(account, payer, before.customerId, (customer) =>
      createSession(account, {
        mode: 'subscription',
        customer,
        client_reference_id: userId,
        priceId,
        pence: plans[planId].pricePence,
        metadata: planMetadata(userId, planId),
        subscription_data: { metadata: { userId, ...stackMark() } },
        success_url: `${page}?success=true`,
        cancel_url: `${page}?canceled=true`,
      }),
    );
    await watch(userId);
    return { url };
  });
}

function planOf({ plans: offers }: StripeSettings, priceId: string): PlanId | undefined {
  return (['starter', 'pro'] as const).find((id) => offers[id].priceId === priceId);
}
