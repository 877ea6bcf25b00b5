import { useEffect, useEffectEvent } from 'react';
import type { Me } from '#shared/api/account.ts';
import { plans } from '#shared/domain/plans.ts';
import type { Checkout } from '#web/lib/billing.ts';
import { notify } from '#web/lib/notify.ts';
import { takeWantedPlan } from '#web/lib/wanted-plan.ts';
import { words } from './words.ts';

/**
 * Opens the checkout of the plan that the user chose before signing in, once. If the user already pays for it or for a
 * larger one, a message says so instead. While payments are not possible, the choice is kept.
 */
export function useWantedPlan(me: Me, checkout: Checkout, canPay: boolean): void {
  const open = useEffectEvent(() => {
    const plan = takeWantedPlan();
    if (plan === undefined) return;
    const { name } = plans[plan];
    const current = me.subscription.planName;
    if (current === name || current === 'Pro')
      notify.info(words.subscribed(current), { description: words.subscribedText });
    else checkout.subscribe(plan);
  });
  useEffect(() => {
    if (canPay) open();
  }, [canPay]);
}
