import { setTimeout } from 'node:timers/promises';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { signInRefusalIn } from '#shared/domain/sign-in.ts';

/** Milliseconds before the time limit at which a run is given up: Lambda would end it without its counters. */
const reserve = 500;

/**
 * The handler of a trigger without which nobody can sign up. It counts failures as `SignUpFailed`, also of a run that
 * takes too long, but no refusals: Lambda's own count of errors includes these. The triggers share the counter, because
 * CloudWatch charges an alarm for each metric that it watches.
 */
export function signUpTrigger<Event>(options: {
  readonly function: 'preSignUp' | 'postConfirmation' | 'customMessage';
  readonly handle: (event: Event) => Promise<Event>;
}) {
  return eventHandler<Event, Event>({
    function: options.function,
    async handle(event, context) {
      try {
        return await endWithin(options.handle(event), context.getRemainingTimeInMillis() - reserve);
      } catch (error) {
        const isRefusal = error instanceof Error && signInRefusalIn(error.message) !== undefined;
        if (!isRefusal) countTogether('SignUpFailed');
        throw error;
      }
    },
  });
}

/** @throws Error if `work` takes longer than `ms` milliseconds. */
async function endWithin<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = setTimeout(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The trigger takes too long');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
