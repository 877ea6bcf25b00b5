import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { type PackId, type PlanId, plans } from '#shared/domain/plans.ts';
import { paths } from '#web/paths.ts';
import { meQuery, useMe } from './account.ts';
import { call } from './api.ts';
import { ApiError, isMaintenance, logged, messageOf } from './api-error.ts';
import { keepCheckout } from './checkout-memory.ts';
import { notify } from './notify.ts';
import { offerQuery } from './offer-query.ts';
import { useSession } from './session.ts';
import { words as shared } from './words.ts';

/** Texts of the checkout; all are those of customer-product.md sections 4 and 8. */
const words = {
  subscribe: {
    failed: 'Failed to start checkout. Please try again.',
    ended: 'You must be logged in to subscribe',
    signIn: 'Please sign in to subscribe',
  },
  manage: {
    failed: 'Failed to open subscription management. Please try again.',
    ended: 'You must be logged in to manage your subscription',
    signIn: 'Please sign in to manage your subscription',
  },
  buy: {
    failed: 'Failed to start payment. Please try again.',
    ended: 'You must be logged in to purchase credits',
    signIn: 'Please sign in to purchase credits',
  },
} as const;

/** Title of the message after a checkout that could not be opened. */
export const checkoutFailed = words.subscribe.failed;

/** How often the subscription is checked, in milliseconds (customer-product.md section 9). */
export const checkEvery = 60_000;

/** Query key of the ledger's pages. */
export const ledgerKey = ['ledger'] as const;

/** Plans and packs with the price ids that a checkout names. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => call('getCatalogue', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

const subscriptionKey = ['subscription'] as const;

/**
 * The check of a user's subscription. While subscribed, each check also books paid months that are not booked yet, and
 * then reloads credits and history. A failure is only logged.
 */
function subscriptionQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: [...subscriptionKey, userId],
    queryFn: async ({ client, signal }) => {
      const status = await logged(() => call('checkSubscription', {}, signal));
      if (status.subscribed) await logged(() => call('allocateCredits')).catch(() => undefined);
      await refreshCredits(client);
      return status;
    },
    enabled: userId !== undefined,
    // The next check retries.
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Reads credits and history again. */
export async function refreshCredits(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: meQuery.queryKey }),
    client.invalidateQueries({ queryKey: ledgerKey }),
  ]);
}

/** Whether the user is subscribed now; false if that cannot be determined. */
export async function isSubscriber(client: QueryClient, userId: string): Promise<boolean> {
  return client.fetchQuery(subscriptionQuery(userId)).then(
    ({ subscribed }) => subscribed,
    () => false,
  );
}

/** Checks the subscription and reloads the credits now. */
export async function refreshBilling(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: subscriptionKey }), refreshCredits(client)]);
}

/**
 * The subscription of the signed-in user. It is checked when the user changes, when the window gets the focus and every
 * `every` milliseconds. The shell checks each minute, so pages inside it need not. `status` is undefined until the
 * first reply; `isChecking` is true while a check runs.
 */
export function useSubscription(every: number | false = false): {
  readonly status: SubscriptionStatus | undefined;
  readonly isChecking: boolean;
} {
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.userId : undefined;
  const { data, isLoading } = useQuery({ ...subscriptionQuery(userId), refetchInterval: every });
  return { status: data, isChecking: isLoading };
}

/** Opens the payment provider's pages; used by every button with a price. */
export interface Checkout {
  /** The page that is being opened, for the button's spinner; otherwise undefined. */
  readonly opening: PlanId | PackId | 'portal' | undefined;
  /** Opens the payment page of a plan, or the portal for a smaller plan. */
  readonly subscribe: (plan: PlanId) => void;
  /** Opens the payment page of a top-up pack. */
  readonly buy: (pack: PackId) => void;
  /** Opens the portal: plan, card, cancellation and invoices. */
  readonly manage: () => void;
}

/** The checkout for plans, packs and the portal. Visitors are asked to sign in; a failure only shows a toast. */
export function useCheckout(): Checkout {
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const current = useMe()?.subscription.planName;
  const [opening, setOpening] = useState<Checkout['opening']>();
  const running = useRef<AbortController>(undefined);
  // A user who has left the page must not be redirected.
  useEffect(() => () => running.current?.abort(), []);

  useEffect(() => {
    // The browser's back button may restore this page from its cache.
    const reset = (event: PageTransitionEvent) => {
      if (event.persisted) setOpening(undefined);
    };
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  const open = async (
    what: NonNullable<Checkout['opening']>,
    kind: 'subscribe' | 'manage' | 'buy',
    page: (signal: AbortSignal) => Promise<{ url: string }>,
  ): Promise<void> => {
    if (opening !== undefined) return;
    if (session.status === 'signedOut') {
      notify.error(words[kind].signIn);
      navigate(paths.auth);
      return;
    }
    setOpening(what);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      const { url } = await page(signal);
      if (signal.aborted) return;
      if (kind === 'subscribe' && session.status === 'signedIn') keepCheckout(session.userId);
      location.assign(url);
    } catch (error) {
      if (signal.aborted) return;
      setOpening(undefined);
      if (error instanceof ApiError && error.code === 'unauthenticated') {
        notify.error(words[kind].ended);
        return;
      }
      notify.error(words[kind].failed, { description: messageOf(error) });
      // A refusal means that the plan or the offers on this page are outdated.
      void client.invalidateQueries({ queryKey: catalogueQuery.queryKey });
      void refreshBilling(client);
      if (isMaintenance(error)) void client.invalidateQueries({ queryKey: offerQuery.queryKey });
    }
  };
  const catalogue = () => client.ensureQueryData(catalogueQuery);
  const manage = () => void open('portal', 'manage', openPortal);

  return {
    opening,
    manage,
    subscribe(plan) {
      if (current === 'Pro' && plan === 'starter') return manage();
      const replaces = current !== undefined && current !== 'none' && current !== plans[plan].name;
      if (replaces && opening === undefined) notify.info(shared.replacesPlan);
      void open(plan, 'subscribe', async (signal) =>
        startCheckout(offerOf((await catalogue()).plans, plan).priceId, signal),
      );
    },
    buy(pack) {
      void open(pack, 'buy', async (signal) => {
        const { priceId, credits } = offerOf((await catalogue()).packs, pack);
        return call('createPayment', { body: { priceId, credits } }, signal);
      });
    },
  };
}

function offerOf<Offer extends { readonly id: string }>(offers: readonly Offer[], id: Offer['id']): Offer {
  const offer = offers.find((one) => one.id === id);
  if (!offer) throw new ApiError('price_unknown', { message: 'This offer is not available' });
  return offer;
}

async function startCheckout(priceId: string, signal: AbortSignal): Promise<{ url: string }> {
  try {
    return await call('createCheckout', { body: { priceId } }, signal);
  } catch (error) {
    // The user upgraded in another tab, so this is a change to a smaller plan.
    if (error instanceof ApiError && error.code === 'downgrade_in_portal') return openPortal(signal);
    throw error;
  }
}

function openPortal(signal: AbortSignal): Promise<{ url: string }> {
  return call('openPortal', {}, signal);
}
