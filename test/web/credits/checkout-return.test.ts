import { expect, it } from 'vitest';
import { checkoutReturnOf, withoutCheckoutReturn } from '#web/credits/checkout-return.ts';

const of = (search: string) => checkoutReturnOf(new URLSearchParams(search));

it('reads how the payment page was left', () => {
  expect(of('success=true')).toEqual({ kind: 'subscribed' });
  expect(of('canceled=true')).toEqual({ kind: 'canceled' });
  expect(of('payment_success=true&session_id=cs_1')).toEqual({ kind: 'paid', sessionId: 'cs_1' });
  expect(of('payment_canceled=true')).toEqual({ kind: 'payment-canceled' });
});

it.each([
  '',
  'success=false',
  'success',
  'payment_success=true',
  'session_id=cs_1',
  'payment_success=true&session_id=',
])('reads nothing from "%s"', (search) => {
  expect(of(search)).toBeUndefined();
});

it('removes only its own parameters from the address', () => {
  const cleared = withoutCheckoutReturn(
    new URLSearchParams('payment_success=true&session_id=cs_1&utm_source=mail'),
  );
  expect(String(cleared)).toBe('utm_source=mail');
  expect(withoutCheckoutReturn(new URLSearchParams('utm_source=mail'))).toBeUndefined();
});
