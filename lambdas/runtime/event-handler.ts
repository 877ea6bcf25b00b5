import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { FunctionName } from '#shared/environment.ts';
import { readEnvironment } from './env.ts';
import { logger } from './logger.ts';
import { observe } from './observe.ts';

/**
 * The handler of a function that a Cognito trigger or a schedule calls directly. It returns the result of `handle`
 * unchanged. It logs and rethrows errors: Cognito shows them to the user, a schedule tries again.
 */
export function eventHandler<Event, Result>(options: {
  readonly function: FunctionName;
  readonly handle: (event: Event, context: Context) => Promise<Result>;
}) {
  return middy<Event, Result>(
    async (event: Event, context: Context) => {
      readEnvironment(options.function);
      return options.handle(event, context);
    },
    observe<Event, Result>(({ error }) => ({ failed: Boolean(error) })),
  ).onError(({ error }) => {
    logger.error('The event failed', error as Error);
  });
}
