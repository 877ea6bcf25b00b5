import type { ClientError } from '#shared/api/client-errors.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { isLoadFailure } from './load-patiently.ts';
import { isSignedIn } from './session.ts';

/** Reports of one page at most, so that a fault that repeats itself sends no flood. */
const mostReports = 5;
const reports = new Set<string>();

/** Collects errors that nobody handled, while a user is signed in. Returns how to stop. */
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

/** Sends an error's class and place, each once; never its words. Refusals and lost connections are none of the site's. */
export function reportClientError(feature: ClientError['feature'], error: unknown): void {
  if (!(error instanceof Error) || error instanceof ApiError || isLoadFailure(error) || !isSignedIn()) return;
  const body: ClientError = { feature, name: nameOf(error), place: placeOf(error) };
  const key = JSON.stringify(body);
  if (reports.has(key) || reports.size >= mostReports) return;
  reports.add(key);
  call('reportClientError', { body }).catch(() => undefined);
}

function nameOf({ name }: Error): string {
  return /^[A-Za-z][A-Za-z0-9]{0,59}$/.test(name) ? name : 'Error';
}

/** File, line and column of the topmost frame; empty where the browser does not tell. */
function placeOf({ stack = '' }: Error): string {
  const [, file = '', line, column] =
    /([A-Za-z0-9_.-]{1,80})(?:\?[^\s:]*)?:(\d{1,7}):(\d{1,7})/.exec(stack) ?? [];
  return file === '' ? '' : `${file}:${line}:${column}`;
}
