import { streamHandler } from '#lambdas/runtime/stream-handler.ts';
import { effectOf } from './counters.ts';
import { applyEffect } from './stats-store.ts';

/** Keeps the back office's counters in step with the table. */
export const handler = streamHandler({
  function: 'statsProjector',
  async handle({ eventId, before, after }) {
    const effect = effectOf(before, after);
    if (effect && (effect.increments.length > 0 || effect.activity)) await applyEffect(eventId, effect);
  },
});
