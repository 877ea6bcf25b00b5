import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { printInLight, setColorMode, useColorMode } from '#web/lib/color-mode.ts';

const paper = { light: '#FFFBF5', dark: '#171310' } as const;

// As index.html has them: one for each mode of the system.
beforeEach(() => {
  for (const mode of ['light', 'dark'] as const) {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.content = paper[mode];
    meta.media = `(prefers-color-scheme: ${mode})`;
    document.head.append(meta);
  }
});

afterEach(() => {
  for (const meta of themeColors()) meta.remove();
  localStorage.clear();
});

const themeColors = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
const barColors = () => themeColors().map(({ content }) => content);

function Mode() {
  return <p>The mode is {useColorMode()}</p>;
}

test('the bars of the browser take the colour of the chosen mode, whatever the system prefers', async () => {
  await renderInApp(<Mode />);
  expect(barColors()).toEqual([paper.light, paper.dark]);
  setColorMode('dark');
  await expect.element(page.getByText('The mode is dark')).toBeVisible();
  expect(barColors()).toEqual([paper.dark, paper.dark]);
  setColorMode('light');
  await expect.element(page.getByText('The mode is light')).toBeVisible();
  expect(barColors()).toEqual([paper.light, paper.light]);
});

test('a page in the dark is printed in light colours, and dark again afterwards', async () => {
  printInLight();
  const root = document.documentElement;
  setColorMode('dark');
  dispatchEvent(new Event('beforeprint'));
  expect([root.className, root.style.colorScheme, root.style.background]).toEqual([
    expect.not.stringContaining('dark'),
    'light',
    'rgb(255, 251, 245)',
  ]);
  dispatchEvent(new Event('afterprint'));
  expect([root.className, root.style.colorScheme]).toEqual([expect.stringContaining('dark'), 'dark']);
  setColorMode('light');
  for (const event of ['beforeprint', 'afterprint']) dispatchEvent(new Event(event));
  expect(root.className).not.toContain('dark');
});
