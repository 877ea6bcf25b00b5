import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';

const question = page.getByRole('alertdialog');
const state = { at: 'dish', openDialogs: ['a dialog'] };

/** A dialog with changes. */
function Changed() {
  const { isOpen, close } = useOpenInHistory('a dialog');
  return (
    <>
      <p>{isOpen ? 'Open.' : 'Closed.'}</p>
      {isOpen && <Contents onClose={close} />}
    </>
  );
}

function Contents({ onClose }: { onClose: () => void }) {
  const asked = useDiscardQuestion(true, onClose);
  return <DiscardDialog question={asked} />;
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
