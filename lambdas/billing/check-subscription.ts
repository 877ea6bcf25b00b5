import { readSubscription } from '#lambdas/accounts/subscription-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { reportStripeErrors } from '#lambdas/runtime/stripe.ts';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** Returns the caller's subscription as Stripe has it; the stored one if Stripe does not answer. */
export async function checkSubscription(userId: string): Promise<SubscriptionStatus> {
  try {
    return await reportStripeErrors(() => refreshSubscription(userId));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
    logger.warn('The subscription could not be refreshed');
    return readSubscription(userId);
  }
}
