import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '#web/lib/api.ts';
import { ApiError, isTransient, messageOf } from '#web/lib/api-error.ts';
import { isSubscriber, refreshBilling } from '#web/lib/billing.ts';
import { takeCheckout } from '#web/lib/checkout-memory.ts';
import { notify } from '#web/lib/notify.ts';
import { useSession } from '#web/lib/session.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { words as shared } from '#web/lib/words.ts';
import { checkoutReturnOf, withoutCheckoutReturn } from './checkout-return.ts';
import { words } from './words.ts';

/** Time limit for a new subscription to appear, in milliseconds; it usually takes less than a second. */
const expectFor = 20_000;

/**
 * Shows once how the user left the payment provider's page, reloads what changed and clears the address.
 * `isExpecting` is true for a while after a plan was paid, because the payment provider's event may come later.
 */
export function useCheckoutReturn(): { readonly isExpecting: boolean } {
  const client = useQueryClient();
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const isHere = useIsHere();
  const [isExpecting, setExpecting] = useState(false);

  const waiting = useRef<AbortController>(undefined);
  /** Checks a payment. If that may succeed later, it is done again when the browser is back online or gets the focus. */
  const verify = async (sessionId: string, isAgain = false): Promise<void> => {
    waiting.current?.abort();
    try {
      const { success, message } = await call('verifyPayment', { body: { sessionId } });
      if (success) notify.success(message);
      else notify.error(message);
    } catch (error) {
      if (isTransient(error)) {
        waiting.current = new AbortController();
        const { signal } = waiting.current;
        const check = () => void verify(sessionId, true);
        addEventListener('online', check, { signal });
        addEventListener('focus', check, { signal });
      }
      // The message of the first attempt is still there, or was dismissed.
      if (isAgain) return;
      if (error instanceof ApiError && error.code === 'unauthenticated') return notify.error(words.loggedOut);
      notify.error(words.unverified, {
        description: error instanceof ApiError ? words.unverifiedText : messageOf(error),
        action: { label: shared.tryAgain, onClick: () => void verify(sessionId) },
        stays: true,
      });
    }
    await refreshBilling(client);
  };

  /** Shows the welcome only after a checkout of this user: the address may be old, or from somebody else. */
  const welcome = async (): Promise<void> => {
    if (session.status !== 'signedIn') return;
    if (takeCheckout(session.userId)) {
      notify.success(words.activated);
      setExpecting(true);
      await refreshBilling(client);
    } else if (await isSubscriber(client, session.userId)) {
      notify.success(words.activated);
    }
  };

  const arrive = useEffectEvent(() => {
    const checkoutReturn = checkoutReturnOf(search);
    const rest = withoutCheckoutReturn(search);
    if (rest && isHere()) setSearch(rest, { replace: true, preventScrollReset: true });
    switch (checkoutReturn?.kind) {
      case 'subscribed':
        void welcome();
        break;
      case 'canceled':
        notify.info(words.canceled, { description: words.canceledText });
        break;
      case 'paid':
        void verify(checkoutReturn.sessionId);
        break;
      case 'payment-canceled':
        notify.info(words.paymentCanceled, { description: words.paymentCanceledText });
        break;
    }
  });
  useEffect(() => arrive(), []);

  useEffect(() => {
    if (!isExpecting) return;
    const timer = setTimeout(() => setExpecting(false), expectFor);
    return () => clearTimeout(timer);
  }, [isExpecting]);

  return { isExpecting };
}
