import { useEffect, useEffectEvent, useRef } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import type { Choices, Look } from '#web/generations/choices.ts';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { type Generations, useGenerations } from '#web/generations/use-generations.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';
import { notify } from '#web/lib/notify.ts';
import { serverNow } from '#web/lib/server-time.ts';
import { looksOf } from './choice-summary.tsx';
import { generationRequest } from './generation-request.ts';
import { useDishFraming } from './use-dish-framing.ts';
import { useRandomLook } from './use-random-look.ts';
import type { Draft } from './use-wizard.ts';
import { isSameDraft, unfitAt, type WizardState } from './wizard.ts';
import { words } from './words.ts';

export interface StudioGenerations extends Pick<Generations, 'running' | 'failed'> {
  /** All variations of the draft's generations, oldest first. */
  readonly results: readonly Result[];
  readonly start: () => void;
}

/** Sends and follows the generations of the studio's draft. */
export function useStudioGenerations({ state, dispatch }: Draft): StudioGenerations {
  const looks = useUsableLooks({ state, dispatch });
  const { framing } = useDishFraming(state);
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
      onRefused: (error) => {
        if (error instanceof ApiError && error.code === 'pick_invalid') looks.dropPicks();
      },
    },
  );

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
  // The generation that was seen running: its pictures are chosen when they arrive.
  const awaited = useRef<string>(undefined);
  const isSeen = running !== undefined && (running.isSending || running.generation !== undefined);
  const newest = state.generations.at(-1);
  const chooseNew = useEffectEvent(() => {
    if (isSeen) awaited.current = newest;
    const arrived = results.find(({ generationId }) => generationId === awaited.current);
    if (isSeen || arrived === undefined) return;
    awaited.current = undefined;
    // On the last screen, the picture was chosen by a person. An open dialog is about the picture that is shown.
    if (state.step === 4 || isDialogOpen()) return;
    const { generationId, variation } = arrived;
    dispatch({ type: 'resultChosen', chosen: { generationId, variation } });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these must run the effect again.
  useEffect(() => chooseNew(), [isSeen, newest, results.length]);
  // Also if the chosen one was deleted elsewhere.
  const lacksChoice = first !== undefined && state.chosen === null;
  useEffect(() => {
    if (lacksChoice) chooseFirst();
  }, [lacksChoice]);

  return {
    results,
    running,
    failed,
    start: () => {
      const unfit = unfitAt(state);
      if (unfit)
        dispatch({ type: 'screenRestored', screen: { step: 3, innerStep: unfit, showsResults: false } });
      else looks.withUsable((draft) => start((id) => generationRequest({ ...draft, framing }, id)));
    },
  };
}

/** Milliseconds before its expiry from which a pick is not sent any more, because the request takes time. */
const shortBefore = 60_000;

function isExpired({ pick, expiresAt }: Look): boolean {
  return pick !== undefined && expiresAt !== undefined && Date.parse(expiresAt) - serverNow() < shortBefore;
}

/** Looks of a draft that replace those that the server would refuse. */
type Looks = Partial<Pick<Choices, 'filter' | 'scene'>>;

/**
 * Replaces looks that the server would refuse. On a plan that cannot choose its looks, looks without a valid signed
 * pick are drawn again: the pick has expired, or the generation was loaded from the API, which stores ids only. On
 * other plans, the id replaces an expired pick.
 */
function useUsableLooks({ state, dispatch }: Pick<Draft, 'state' | 'dispatch'>) {
  const { choosesLooks } = useEntitlements();
  const filter = useRandomLook('filter');
  const scene = useRandomLook('scene');
  const isDrawing = useRef(false);

  const refused = (look: Choices['filter'] | Choices['scene']): look is Look =>
    look !== null && 'id' in look && (isExpired(look) || (!choosesLooks && look.pick === undefined));

  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  function change(changes: Looks): WizardState {
    dispatch({ type: 'touched', changes, askedFor: state });
    return { ...state, ...changes };
  }

  /** The same looks without their signed picks. */
  function byId(concerns: (look: Choices['filter'] | Choices['scene']) => look is Look): Looks {
    return {
      ...(concerns(state.filter) && { filter: { id: state.filter.id } }),
      ...(concerns(state.scene) && { scene: { id: state.scene.id } }),
    };
  }

  /** Returns undefined if the looks fit no longer what the draft has become meanwhile. */
  async function drawAnew(): Promise<WizardState | undefined> {
    const path = state.creationPath;
    const changes = {
      ...(refused(state.filter) && { filter: await filter.request(path) }),
      ...(refused(state.scene) && { scene: await scene.request(path) }),
    };
    if (!isSameDraft(state, latest.current)) return undefined;
    const drawn = change(changes);
    notify.info(words.drawnAnew(looksOf(drawn)));
    return drawn;
  }

  return {
    /** Calls `go` with a draft of usable looks, synchronously if none has to be drawn. */
    withUsable: (go: (draft: WizardState) => void): void => {
      const isRefused = refused(state.filter) || refused(state.scene);
      if (!isRefused || choosesLooks) {
        go(isRefused ? change(byId(refused)) : state);
        return;
      }
      if (isDrawing.current) return;
      isDrawing.current = true;
      drawAnew()
        // The error was shown already.
        .then(
          (drawn) => drawn && go(drawn),
          () => undefined,
        )
        .finally(() => {
          isDrawing.current = false;
        });
    },
    /** Removes all picks after the server refused one, so that the next request is sent without. */
    dropPicks: () => void change(byId((look): look is Look => look !== null && 'id' in look)),
  };
}
