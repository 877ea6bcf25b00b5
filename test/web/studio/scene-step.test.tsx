import { beforeEach, expect, test, vi } from 'vitest';
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
