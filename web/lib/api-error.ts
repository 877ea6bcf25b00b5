import type { Problem, ProblemCode } from '#shared/api/problem.ts';

import { logError } from './log-error.ts';
/** `offline`: the request never reached the API, or its reply was lost. */
export type ApiErrorCode = ProblemCode | 'offline';

/** The error of a failed call. Decide by `code`; `message` can be shown to users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 without a reply. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** Whether the request was not sent because there was no token. */
  readonly isUnsent: boolean;
  /** Whether a gateway or a firewall answered in place of the API. */
  readonly isGateways: boolean;

  constructor(
    code: ApiErrorCode,
    options: {
      message?: string;
      status?: number;
      requestId?: string;
      isUnsent?: boolean;
      isGateways?: boolean;
    } = {},
  ) {
    super(options.message ?? defaultMessage(code));
    this.code = code;
    this.status = options.status ?? 0;
    this.requestId = options.requestId;
    this.isUnsent = options.isUnsent ?? false;
    this.isGateways = options.isGateways ?? false;
  }
}

/** Messages for replies without one: those of a gateway, and lost ones. */
const defaultMessages: Partial<Record<ApiErrorCode, string>> = {
  offline: 'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.',
  unauthenticated: 'Please sign in',
  not_found: 'Not found',
  busy: 'We are busy right now. Please try again',
};

function defaultMessage(code: ApiErrorCode): string {
  return defaultMessages[code] ?? 'Something went wrong on our side';
}

/**
 * Turns an error response into an ApiError. Responses that are not problem+json (a gateway's own 401 or 429, a proxy's
 * page) get the code for their status.
 */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
    if (problem?.code !== undefined) {
      return new ApiError(problem.code, {
        status: response.status,
        ...messageIn(problem),
        ...(problem.requestId === undefined ? {} : { requestId: problem.requestId }),
      });
    }
  }
  return new ApiError(codeOfStatus(response.status), { status: response.status, isGateways: true });
}

function messageIn({ detail, title }: Partial<Problem>): { message?: string } {
  const message = detail ?? title;
  return message === undefined ? {} : { message };
}

function codeOfStatus(status: number): ProblemCode {
  switch (status) {
    case 401:
      return 'unauthenticated';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 429:
    case 502:
    case 503:
    case 504:
      return 'busy';
    default:
      return status < 500 ? 'invalid_input' : 'internal';
  }
}

/** Whether the API does not have the requested object. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** Whether the API refused for lack of permission. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'forbidden' && !error.isGateways;
}

/** Whether the API refused because of maintenance; the message says what is not possible. */
export function isMaintenance(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'maintenance';
}

/** Whether the API refused a change, because the object is not any more as the caller saw it. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}

/** Whether the request was not sent. */
export function isUnsent(error: unknown): boolean {
  return error instanceof ApiError && error.isUnsent;
}

/** Whether repeating the same request may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && ['offline', 'busy', 'internal'].includes(error.code);
}

/** For requests that may be repeated although they were carried out: whether to repeat one, at most twice. */
export function repeatsTransient(failures: number, error: unknown): boolean {
  return failures < 2 && isTransient(error);
}

/**
 * Whether the request was refused before the API looked for an earlier one with the same id: by the firewall, because
 * of the session, or for maintenance. After such a refusal, an earlier request may still have been charged.
 */
export function isRefusedUnseen(error: unknown): boolean {
  return error instanceof ApiError && ['unauthenticated', 'forbidden', 'maintenance'].includes(error.code);
}

/** Whether this request, or an earlier one with the same id, may have been carried out: the next one keeps the id. */
export function mayHaveSucceeded(error: unknown): boolean {
  return isTransient(error) || isRefusedUnseen(error);
}

/**
 * Logs a failed call and rethrows the error; for calls whose failure the user does not see (customer-product.md,
 * section 8: logged only). A refusal or a lost connection is not reported as an uncaught error of the page.
 */
export async function logged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) logError(error);
    throw error;
  }
}

/** A message for any thrown value: the API's own, or a general one. */
export function messageOf(error: unknown, fallback = 'Something went wrong on our side'): string {
  return error instanceof ApiError ? error.message : fallback;
}
