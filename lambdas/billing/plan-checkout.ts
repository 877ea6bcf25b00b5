import type Stripe from 'stripe';
import type { Subscription } from '#lambdas/accounts/subscription-store.ts';
import type { PlanId } from '#shared/domain/plans.ts';
import { stackMark } from './stack-mark.ts';

/** Makes the metadata of a plan's checkout session. */
export function planMetadata(userId: string, planId: PlanId): Record<string, string> {
  return { kind: 'plan', plan: planId, userId, ...stackMark() };
}

/** Whether a checkout session sells a plan that the user's present one includes, so that it would be paid twice. */
export function isCoveredBy(
  planName: Subscription['planName'],
  { mode, metadata }: Pick<Stripe.Checkout.Session, 'mode' | 'metadata'>,
): boolean {
  return (
    mode === 'subscription' &&
    (planName === 'Pro' || (planName === 'Starter' && metadata?.plan === 'starter'))
  );
}
