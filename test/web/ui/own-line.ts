import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Expects that a button stands below the title of its message, within the message. */
export async function expectOwnLine(button: Locator, title: Locator): Promise<void> {
  await expect.element(title).toBeVisible();
  const message = title.element().closest('[role=alert], [role=status]');
  const { right, top } = button.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(message?.getBoundingClientRect().right ?? 0);
  expect(top).toBeGreaterThanOrEqual(title.element().getBoundingClientRect().bottom);
}
