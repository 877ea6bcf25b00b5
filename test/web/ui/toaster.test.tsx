import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { notify } from '#web/lib/notify.ts';

test('a toast that was sent before the app was drawn is shown', async () => {
  notify.success('Account created!');
  await renderInApp(null);
  await expect.element(page.getByText('Account created!')).toBeVisible();
});

test('a new toast replaces the one before', async () => {
  await renderInApp(null);
  notify.info('First');
  notify.error('Second', { description: 'It failed' });
  await expect.element(page.getByText('Second')).toBeVisible();
  await expect.element(page.getByText('It failed')).toBeVisible();
  expect(page.getByText('First').elements()).toHaveLength(0);
});

test.each([
  { name: 'Undo', pointer: 'elsewhere' },
  { name: 'Undo', pointer: 'over the toast' },
  { name: 'Dismiss notification', pointer: 'elsewhere' },
  { name: 'Dismiss notification', pointer: 'over the toast' },
])('the focus goes back to where it was when $name removes the toast, the pointer $pointer', async ({
  name,
  pointer,
}) => {
  await renderInApp(<button type="button">View</button>);
  const undo = vi.fn();
  notify.success('Image deleted', { action: { label: 'Undo', onClick: undo } });
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  const view = page.getByRole('button', { name: 'View' }).element() as HTMLElement;
  await userEvent.hover(pointer === 'elsewhere' ? view : button);
  view.focus();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).not.toBeInTheDocument();
  expect(document.activeElement).toBe(view);
  expect(undo).toHaveBeenCalledTimes(name === 'Undo' ? 1 : 0);
});

test('on a phone a toast stands over the header, where it hides no choices', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(null);
  notify.info('Upgrade to unlock more formats', { description: 'Square format only on Free/Starter.' });
  const toast = page.getByRole('status').filter({ hasText: 'Square format only on Free/Starter.' });
  await expect.element(toast).toBeVisible();
  await document.fonts.ready;
  // It slides in.
  await expect.poll(() => toast.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  expect(toast.element().getBoundingClientRect().bottom).toBeLessThan(100);
});

test('on a phone the button of a long text stands under it', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(null);
  notify.error('Insufficient credits', {
    description: 'Insufficient credits. Please upgrade your plan to make more pictures.',
    action: { label: 'Upgrade Plan', onClick: () => {} },
  });
  const button = page.getByRole('button', { name: 'Upgrade Plan' });
  await expect.element(button).toBeVisible();
  const text = page
    .getByText(/^Insufficient credits\. Please/)
    .element()
    .getBoundingClientRect();
  expect(text.width).toBeGreaterThan(220);
  expect(button.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(text.bottom);
});

test('a toast moves over the header when the device is turned', async () => {
  await page.viewport(844, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(null);
  const closed = vi.fn();
  notify.success('Image deleted', { action: { label: 'Undo', onClick: () => {} }, onClose: closed });
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.viewport(844, 390);
  await expect.element(page.getByText('Image deleted')).toBeVisible();
  expect(closed).not.toHaveBeenCalled();
  notify.success('Image saved to photos!');
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  const toast = page.getByRole('status').filter({ hasText: 'Image saved to photos!' });
  await expect.element(toast).toBeVisible();
  await expect.poll(() => toast.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  await expect.poll(() => toast.element().getBoundingClientRect().bottom).toBeLessThan(80);
  expect(closed).toHaveBeenCalledTimes(1);
});
