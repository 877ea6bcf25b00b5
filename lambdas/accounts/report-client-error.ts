import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import type { ClientError } from '#shared/api/client-errors.ts';

/** Counts an error that the site reported from a browser, and logs where it was thrown. */
export function reportClientError(error: ClientError): undefined {
  count('ClientError');
  logger.warn('An error of the site in a browser', { clientError: error });
}
