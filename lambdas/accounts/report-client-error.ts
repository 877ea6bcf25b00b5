import { countBurstUse } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import type { ClientError } from '#shared/api/client-errors.ts';
import { checkAccount } from './user-store.ts';

/**
 * Counts an error that the site reported from a browser, and logs where it was thrown. Ignores reports beyond the limit
 * of a user, who could raise the alarm alone otherwise.
 */
export async function reportClientError(userId: string, error: ClientError): Promise<undefined> {
  try {
    await checkAccount(userId);
    await countBurstUse(userId, 'clientError');
  } catch (refusal) {
    if (refusal instanceof AppError) return;
    // The site may fail because the table does, so that the report counts.
  }
  count('ClientError');
  logger.warn('An error of the site in a browser', { clientError: error });
}
