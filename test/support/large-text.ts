import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** Until the end of the test, shows a phone on which a user's style sheet makes letters twice as large. */
export async function enlargeText(): Promise<void> {
  const root = document.documentElement;
  onTestFinished(async () => {
    root.style.fontSize = '';
    await page.viewport(1280, 800);
  });
  root.style.fontSize = '200%';
  await page.viewport(390, 844);
  await expect.poll(() => root.className).toContain('large-text');
}

/** What can be pressed or read beyond the sides of the screen, outside boxes that scroll sideways on purpose. */
export function beyondSides(): string[] {
  const isScrolled = (element: Element) => {
    for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX === 'auto') return true;
    return false;
  };
  return [...document.querySelectorAll('a, button, [role=radio], h1, h2, h3, p, span, label, dt, dd, td')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > innerWidth + 1) && element.checkVisibility();
    })
    .filter((element) => !isScrolled(element))
    .map((element) => element.ariaLabel ?? element.textContent ?? '');
}
