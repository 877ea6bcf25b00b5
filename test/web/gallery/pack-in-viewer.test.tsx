import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Task } from '#shared/api/task.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const pie = { ...doneGeneration, menuItemName: 'Pie' };
const tart = { ...doneGeneration, id: '01J00000000000000000000009', menuItemName: 'Tart' };

const task: Task = {
  taskId: '01J00000000000000000000055',
  kind: 'pack',
  state: 'queued',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: null,
  files: [],
};

test('A ZIP that is made of a viewed image goes on when another image is viewed, and when the viewer is closed', async () => {
  const packing = Promise.withResolvers<Task>();
  const api = fakeApi({
    getMe: () => proUser,
    listGenerations: () => ({ items: [pie, tart], total: 2 }),
    createPack: () => packing.promise,
    getMyTask: () => ({ ...task, state: 'done' }),
  });
  await renderInApp(<GalleryPage />);
  await page.getByRole('button', { name: 'View Pie' }).click();
  await page.getByRole('button', { name: 'Files for all platforms' }).click();
  const dialog = page.getByRole('dialog', { name: /^Download/ });
  await dialog
    .getByRole('group', { name: 'Grubhub' })
    .getByText(/^Square/)
    .click();
  await dialog.getByRole('button', { name: 'Download ZIP' }).click();
  await expect.poll(() => api.requests('createPack')).toHaveLength(1);
  await page.getByRole('button', { name: 'Next image' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Tart' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  packing.resolve(task);
  await expect.poll(() => api.requests('getMyTask')).toHaveLength(1);
});
