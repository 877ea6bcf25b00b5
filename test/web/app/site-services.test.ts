import { expect, it, vi } from 'vitest';
import { siteServices } from '#web/app/site-services.ts';
import { notify } from '#web/lib/notify.ts';

// Each part of the app is a file of its own, which the network may lose.
vi.mock('#web/app/mount-app.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('#web/app/checkout-host.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('says so when a checkout cannot be loaded', async () => {
  const shown = vi.spyOn(notify, 'error').mockImplementation(() => undefined);
  await siteServices(() => undefined).subscribe('starter');
  expect(shown.mock.calls).toEqual([
    ['Failed to start checkout. Please try again.', { description: 'Check your connection and try again.' }],
  ]);
});

it('loads the page anew when the app cannot be loaded, and stays on the page until then', async () => {
  const reload = vi.fn();
  const pushState = vi.fn();
  const leavePage = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('history', { pushState });
  siteServices(leavePage).openApp('/gallery');
  await expect.poll(() => reload).toHaveBeenCalledOnce();
  expect(pushState).toHaveBeenCalledWith(null, '', '/gallery');
  expect(leavePage).not.toHaveBeenCalled();
});
