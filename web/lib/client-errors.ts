import type { ClientError } from '#shared/api/client-errors.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { isLoadFailure } from './load-patiently.ts';
import { signedInUser } from './session.ts';

/** Maximum number of reports per page load, so that a repeated error does not cause a flood. */
const mostReports = 5;
const reports = new Set<string>();

/** Collects unhandled errors while a user is signed in. Returns a function that stops it. */
export function collectClientErrors(): () => void {
  const onError = (event: ErrorEvent) => reportClientError('site', event.error);
  const onRejection = (event: PromiseRejectionEvent) => reportClientError('site', event.reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

/**
 * Reports an error's class and location, each once, and never its message. Refusals and lost connections are not errors
 * of the site.
 */
export function reportClientError(feature: ClientError['feature'], error: unknown): void {
  if (!signedInUser() || !(error instanceof Error)) return;
  if (error instanceof ApiError || isLoadFailure(error)) return;
  const body: ClientError = { feature, name: nameOf(error), place: placeOf(error) };
  const key = JSON.stringify(body);
  if (reports.has(key) || reports.size >= mostReports) return;
  reports.add(key);
  call('reportClientError', { body }).catch(() => undefined);
}

function nameOf({ name }: Error): string {
  return /^[A-Za-z][A-Za-z0-9]{0,59}$/.test(name) ? name : 'Error';
}

/** File, line and column of the topmost frame; empty if the browser does not provide them. */
function placeOf({ stack = '' }: Error): string {
  const [, file = '', line, column] =
    /([A-Za-z0-9_.-]{1,80})(?:\?[^\s:]*)?:(\d{1,7}):(\d{1,7})/.exec(stack) ?? [];
  return file === '' ? '' : `${file}:${line}:${column}`;
}
