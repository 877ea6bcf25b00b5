import { logError } from './log-error.ts';

/** Wait before the next attempt, in milliseconds: doubled with each attempt, up to the longest. */
const firstWait = 1000;
const longestWait = 60_000;

/**
 * Loads the script of a part of the screen, and retries until it succeeds. Meanwhile its place stays empty or shows
 * that it loads: a lost connection must not replace the screen by an error. The wait ends early when the browser
 * reports that it is online.
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

/** Resolves after a wait in milliseconds, or earlier when the browser comes online. */
function online(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, wait);
    addEventListener('online', finish);
  });
}

/** Whether an error means that a script could not be loaded, by the messages of Chromium, Firefox and Safari. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script/.test(error.message)
  );
}
