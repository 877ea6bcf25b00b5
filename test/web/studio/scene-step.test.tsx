import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeStudio, openStudio, ready } from './studio-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

beforeEach(() => void fakeStudio());

test('Spaces and line breaks in the field of the own scene choose none', async () => {
  await openStudio({ ...ready, innerStep: 'ugc-scene' });
  const none = page.getByRole('radio', { name: /^None/ });
  const field = page.getByRole('textbox', { name: 'Or write your own' });
  await field.click();
  await userEvent.keyboard(' {Enter} ');
  await expect.element(none).toBeChecked();
  await userEvent.keyboard('on a picnic table ');
  await expect.element(none).not.toBeChecked();
  await expect.element(field).toHaveValue('on a picnic table ');
});

test('A phone’s thumbnail is covered by no hint to drag it, which its own button prevents', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await openStudio({ ...ready, innerStep: 'ugc-scene', formatId: 'gdn_300x250' });
  const hint = page.getByText('Drag to frame', { exact: true });
  await expect.element(hint).toBeInTheDocument();
  const pill = hint.element().parentElement;
  expect(pill?.checkVisibility()).toBe(false);
  await page.getByRole('slider').first().element().focus();
  expect(pill?.checkVisibility()).toBe(true);
  await page.getByRole('button', { name: 'Show the picture larger' }).click();
  await expect.poll(() => pill?.checkVisibility()).toBe(true);
});
