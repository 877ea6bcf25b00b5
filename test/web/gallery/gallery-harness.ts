import { expect } from 'vitest';
import { page } from 'vitest/browser';

export const summer = {
  id: '01J00000000000000000000077',
  name: 'Summer',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** Deletions are carried out when their message, with its Undo, is gone. */
export async function closeMessage(): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  undo.element().parentElement?.querySelector<HTMLElement>('[data-part=close-trigger]')?.click();
}
