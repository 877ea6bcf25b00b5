import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { Shell } from '#web/app/shell.tsx';
import { notify } from '#web/lib/notify.ts';
import { paths } from '#web/paths.ts';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser, checkSubscription: pending });
});

test('a message disappears with its page', async () => {
  const { address } = await renderInApp(<Shell />, { at: paths.studio() });
  notify.info('A message of the studio');
  const message = page.getByText('A message of the studio');
  await expect.element(message).toBeVisible();
  await page.getByRole('link', { name: 'Gallery' }).click();
  expect(address()).toBe(paths.studio('gallery'));
  await expect.element(message).not.toBeInTheDocument();
});

test('a message that explains the new page stays', async () => {
  api.answer({ getMe: () => freeUser });
  const { address } = await renderInApp(<Shell />, { at: paths.studio() });
  await page.getByRole('link', { name: 'Menu Pack' }).click({ force: true });
  await expect.poll(address).toBe(paths.credits);
  await expect.element(page.getByText('Upgrade to Pro to unlock bulk menu transformations')).toBeVisible();
});
