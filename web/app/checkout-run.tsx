import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlanId } from '#shared/domain/plans.ts';
import { meQuery } from '#web/lib/account.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { checkoutFailed, useCheckout } from '#web/lib/billing.ts';
import { notify } from '#web/lib/notify.ts';

/** Timeout of the start of a checkout, in milliseconds. */
const startTimeout = 20_000;

interface CheckoutRunProps {
  readonly plan: PlanId;
  /** Called after the payment page could not be opened and the error was shown. */
  readonly onDone: () => void;
}

/** Handles one press of a plan's button on a public page: loads what the checkout needs, then starts it. */
export function CheckoutRun({ plan, onDone }: CheckoutRunProps) {
  const { subscribe, opening } = useCheckout();
  const me = useQuery(meQuery);
  const began = useRef(false);
  const follow = useEffectEvent((isOpening: boolean) => {
    if (isOpening) began.current = true;
    else if (began.current) onDone();
  });
  const start = useEffectEvent(() => subscribe(plan));
  const giveUp = useEffectEvent((error: Error) => {
    if (began.current) return;
    notify.error(checkoutFailed, { description: messageOf(error) });
    onDone();
  });
  const isKnown = me.data !== undefined;
  useEffect(() => {
    if (isKnown) start();
  }, [isKnown]);
  useEffect(() => follow(opening !== undefined), [opening]);
  useEffect(() => {
    if (me.error && !isKnown) giveUp(me.error);
  }, [me.error, isKnown]);
  useEffect(() => {
    const timer = setTimeout(() => giveUp(new ApiError('offline')), startTimeout);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
