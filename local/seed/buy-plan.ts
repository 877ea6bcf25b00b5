import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { type Account, getAccount } from '#lambdas/accounts/user-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readSecret } from '#lambdas/runtime/secret.ts';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import { parseStripeSettings, stripeAddress } from '#shared/stripe-settings.ts';

/** Longest wait until the events of a purchase are booked, in milliseconds. */
const timeout = 30_000;

/**
 * Buys a plan for a user: a checkout at the Stripe stand-in, paid on its hosted page and booked by the webhook.
 * Resolves when plan and credits are booked. Does nothing for a user who has the plan.
 */
export async function buyPlan(userId: string, planId: PlanId): Promise<void> {
  const account = await getAccount(userId);
  if (!account) throw new Error(`${userId} has no account`);
  if (hasPlan(account, planId)) return;
  // Read again: the address of the stand-in may have changed with a restart.
  const settings = parseStripeSettings(await readSecret(process.env.STRIPE_SECRET_ARN ?? '', 0));
  if (!settings) throw new Error('Stripe is not set up');
  const stripe = new Stripe(settings.secretKey, { ...stripeAddress(settings.apiBase), telemetry: false });
  const metadata = { userId, stack: readVariable('USER_POOL_ID') };
  const customer = await stripe.customers.create({
    email: account.email,
    name: account.fullName,
    metadata,
  });
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: userId,
    line_items: [{ price: settings.plans[planId].priceId, quantity: 1 }],
    metadata: { kind: 'plan', ...metadata },
    subscription_data: { metadata },
    success_url: `${settings.siteOrigins[0]}/credits?success=true`,
  });
  const body = new URLSearchParams({ action: 'pay' });
  const paid = await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`The checkout answered ${paid.status}`);
  for (const limit = Date.now() + timeout; Date.now() < limit; await sleep(50)) {
    const now = await getAccount(userId);
    if (now && hasPlan(now, planId)) return;
  }
  throw new Error(`The purchase of ${planId} was not booked within ${timeout} ms`);
}

/** Whether the account has the plan and a month's credits. */
function hasPlan({ subscription, credits }: Account, planId: PlanId): boolean {
  const { name, creditsPerMonth } = plans[planId];
  return subscription.planName === name && credits.subscriptionCreditsBalance >= creditsPerMonth;
}
