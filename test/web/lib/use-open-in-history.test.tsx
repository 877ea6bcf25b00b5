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

/** A dialog that opens another one over itself. */
function Dialogs({ isLost = false }: { isLost?: boolean }) {
  const outer = useOpenInHistory('outer');
  const inner = useOpenInHistory('inner', isLost);
  return (
    <>
      <p>{`Open: ${[outer.isOpen && 'outer', inner.isOpen && 'inner'].filter(Boolean).join(' ')}.`}</p>
      <button type="button" onClick={outer.open}>
        Open outer
      </button>
      <button type="button" onClick={inner.open}>
        Open inner
      </button>
      <button
        type="button"
        onClick={() => {
          outer.close();
          inner.close();
        }}
      >
        Close both
      </button>
    </>
  );
}

test('Back closes the dialogs one by one, the innermost first', async () => {
  const { router } = await renderInApp(<Dialogs />, { state: { at: 'dish' } });
  const { key } = router.state.location;
  await page.getByRole('button', { name: 'Open outer' }).click();
  await page.getByRole('button', { name: 'Open inner' }).click();
  await expect.element(page.getByText('Open: outer inner.')).toBeVisible();
  await router.navigate(-1);
  await expect.element(page.getByText('Open: outer.')).toBeVisible();
  await router.navigate(-1);
  await expect.element(page.getByText('Open: .')).toBeVisible();
  expect(router.state.location).toMatchObject({ key, state: { at: 'dish' } });
});

test('a dialog that is closed with another one over it leaves the entries of both, and no more', async () => {
  const { router } = await renderInApp(<Dialogs />);
  await router.navigate('/?view=studio');
  const { key } = router.state.location;
  await page.getByRole('button', { name: 'Open outer' }).click();
  await page.getByRole('button', { name: 'Open inner' }).click();
  await page.getByRole('button', { name: 'Close both' }).click();
  await expect.element(page.getByText('Open: .')).toBeVisible();
  expect(router.state.location.key).toBe(key);
});

test('a dialog whose contents a reload has lost leaves its entry', async () => {
  const { router } = await renderInApp(<Dialogs isLost />);
  await page.getByRole('button', { name: 'Open outer' }).click();
  await expect.element(page.getByText('Open: outer.')).toBeVisible();
  const { key } = router.state.location;
  await page.getByRole('button', { name: 'Open inner' }).click();
  await expect.poll(() => router.state.location.key).toBe(key);
  await expect.element(page.getByText('Open: outer.')).toBeVisible();
});
