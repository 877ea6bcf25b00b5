import { useEffect, useEffectEvent } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import type { Choices } from '#web/generations/choices.ts';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { type Generations, useGenerations } from '#web/generations/use-generations.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { generationRequest } from './generation-request.ts';
import { useRandomLook } from './use-random-look.ts';
import type { Wizard } from './use-wizard.ts';

export interface StudioGenerations extends Pick<Generations, 'running' | 'failed'> {
  /** All variations of the draft's generations, oldest first. */
  readonly results: readonly Result[];
  readonly start: () => void;
}

/** Sends and follows the generations of the studio's draft. */
export function useStudioGenerations({ state, dispatch }: Wizard): StudioGenerations {
  const { all, running, failed, start } = useGenerations(
    'studio',
    {
      ids: state.generations,
      unansweredId: state.unansweredId,
      chosenId: state.chosen?.generationId ?? null,
    },
    {
      onStarted: (generationId) => dispatch({ type: 'generationStarted', generationId }),
      onForgotten: (generationId) => dispatch({ type: 'generationForgotten', generationId }),
      onUnanswered: (generationId) => dispatch({ type: 'generationUnanswered', generationId }),
    },
  );
  const picks = useMissingPicks({ state, dispatch });

  const results = all.flatMap((generation: Generation | undefined) =>
    generation ? resultsOf(generation) : [],
  );
  const first = results[0];
  const chooseFirst = useEffectEvent(() => {
    if (first && state.chosen === null) {
      const { generationId, variation } = first;
      dispatch({ type: 'resultChosen', chosen: { generationId, variation } });
    }
  });
  const anyResult = first !== undefined;
  useEffect(() => {
    if (anyResult) chooseFirst();
  }, [anyResult]);

  return {
    results,
    running,
    failed,
    start: () => {
      if (picks.isPending) return;
      if (!picks.isNeeded) return start((id) => generationRequest(state, id));
      picks.draw().then(
        (changes) => start((id) => generationRequest({ ...state, ...changes }, id)),
        // The reason was shown already.
        () => undefined,
      );
    },
  };
}

/**
 * Draws random looks anew on a plan that does not choose its looks, where the draft has ids without a signed pick: a
 * generation that was found again stores ids only.
 */
function useMissingPicks({ state, dispatch }: Wizard) {
  const { choosesLooks } = useEntitlements();
  const filter = useRandomLook('filter');
  const scene = useRandomLook('scene');
  const needsFilter = !choosesLooks && state.filter !== null && state.filter.pick === undefined;
  const needsScene =
    !choosesLooks && state.scene !== null && 'id' in state.scene && state.scene.pick === undefined;
  return {
    isNeeded: needsFilter || needsScene,
    isPending: filter.isPending || scene.isPending,
    draw: async (): Promise<Partial<Choices>> => {
      const path = state.creationPath ?? 'social';
      const changes = {
        ...(needsFilter && { filter: await filter.mutateAsync(path) }),
        ...(needsScene && { scene: await scene.mutateAsync(path) }),
      };
      dispatch({ type: 'touched', changes });
      return changes;
    },
  };
}
