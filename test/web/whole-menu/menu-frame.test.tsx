import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { MenuFrame } from '#web/whole-menu/menu-frame.tsx';

test('the frame of whole menus has room for large text', async () => {
  // Of a phone whose letters are twice as large.
  await page.viewport(195, 422);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(
    <MenuFrame>
      <p>Dishes</p>
    </MenuFrame>,
  );
  await expect.element(page.getByText('Dishes')).toBeVisible();
  const badge = page.getByText('PRO', { exact: true }).element();
  expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(195);
  expect(document.documentElement.scrollWidth).toBe(195);
});
