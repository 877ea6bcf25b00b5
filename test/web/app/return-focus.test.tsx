import { Button } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { returnFocus } from '#web/app/return-focus.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

function Worker({ asks = false }: { readonly asks?: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const end = () => setBusy(false);
    addEventListener('end', end);
    return () => removeEventListener('end', end);
  }, []);
  return (
    <>
      <Button loading={isBusy} loadingText="Saving" onClick={() => (asks ? setAsking : setBusy)(true)}>
        Save
      </Button>
      <input aria-label="Name" />
      <output>{String(isBusy)}</output>
      <ConfirmDialog
        open={isAsking}
        title="Are you sure?"
        text="It is saved."
        confirm="Save it"
        onConfirm={() => setBusy(true)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

const end = () => dispatchEvent(new Event('end'));

test('a button that waits gets the focus back when it has ended', async () => {
  onTestFinished(returnFocus());
  await renderInApp(<Worker />);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(page.getByText('Saving')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(document.body);
  end();
  await expect.element(save).toHaveFocus();
});

test('a button that waits gets the focus back also after the question that it asked', async () => {
  onTestFinished(returnFocus());
  await renderInApp(<Worker asks />);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByRole('button', { name: 'Save it' }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(document.body);
  end();
  await expect.element(save).toHaveFocus();
});

test('a button that waits takes the focus from no field', async () => {
  onTestFinished(returnFocus());
  await renderInApp(<Worker />);
  await page.getByRole('button', { name: 'Save' }).click();
  const field = page.getByLabelText('Name');
  await field.click();
  end();
  await expect.element(page.getByText('false')).toBeVisible();
  await expect.element(field).toHaveFocus();
});
