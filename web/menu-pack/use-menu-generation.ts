import type { Generation } from '#shared/api/generations.ts';
import { type Generations, useGenerations } from '#web/generations/use-generations.ts';
import { type MenuDraft, menuRequest } from './menu-draft.ts';
import { useMenuFraming } from './use-menu-framing.ts';

export interface MenuGeneration extends Pick<Generations, 'running' | 'failed'> {
  readonly generation: Generation | undefined;
  readonly start: () => void;
}

/** Sends and follows the generation of the Menu Pack's draft. */
export function useMenuGeneration(
  draft: MenuDraft,
  change: (changes: Partial<MenuDraft>) => void,
): MenuGeneration {
  const { generationId, unansweredId, shownId } = draft;
  const { framing } = useMenuFraming(draft);
  const { all, running, failed, start } = useGenerations(
    'menu',
    { ids: generationId === null ? [] : [generationId], unansweredId, chosenId: shownId },
    {
      onStarted: (id) => change({ generationId: id, unansweredId: null }),
      onForgotten: () => change({ generationId: null }),
      onUnanswered: (id) => change({ generationId: null, unansweredId: id }),
    },
  );
  return {
    generation: all[0],
    running,
    failed,
    start: () => {
      const request = menuRequest({ ...draft, framing });
      if (request) start(request);
    },
  };
}
