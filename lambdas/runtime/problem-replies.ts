import type { MiddlewareObj } from '@middy/core';
import { type Problem, type ProblemCode, problems } from '#shared/api/problem.ts';
import { AppError } from './app-error.ts';
import type { HttpEvent, HttpReply } from './http-event.ts';
import { logger } from './logger.ts';
import { countTogether } from './metrics.ts';

/** Names of the errors by which AWS services report throttling. */
const throttling = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TooManyRequestsException',
  'SlowDown',
]);

/**
 * The middleware that replies to errors with `application/problem+json`, or with a page if `pageFor` returns a function
 * that renders one.
 */
export function problemReplies(
  pageFor: (event: HttpEvent) => ((problem: Problem) => string) | undefined,
): MiddlewareObj<HttpEvent, HttpReply> {
  return {
    onError(request) {
      const problem = toProblem(request.error, request.event.requestContext.requestId);
      const page = pageFor(request.event);
      request.response = {
        statusCode: problem.status,
        headers: {
          'content-type': page ? 'text/html; charset=utf-8' : 'application/problem+json',
          'cache-control': 'no-store',
          ...retryAfter(problem.code),
        },
        body: page ? page(problem) : JSON.stringify(problem),
      };
    },
  };
}

/** Seconds after which a refused request may succeed (`Retry-After`), for refusals that end with time. */
const secondsToWait: Partial<Record<ProblemCode, () => number>> = {
  too_many_generations: () => 20,
  too_many_packs: () => 60,
  too_many_requests: () => secondsTo(15 * 60),
  daily_limit_reached: () => secondsTo(24 * 60 * 60),
  daily_budget_reached: () => secondsTo(24 * 60 * 60),
  maintenance: () => 60,
  busy: () => 1,
  payments_unavailable: () => 10,
};

/** Seconds to the end of the current period of this length in seconds; a day's period begins at midnight UTC. */
function secondsTo(period: number): number {
  return period - (Math.floor(Date.now() / 1000) % period);
}

function retryAfter(code: ProblemCode): Record<string, string> {
  const seconds = secondsToWait[code]?.();
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/**
 * Translates an error into the problem that the caller receives, logs unexpected errors, and counts what the
 * maintenance switch refuses, because those replies are no fault of the API.
 */
function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof AppError) {
    if (error.code === 'maintenance') countTogether('MaintenanceRefused');
    return problemOf(error.code, requestId, error);
  }
  if (error instanceof Error && throttling.has(error.name)) {
    logger.warn('An AWS service throttled the request', error);
    return problemOf('busy', requestId);
  }
  logger.error('Unexpected error', { error: error instanceof Error ? error : new Error(String(error)) });
  return problemOf('internal', requestId);
}

function problemOf(code: ProblemCode, requestId: string, error?: AppError): Problem {
  const { status, title } = problems[code];
  return {
    type: 'about:blank',
    title,
    status,
    code,
    ...(error?.detail !== undefined && { detail: error.detail }),
    requestId,
    ...(error?.issues && { issues: error.issues }),
  };
}
