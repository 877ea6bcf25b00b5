import { maySavePreferences } from './cookie-consent.ts';
import { externalStore } from './external-store.ts';

export type ColorMode = 'light' | 'dark';

/** Also read by the snippet in index.html, which sets the mode before the first paint. */
const storageKey = 'platepost.color-mode';
const colorMode = externalStore(current, 'light');

/** The colour mode in force. */
export const useColorMode = colorMode.useValue;

function current(): ColorMode {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

const papers = { light: '#FFFBF5', dark: '#171310' } as const;

function paint(mode: ColorMode): void {
  const root = document.documentElement;
  root.classList.toggle('dark', mode === 'dark');
  root.classList.toggle('light', mode === 'light');
  root.style.colorScheme = mode;
  root.style.background = papers[mode];
}

/** Prints in light colours in either mode. Called once, when the site starts. */
export function printInLight(): void {
  let wasDark = false;
  addEventListener('beforeprint', () => {
    wasDark = current() === 'dark';
    if (wasDark) paint('light');
  });
  addEventListener('afterprint', () => {
    if (wasDark) paint('dark');
  });
}

/** Applies a colour mode and, unless preferences were rejected, remembers it on this device. */
export function setColorMode(mode: ColorMode): void {
  paint(mode);
  // The browser's bars follow the choice, not the system's mode for which each meta element was written.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = papers[mode];
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  colorMode.set(mode);
}
