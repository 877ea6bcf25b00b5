import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { type Checkout, useCheckout } from '#web/lib/billing.ts';
import { notify } from '#web/lib/notify.ts';
import { startSession } from '#web/lib/session.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('react-router-dom', () => ({ useNavigate: () => navigate }));

/** The checkout as a page gets it that anybody may see. */
async function checkoutOfVisitor(): Promise<Checkout> {
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  await startSession();
  let checkout: Checkout | undefined;
  const Page = () => {
    checkout = useCheckout();
    return null;
  };
  const client = new QueryClient();
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)));
  if (!checkout) throw new Error('The page was not rendered');
  return checkout;
}

describe('the checkout of somebody who is not signed in', () => {
  // C8.20
  it.each([
    ['a plan', 'Please sign in to subscribe', (checkout: Checkout) => checkout.subscribe('starter')],
    ['a pack', 'Please sign in to purchase credits', (checkout: Checkout) => checkout.buy('SPECIAL_50')],
    ['the portal', 'Please sign in to manage your subscription', (checkout: Checkout) => checkout.manage()],
  ])('of %s asks for a sign-in and leads there', async (_what, text, press) => {
    const shown = vi.spyOn(notify, 'error').mockImplementation(() => undefined);
    navigate.mockClear();
    press(await checkoutOfVisitor());
    expect(shown.mock.calls).toEqual([[text]]);
    expect(navigate.mock.calls).toEqual([['/auth']]);
    shown.mockRestore();
  });
});
