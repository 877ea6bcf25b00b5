import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { foundPhoto, halfMaskReply } from './found-photo.ts';

export const upload = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;
export const sample = { type: 'sample', itemId: 'burger' } as const;
export const src = '/samples/burger.jpg';

let ids = 0;
/** A photo with another id in each test, because a doubtful one opens by itself once. */
export function photoOf(changes: Partial<Photo> = {}, reasons: ('edge' | 'parts' | 'large')[] = []): Photo {
  return foundPhoto(String(ids).padStart(64, '0'), changes, reasons);
}

export const dialog = page.getByRole('dialog', { name: 'What we keep' });
export const open = page.getByRole('button', { name: 'What we keep' });
export const canvas = page.getByRole('application');

/** Where the canvas is, once the dialog has stopped growing, which a busy browser may begin late. */
export async function canvasBox(): Promise<DOMRect> {
  await expect.element(page.getByText(/^Keeps \d+% of the photo/)).toBeVisible();
  const measured = () => JSON.stringify(canvas.element().getBoundingClientRect());
  await expect
    .poll(async () => {
      const before = measured();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return before === measured() && dialog.element().getAnimations().length === 0;
    })
    .toBe(true);
  return canvas.element().getBoundingClientRect();
}

/** Paints a dot of the right half, which is not kept. */
export async function paintOnce(): Promise<void> {
  const box = await canvasBox();
  await canvas.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
}

/** A movement of the brush that is hardly more than a dot, to the right of a point in shares of the canvas. */
export async function paintAt(x: number, y: number): Promise<void> {
  const box = await canvasBox();
  const from = { x: box.width * x, y: box.height * y };
  await userEvent.dragAndDrop(canvas, canvas, {
    sourcePosition: from,
    targetPosition: { ...from, x: from.x + 8 },
  });
}

/** Presses a key on the canvas, in less time than a person's takes. */
export async function press(key: string): Promise<void> {
  canvas.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  canvas.element().dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
}

/** Paints so many dots with the keyboard, each a step further that way. */
export async function paintDots(count: number, way: string): Promise<void> {
  for (let dot = 0; dot < count; dot += 1) {
    await press(way);
    await press(' ');
  }
}

/** The API of a customer whose photo shows a dish; the photo has another id in each test. */
export function fakeKeptDish(): FakeApi {
  ids += 1;
  return fakeApi({
    createPhoto: () => photoOf(),
    getPhoto: () => photoOf(),
    getMask: () => halfMaskReply,
  });
}

export function forgetKeptDish(): void {
  localStorage.clear();
  sessionStorage.clear();
}
