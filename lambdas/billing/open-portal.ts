import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { isMissing, reportStripeErrors, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { readBilling, watch } from './billing-store.ts';
import { updateEmail } from './make-customer.ts';
import { returnOrigin } from './return-origin.ts';

/**
 * Opens Stripe's customer portal for the caller.
 * @throws AppError `nothing_to_manage`, `unauthenticated`, `account_closing`, `payments_unavailable`,
 * `daily_limit_reached`, `too_many_requests`.
 */
export function openPortal(userId: string, viewerOrigin: string | undefined): Promise<{ url: string }> {
  return reportStripeErrors(async () => {
    const { customerId } = await readBilling(userId);
    if (customerId === null) throw new AppError('nothing_to_manage');
    await countBurstUse(userId, 'payment');
    const payer = await requireAccount(userId);
    const account = await stripeAccount();
    const { stripe, settings } = account;
    try {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        configuration: settings.portalConfigurationId,
        return_url: `${returnOrigin(settings.siteOrigins, viewerOrigin)}/credits`,
      });
      await updateEmail(account, payer, customerId);
      await watch(userId);
      return { url };
    } catch (error) {
      // The customer was deleted at Stripe; the next checkout creates a new one.
      if (isMissing(error, 'customer')) throw new AppError('nothing_to_manage');
      throw error;
    }
  });
}
