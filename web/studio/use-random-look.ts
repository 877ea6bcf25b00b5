import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { CreationPath } from '#shared/domain/scenes.ts';
import type { Look } from '#web/generations/choices.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';

const mutationKey = ['random look'] as const;

/**
 * Requests a random look within the plan. The server signs the pick, so that it cannot be forged. `draw` calls
 * `onDrawn` even if another screen has replaced this one in the meantime.
 */
export function useRandomLook(look: 'filter' | 'scene') {
  const { mutateAsync: request, isPending } = useMutation({
    mutationKey,
    mutationFn: async (creationPath: CreationPath | null): Promise<Look> => {
      const { id, token, expiresAt } = await call('pickRandom', { body: { look, creationPath } });
      return { id, pick: token, expiresAt };
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const draw = (path: CreationPath | null, onDrawn: (drawn: Look) => void) =>
    void request(path).then(onDrawn, () => undefined);
  return { draw, request, isPending };
}

/** Whether a random look is being requested. */
export function useIsLookComing(): boolean {
  return useIsMutating({ mutationKey }) > 0;
}
