/**
 * Logs an error without consequences for the user, such as a lost connection. Errors of the site go to `reportError`
 * instead: it makes them uncaught errors of the page, which are collected.
 */
export function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where a site logs.
  console.error(error);
}
