/**
 * Logs an error that changes nothing for the user, such as a lost connection. `reportError` is for faults of the site:
 * it makes them uncaught errors of the page, which are collected.
 */
export function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where a site logs.
  console.error(error);
}
