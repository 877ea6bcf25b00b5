/** How the user left the payment provider's page (customer-product.md section 2). */
export type CheckoutReturn =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'paid'; readonly sessionId: string }
  | { readonly kind: 'payment-canceled' };

const parameters = ['success', 'canceled', 'payment_success', 'session_id', 'payment_canceled'] as const;

/** The outcome in the query of `/credits`; undefined without one. */
export function checkoutReturnOf(search: URLSearchParams): CheckoutReturn | undefined {
  const says = (name: (typeof parameters)[number]) => search.get(name) === 'true';
  const sessionId = search.get('session_id');
  if (says('success')) return { kind: 'subscribed' };
  if (says('canceled')) return { kind: 'canceled' };
  if (says('payment_success') && sessionId) return { kind: 'paid', sessionId };
  if (says('payment_canceled')) return { kind: 'payment-canceled' };
  return undefined;
}

/** The query without the checkout's parameters; undefined if it has none of them. */
export function withoutCheckoutReturn(search: URLSearchParams): URLSearchParams | undefined {
  if (!parameters.some((name) => search.has(name))) return undefined;
  const rest = new URLSearchParams(search);
  for (const name of parameters) rest.delete(name);
  return rest;
}
