import type { Request } from '@middy/core';
import { logger } from './logger.ts';
import { metrics } from './metrics.ts';

/**
 * What every function does around an invocation: its context on each log line, one closing line with
 * duration and what `summary` adds, and the metrics written out. An execution environment has one invocation
 * at a time, so one start time is enough.
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
