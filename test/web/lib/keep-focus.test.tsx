import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface DishesProps {
  /** Whether the button works until `end` is sent; otherwise the dish goes at once. */
  readonly waits?: boolean;
}

/** A list whose only row is removed after a question. */
function Dishes({ waits = false }: DishesProps) {
  const [state, setState] = useState<'kept' | 'asked' | 'going' | 'gone'>('kept');
  const remove = () => {
    if (!waits) return setState('gone');
    setState('going');
    addEventListener('end', () => setState('gone'), { once: true });
  };
  return (
    <>
      <ul ref={keepFocus}>
        {state !== 'gone' && (
          <li>
            <Button loading={state === 'going'} onClick={() => setState('asked')}>
              Remove soup
            </Button>
          </li>
        )}
      </ul>
      <ConfirmDialog
        open={state === 'asked'}
        title="Remove it?"
        text="It is gone then."
        confirm="Remove"
        onConfirm={remove}
        onClose={() => setState('kept')}
      />
    </>
  );
}

const list = page.getByRole('list');
const question = page.getByRole('alertdialog');

async function removeSoup(): Promise<void> {
  await page.getByRole('button', { name: 'Remove soup' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(question).not.toBeInTheDocument();
}

test('a list has the focus when the row of the pressed button is gone', async () => {
  await renderInApp(<Dishes />);
  await removeSoup();
  await expect.element(list).toHaveFocus();
});

test('a list has the focus also when the button worked before its row was gone', async () => {
  await renderInApp(<Dishes waits />);
  await removeSoup();
  await expect.poll(() => document.activeElement).toBe(document.body);
  dispatchEvent(new Event('end'));
  await expect.element(list).toHaveFocus();
});
