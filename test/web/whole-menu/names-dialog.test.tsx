import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import type { Row } from '#web/whole-menu/menu-draft.ts';
import { NamesDialog } from '#web/whole-menu/names-dialog.tsx';

const row: Row = {
  key: 'soup',
  fileName: 'IMG_0001.jpg',
  name: 'IMG 0001',
  look: null,
  preview: '/samples/salad.jpg',
  measures: null,
  upload: { state: 'done', uploadId: '01J00000000000000000000009', width: 1600, height: 1200 },
};
const question = page.getByRole('alertdialog', { name: 'Discard this list?' });

test('a pasted list is discarded only after a question', async () => {
  fakeApi();
  const [onClose, onNames] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { router } = await renderInApp(<NamesDialog rows={[row]} onClose={onClose} onNames={onNames} />);
  const list = page.getByRole('textbox');
  await list.fill('Leek soup');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await router.navigate('/elsewhere');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(list).toHaveValue('Leek soup');
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(onNames).not.toHaveBeenCalled();
});
