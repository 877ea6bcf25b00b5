import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { formatById, formats } from '#shared/domain/formats.ts';
import { type ExistingImage, editStateOf } from '#web/generations/edit-state.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { customDish } from './custom-dish.ts';
import type { Wizard } from './use-wizard.ts';
import { canShow, type Dish, type Screen, screenKey } from './wizard.ts';

/** What an entry of the browser's history keeps: its screen, and its place among the studio's entries. */
interface Entry {
  readonly screen: Screen;
  readonly at: number;
}

function entryOf(state: unknown): Entry | undefined {
  const candidate = state as Partial<Entry> | null | undefined;
  return candidate?.screen !== undefined && candidate.at !== undefined ? (candidate as Entry) : undefined;
}

/**
 * Keeps address and wizard in step: each screen is an entry of the browser's history, so that Back steps back
 * through the wizard and loses nothing; `?job=` names the running job, and a job named there that this tab does
 * not know is found; the gallery's Edit arrives as navigation state and opens final touches, once.
 */
export function useStudioAddress({ state, dispatch }: Wizard, running: boolean): void {
  const location = useLocation();
  const navigate = useNavigate();
  const action = useNavigationType();
  const named = new URLSearchParams(location.search).get('job');
  const strange = useStrangeJob({ state, dispatch }, named);
  const job = running && state.showsResults ? state.jobs.at(-1) : undefined;
  const key = screenKey(state);
  const last = useRef<{ location: string; at: number | undefined }>({ location: '', at: undefined });

  const follow = useEffectEvent(() => {
    const moved = last.current.location !== location.key;
    const { at: from } = last.current;
    last.current.location = location.key;
    const existing = editStateOf(location.state)?.existingImage;
    if (moved && existing) {
      dispatch(editOf(existing));
      // A reload goes on with the draft instead of starting the edit again.
      const screen: Screen = { step: 3, innerStep: 'final', showsResults: false };
      navigate(location.pathname, { replace: true, state: { screen, at: 0 } satisfies Entry });
      return;
    }
    const entry = entryOf(location.state);
    const isElsewhere = entry !== undefined && screenKey(entry.screen) !== key;
    if (moved && isElsewhere && action === 'POP') {
      last.current.at = entry.at;
      if (canShow(state, entry.screen)) return dispatch({ type: 'screenRestored', screen: entry.screen });
      if (strange) return;
      // What that screen showed is gone, by Start Over for example: on to the next one in that direction.
      if (from !== undefined && from !== entry.at) return void navigate(entry.at < from ? -1 : 1);
    }
    const search = withJob(location.search, strange ? named : job);
    if (entry && !isElsewhere && search === location.search) {
      last.current.at = entry.at;
      return;
    }
    const isNew = isElsewhere && !moved;
    const at = (entry?.at ?? 0) + (isNew ? 1 : 0);
    last.current.at = at;
    const { step, innerStep, showsResults } = state;
    const next: Entry = { screen: { step, innerStep, showsResults }, at };
    // At once, though after React's work: a Back before the router's own pace would end on the entry that was
    // last seen, unnoticed.
    queueMicrotask(
      () =>
        void navigate(
          { pathname: location.pathname, search },
          { replace: !isNew, preventScrollReset: true, flushSync: true, state: next },
        ),
    );
  });
  // In the same task as the screen: a Back that comes at once must find the screen's entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a reason to look again.
  useLayoutEffect(() => follow(), [location.key, key, job, strange]);
}

function withJob(search: string, job: string | null | undefined): string {
  const next = new URLSearchParams(search);
  if (job) next.set('job', job);
  else next.delete('job');
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** Takes over a job that the address names and this tab does not know. True while it may still be found. */
function useStrangeJob({ state, dispatch }: Wizard, named: string | null): boolean {
  const known = named === null || state.jobs.includes(named);
  const { data, isError } = useQuery({ ...generationQuery(named ?? ''), enabled: !known });
  const resume = useEffectEvent((generation: Generation) => {
    const format = formats.find(({ id }) => id === generation.studio?.formatId);
    if (state.jobs.includes(generation.id) || format === undefined) return;
    const dish = dishOf(generation);
    dispatch({ type: 'jobResumed', generationId: generation.id, formatId: format.id, dish });
  });
  useEffect(() => {
    if (data && !known) resume(data);
  }, [data, known]);
  return !known && !isError && data?.studio !== null;
}

function editOf(image: ExistingImage) {
  const dish = customDish(image.generationId, {
    source: { type: 'generation', generationId: image.generationId, variation: image.variation },
    name: image.name,
    imageUrl: image.previewUrl,
    createdAt: new Date().toISOString(),
  });
  const formatId = (image.formatId && formatById(image.formatId)?.id) || 'square_feed';
  return { type: 'editStarted', dish, formatId } as const;
}

function dishOf(generation: Generation): Dish {
  return customDish(generation.id, {
    source: generation.source,
    name: generation.menuItemName,
    imageUrl: generation.originalUrl ?? '/samples/burger.jpg',
    createdAt: generation.createdAt,
  });
}
