import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { startCheckout } from '#web/app/checkout-host.tsx';

const run = vi.hoisted(() => ({ plan: '', end: () => {}, ended: vi.fn() }));

vi.mock('#web/app/checkout-run.tsx', () => ({
  CheckoutRun({ plan, onDone }: { plan: string; onDone: () => void }) {
    useEffect(() => {
      Object.assign(run, { plan, end: onDone });
      return run.ended;
    }, [plan, onDone]);
    return null;
  },
}));

test('a checkout of a public page is unmounted when it has ended, and not before', async () => {
  const checkout = startCheckout('pro');
  await expect.poll(() => run.plan).toBe('pro');
  expect(run.ended).not.toHaveBeenCalled();
  run.end();
  await checkout;
  await expect.poll(() => run.ended).toHaveBeenCalledOnce();
});
