import type { Request } from '@middy/core';
import { logger } from './logger.ts';
import { metrics } from './metrics.ts';

/**
 * Middy hooks of every function: add the context to each log line, write one closing line with the duration and the
 * result of `summary`, and publish the metrics. An execution environment runs one invocation at a time, so that one
 * variable for the start time suffices.
 */
export function observe<Event, Result>(
  summary: (request: Request<Event, Result>) => Record<string, unknown>,
) {
  let startedAt = 0;
  return {
    requestStart(request: Request) {
      logger.addContext(request.context);
      startedAt = performance.now();
    },
    requestEnd(request: Request) {
      const durationMs = Math.round(performance.now() - startedAt);
      logger.info('Invocation ended', { durationMs, ...summary(request as Request<Event, Result>) });
      logger.resetKeys();
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
