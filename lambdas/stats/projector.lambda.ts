import { streamHandler } from '#lambdas/runtime/stream-handler.ts';
import { incrementsOfChange } from './counters.ts';
import { addIncrements } from './stats-store.ts';

/** Updates the back office's counters from the table's stream. */
export const handler = streamHandler({
  function: 'statsProjector',
  async handle({ eventId, before, after }) {
    const increments = incrementsOfChange(before, after);
    if (increments && (increments.counters.length > 0 || increments.activeUser))
      await addIncrements(eventId, increments);
  },
});
