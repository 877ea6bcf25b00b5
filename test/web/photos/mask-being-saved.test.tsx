import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { foundPhoto, halfMaskReply } from './found-photo.ts';

const photo = foundPhoto('a'.repeat(64));
const source = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;

test('A mask that is still being saved is waited for before what we keep is shown again', async () => {
  const saved = Promise.withResolvers<Photo>();
  const api = fakeApi({
    createPhoto: () => photo,
    createCutOut: () => photo,
    getPhoto: () => photo,
    getMask: () => halfMaskReply,
    putMask: () => saved.promise,
  });
  await renderInApp(<KeptOfSource source={source} name="Soup" src="/samples/burger.jpg" />);
  const open = page.getByRole('button', { name: 'What we keep of Soup' });
  const dialog = page.getByRole('dialog', { name: 'What we keep' });
  const canvas = dialog.getByRole('application');
  await open.click();
  await expect.element(canvas).toBeVisible();
  (canvas.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight} ');
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await expect.poll(() => api.requests('putMask')).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  const before = api.requests('getMask').length;
  await open.click();
  await expect.element(dialog).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(api.requests('getMask')).toHaveLength(before);
  expect(canvas.query()).toBeNull();
  saved.resolve({ ...photo, corrected: true });
  await expect.element(canvas).toBeVisible();
  expect(api.requests('getMask').length).toBeGreaterThan(before);
});
