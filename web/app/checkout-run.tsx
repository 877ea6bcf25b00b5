import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlanId } from '#shared/domain/plans.ts';
import { useMe } from '#web/lib/account.ts';
import { useCheckout } from '#web/lib/billing.ts';

interface CheckoutRunProps {
  readonly plan: PlanId;
  /** Called when opening the payment page failed and the user has been told. */
  readonly onDone: () => void;
}

/** Handles one press of a plan's button on a public page: loads what the checkout needs, then starts it. */
export function CheckoutRun({ plan, onDone }: CheckoutRunProps) {
  const { subscribe, opening } = useCheckout();
  const isKnown = useMe() !== undefined;
  const began = useRef(false);
  const follow = useEffectEvent((isOpening: boolean) => {
    if (isOpening) began.current = true;
    else if (began.current) onDone();
  });
  const start = useEffectEvent(() => subscribe(plan));
  useEffect(() => {
    if (isKnown) start();
  }, [isKnown]);
  useEffect(() => follow(opening !== undefined), [opening]);
  return null;
}
