import { useLocation } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi, pending } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
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

test('after a sign-in the focus is at the content, and not lost with the form', async () => {
  const { router } = await renderInApp(<SignInThenShell />, { at: '/auth' });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await router.navigate(paths.studio(), { replace: true });
  await expect.element(page.getByRole('link', { name: 'Gallery' })).toBeVisible();
  expect(document.activeElement?.id).toBe('content');
});

test('the focus stays at the top of a document that was loaded', async () => {
  await renderInApp(<Shell />, { at: paths.studio() });
  await expect.element(page.getByRole('link', { name: 'Gallery' })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

function SignInThenShell() {
  return useLocation().pathname === '/auth' ? <button type="button">Sign in</button> : <Shell />;
}

// Of phones whose letters are twice as large.
test.each([160, 195])('the links break no word of large text at %i px', async (width) => {
  await page.viewport(width, 422);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(<Shell />, { at: paths.studio() });
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect.element(links.first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  for (const link of links.elements()) {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
    const words = [...(text?.textContent ?? '').matchAll(/\w+/g)];
    expect(words.length).toBeGreaterThan(0);
    for (const { 0: word, index } of words) {
      const range = document.createRange();
      range.setStart(text ?? link, index);
      range.setEnd(text ?? link, index + word.length);
      expect([word, range.getClientRects().length]).toEqual([word, 1]);
    }
  }
});

test.each([
  // A desktop at a zoom of 400%.
  [320, 256, 'static'],
  [480, 270, 'static'],
  // Phones.
  [740, 360, 'fixed'],
  [390, 844, 'fixed'],
])('on a screen of %i × %i px the header is %s', async (width, height, position) => {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(<Shell />, { at: paths.studio() });
  const header = page.getByRole('banner');
  await expect.element(header).toBeVisible();
  expect(getComputedStyle(header.element()).position).toBe(position);
});

// The second is a small phone.
test.each([
  [480, 270],
  [568, 320],
])('the header has room on a low screen of %i × %i px', async (width, height) => {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1280, 800));
  api.answer({ getMe: () => ({ ...proUser, credits: { ...proUser.credits, available: 1234 } }) });
  await renderInApp(<Shell />, { at: paths.studio() });
  const menu = page.getByRole('button', { name: 'Account menu' });
  await expect.element(page.getByRole('link', { name: /1,234/ })).toBeVisible();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
});

test('large letters of a user’s style sheet push nothing of the header off a phone', async () => {
  await enlargeText();
  await renderInApp(<Shell />, { at: paths.studio() });
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Gallery' })).toBeVisible();
  expect(beyondSides()).toEqual([]);
  expect(getComputedStyle(page.getByRole('banner').element()).position).toBe('static');
});
