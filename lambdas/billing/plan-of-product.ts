import type Stripe from 'stripe';
import type { PlanId } from '#shared/domain/plans.ts';
import type { StripeSettings } from '#shared/stripe-settings.ts';
import { idOf } from './find-owner.ts';

/** The plan that a product is; it stays the same when its price changes. Undefined for a product of somebody else. */
export function planOfProduct(
  { plans: offers }: StripeSettings,
  product: Stripe.Price['product'] | undefined,
): PlanId | undefined {
  const productId = idOf(product);
  return (['pro', 'starter'] as const).find((id) => offers[id].productId === productId);
}
