import { useMutation } from '@tanstack/react-query';
import type { CreationPath } from '#shared/domain/scenes.ts';
import type { Look } from '#web/generations/choices.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';

/** Requests a random look within the plan. The server signs the pick, so that it cannot be forged. */
export function useRandomLook(look: 'filter' | 'scene') {
  return useMutation({
    mutationFn: async (creationPath: CreationPath): Promise<Look> => {
      const { id, token, expiresAt } = await call('pickRandom', { body: { look, creationPath } });
      return { id, pick: token, expiresAt };
    },
    onError: (error) => notify.error(messageOf(error)),
  });
}
