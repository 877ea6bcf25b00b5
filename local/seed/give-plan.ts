import { putSubscription } from '#lambdas/account/subscription-store.ts';
import { grantCredits } from '#lambdas/credits/credits-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';

const monthMs = 30 * 86_400_000;

/** Gives a user a plan and its first month's credits, as a payment would; again changes nothing. */
export async function givePlan(userId: string, planId: PlanId): Promise<void> {
  const { name, creditsPerMonth } = plans[planId];
  await transact([
    putSubscription(userId, {
      subscribed: true,
      productId: null,
      subscriptionEnd: new Date(Date.now() + monthMs).toISOString(),
      planName: name,
    }),
  ]);
  await grantCredits({
    userId,
    cause: `plan#seed-${planId}`,
    pockets: { free: 0, subscription: creditsPerMonth, purchased: 0 },
  });
}
