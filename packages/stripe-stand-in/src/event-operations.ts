import * as z from 'zod';
import { listOperation, type Operation } from './operation.ts';
import { inRange, text, timeRange } from './parameters.ts';

/** Seconds for which Stripe lists an event (docs.stripe.com/api/events). */
const eventsKept = 30 * 86_400;

export const eventOperations: Operation[] = [
  listOperation(
    '/v1/events',
    'event',
    { created: timeRange.optional(), types: z.array(text).max(20).optional() },
    (engine, { created, types }) =>
      engine.store
        .all('events')
        .filter(
          (event) =>
            event.created > engine.seconds() - eventsKept &&
            inRange(event.created, created) &&
            (types === undefined || types.includes(event.type)),
        ),
  ),
];
