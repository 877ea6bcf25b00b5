import { logError } from './log-error.ts';

/** Wait before the next attempt, in milliseconds: doubled with each one, up to the longest. */
const firstWait = 1000;
const longestWait = 60_000;

/**
 * Loads the script of a part of the screen. While it cannot be loaded, its place stays empty or shows that it loads: a lost
 * connection must not replace the screen by an error. The next attempt comes by itself, at the latest when the browser
 * says that it is online again.
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      return await load();
    } catch (error) {
      logError(error);
    }
    await online(wait);
  }
}

/** Resolves after a wait in milliseconds, or before, when the browser comes online. */
function online(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, wait);
    addEventListener('online', goOn);
  });
}

/** Whether an error says that a script could not be loaded, in the words of Chromium, Firefox or Safari. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script/.test(error.message)
  );
}
