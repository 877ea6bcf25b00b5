import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { foundPhoto, halfMaskReply } from './found-photo.ts';

const photo = foundPhoto('b'.repeat(64));
const source = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;

test('Ctrl or ⌘ with + zooms the page only, and + alone the photo', async () => {
  fakeApi({ createPhoto: () => photo, getPhoto: () => photo, getMask: () => halfMaskReply });
  await renderInApp(<KeptDish source={source} src="/samples/burger.jpg" isNew />);
  await page.getByRole('button', { name: 'What we keep' }).click();
  const canvas = page.getByRole('application');
  await expect.element(canvas).toBeVisible();
  const zoom = () => canvas.element().firstElementChild?.getAttribute('style');
  const before = zoom();
  const press = async (held: KeyboardEventInit) => {
    canvas.element().dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, ...held }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await press({ ctrlKey: true });
  await press({ metaKey: true });
  expect(zoom()).toBe(before);
  await press({});
  expect(zoom()).toContain('scale(1.5)');
});
