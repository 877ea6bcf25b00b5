import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';

const question = page.getByRole('alertdialog');
const press = (name: string) => page.getByRole('button', { name, exact: true });
const state = { at: 'dish', openDialogs: ['a dialog'] };

/** A dialog with changes, which a late reply may close as well. */
function Changed() {
  const { isOpen, open, close } = useOpenInHistory('a dialog');
  return (
    <>
      <p>{isOpen ? 'Open.' : 'Closed.'}</p>
      <button type="button" onClick={open}>
        Open
      </button>
      {isOpen && <Contents onClose={close} />}
      <button type="button" onClick={close}>
        Late reply
      </button>
    </>
  );
}

function Contents({ onClose }: { onClose: () => void }) {
  const asked = useDiscardQuestion(true, onClose);
  return (
    <>
      <button type="button" onClick={asked.close}>
        Close
      </button>
      <DiscardDialog question={asked} />
    </>
  );
}

test('is not asked where the address of the open dialog is corrected', async () => {
  const { router, address } = await renderInApp(<Changed />, { at: '/studio?generation=1', state });
  await router.navigate('/studio', { replace: true, state });
  await expect.poll(address).toBe('/studio');
  await expect.element(page.getByText('Open.')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test.each([
  ['another page', '/credits', state],
  ['an address without the dialog', '/studio', { at: 'dish' }],
])('is asked where %s takes the place of the dialog', async (_, to, next) => {
  const { router, address } = await renderInApp(<Changed />, { at: '/studio', state });
  void router.navigate(to, { replace: true, state: next });
  await expect.element(question).toBeVisible();
  expect(address()).toBe('/studio');
});

test.each([
  'Keep editing',
  'Discard',
])('is closed as ever after a late reply that would have closed it: %s', async (answer) => {
  const { router } = await renderInApp(<Changed />);
  const { key } = router.state.location;
  await press('Open').click();
  await press('Late reply').click();
  await question.getByRole('button', { name: answer }).click();
  await expect.element(question).not.toBeInTheDocument();
  if (answer === 'Keep editing') {
    await expect.element(page.getByText('Open.')).toBeVisible();
    await press('Close').click();
    await question.getByRole('button', { name: 'Discard' }).click();
  }
  await expect.element(page.getByText('Closed.')).toBeVisible();
  expect(router.state.location.key).toBe(key);
});
