import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';

test('a dialog that is closed twice, the second time late, leaves its screen open', async () => {
  let closeEarlier = () => {};
  function Screen() {
    const { isOpen, open, close } = useOpenInHistory('a dialog');
    if (isOpen) closeEarlier = close;
    return (
      <button type="button" onClick={isOpen ? close : open}>
        {isOpen ? 'Close' : 'Open'}
      </button>
    );
  }
  const { router, address } = await renderInApp(<Screen />);
  await router.navigate('/?view=studio');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('button', { name: 'Open' })).toBeVisible();
  closeEarlier();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
  expect(address()).toBe('/?view=studio');
});
