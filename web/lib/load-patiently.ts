import { logError } from './log-error.ts';

/** Wait before the next attempt, in milliseconds: doubled with each one, up to the longest. */
const firstWait = 1000;
const longestWait = 60_000;

/**
 * Loads the script of a part that appears by itself. While it cannot be loaded, the screen stays without that part: a lost
 * connection must not replace the screen by an error.
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      return await load();
    } catch (error) {
      logError(error);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
