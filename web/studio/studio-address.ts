import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import type { Entitlements } from '#shared/domain/entitlements.ts';
import { type AgainState, knownPictureOf, readAgainState } from '#web/generations/again-state.ts';
import { choicesOf } from '#web/generations/choices.ts';
import { type ExistingImage, readEditState } from '#web/generations/edit-state.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { sayPutAside } from '#web/generations/say-put-aside.ts';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { openDialogsOf } from '#web/lib/use-open-in-history.ts';
import { customDish } from './custom-dish.ts';
import { allowedLook, type LeftOut, lookOf, noLook } from './house-look.ts';
import { type Draft, isStepOpen, type Wizard } from './use-wizard.ts';
import { canShow, type Dish, type Screen, screenKey, type WizardEvent } from './wizard.ts';
import { words } from './words.ts';

/** The parameter of the address that names the running generation. */
const parameter = 'generation';

/** State of an entry of the browser's history. */
interface Entry {
  readonly screen: Screen;
  /** Its position among the studio's entries. */
  readonly at: number;
  /** Key of the screen of the previous entry; undefined for the first one. */
  readonly before?: string;
  /** Number of restarts of the draft when the entry was made. */
  readonly timesStartedOver: number;
}

function entryOf(state: unknown): Entry | undefined {
  const candidate = state as Partial<Entry> | null | undefined;
  return candidate?.screen !== undefined && candidate.at !== undefined ? (candidate as Entry) : undefined;
}

interface StudioAddressProps {
  readonly wizard: Wizard;
  readonly isRunning: boolean;
}

/**
 * Synchronises address and wizard. Each screen is an entry of the browser's history, so that Back steps through the
 * wizard and loses nothing. `?generation=` names the running generation; one that is not in this tab's draft is
 * resumed. The gallery's Edit arrives as navigation state and opens final touches, once. A component without output, so
 * that a new address does not render the screen again.
 */
export function StudioAddress({ wizard, isRunning }: StudioAddressProps) {
  const { state, dispatch, undo } = wizard;
  const location = useLocation();
  const navigate = useNavigate();
  const action = useNavigationType();
  const isHere = useIsHere();
  const entitlements = useEntitlements();
  const isKnown = useMe() !== undefined;
  const named = useNamedGeneration(wizard);
  const running = isRunning && state.showsResults ? state.generations.at(-1) : undefined;
  const key = screenKey(state);
  const last = useRef({ location: '', at: undefined as number | undefined, goesBack: false });

  /** Makes a screen the first entry of a new draft. */
  const beginAt = (screen: Screen) => {
    const entry: Entry = { screen, at: 0, timesStartedOver: 0 };
    navigate(location.pathname, { replace: true, state: entry });
  };

  const follow = useEffectEvent(() => {
    const moved = last.current.location !== location.key;
    const { at: from, goesBack } = last.current;
    // The history is moving to the previous entry.
    if (goesBack && !moved) return;
    const again = readAgainState(location.state);
    // It is not known yet what the plan allows of it.
    if (again && !isKnown) return;
    last.current.location = location.key;
    last.current.goesBack = false;
    const isUnanswered = state.unansweredId !== null;
    const existing = readEditState(location.state)?.existingImage;
    if (moved && existing) {
      const isOther = state.dish !== null && !state.generations.includes(existing.generationId);
      dispatch(editOf(existing));
      if (isOther) sayPutAside(() => undo('editStarted'), { isUnanswered });
      // After a reload, the draft continues instead of starting a second edit.
      beginAt({ step: 3, innerStep: 'final', showsResults: false });
      return;
    }
    if (moved && again?.choices) {
      const { event, left } = beginningOf(again, entitlements);
      dispatch(event);
      if (left.length > 0) notify.info(words.leftOut(left));
      else if (state.dish !== null) sayPutAside(() => undo('begunLike'), { isUnanswered });
      beginAt({ step: again.photo ? 1 : 2, innerStep: 'choice', showsResults: false });
      return;
    }
    const entry = entryOf(location.state);
    const isElsewhere = entry !== undefined && screenKey(entry.screen) !== key;
    if (moved && isElsewhere && action === 'POP' && !goesBack) {
      last.current.at = entry.at;
      const isOfDraft = entry.timesStartedOver === state.timesStartedOver;
      const isOpen = isOfDraft && canShow(state, entry.screen) && isStepOpen(wizard, entry.screen.step);
      if (isOpen) return dispatch({ type: 'screenRestored', screen: entry.screen });
      if (named !== null) return;
      // The contents of that screen are gone, for example after Start Over: continue in the same direction.
      if (from !== undefined && from !== entry.at) return void navigate(entry.at < from ? -1 : 1);
    }
    const search = withGeneration(location.search, named ?? running);
    if (entry && !isElsewhere && search === location.search) {
      last.current.at = entry.at;
      return;
    }
    const isNew = isElsewhere && (!moved || goesBack);
    if (isNew && entry.before === key) {
      // The wizard's own Back also moves the history back, so that the browser's Back continues from there.
      last.current.goesBack = true;
      queueMicrotask(() => {
        if (isHere()) return void navigate(-1);
        last.current.goesBack = false;
      });
      return;
    }
    const at = (entry?.at ?? 0) + (isNew ? 1 : 0);
    last.current.at = at;
    const { step, innerStep, showsResults, timesStartedOver } = state;
    const before = isNew ? screenKey(entry.screen) : entry?.before;
    const screen: Screen = { step, innerStep, showsResults };
    const next: Entry = { screen, at, timesStartedOver, ...(before !== undefined && { before }) };
    const openDialogs = isNew ? [] : openDialogsOf(location.state);
    // React must finish its work first. The router's own schedule would be too late: a Back in between would end on the
    // previous entry unnoticed.
    queueMicrotask(() => {
      if (!isHere()) return;
      void navigate(
        { pathname: location.pathname, search },
        {
          replace: !isNew,
          preventScrollReset: true,
          flushSync: true,
          state: { ...next, ...(openDialogs.length > 0 && { openDialogs }) },
        },
      );
    });
  });
  // In the same task as the screen: an immediate Back must find the screen's entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these must run the effect again.
  useLayoutEffect(() => follow(), [location.key, key, running, named, isKnown]);
  return null;
}

function withGeneration(search: string, generationId: string | null | undefined): string {
  const next = new URLSearchParams(search);
  if (generationId) next.set(parameter, generationId);
  else next.delete(parameter);
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Resumes the generation named by the address when the studio opens, unless the draft contains it. Returns its id while
 * it may still be found.
 */
function useNamedGeneration({ state, dispatch }: Draft): string | null {
  const { search } = useLocation();
  const [named] = useState(() => {
    const id = new URLSearchParams(search).get(parameter);
    return id === null || state.generations.includes(id) ? null : id;
  });
  const isAwaited = named !== null && !state.generations.includes(named);
  const [isOver, setIsOver] = useState(false);
  const { data, isError } = useQuery({ ...generationQuery(named ?? ''), enabled: isAwaited && !isOver });
  const resume = useEffectEvent((generation: Generation) => {
    // Only once: the words of its pictures may change later.
    if (!isAwaited || isOver) return;
    setIsOver(true);
    const choices = choicesOf(generation);
    if (!choices?.formatId) return;
    dispatch({ type: 'generationResumed', generationId: generation.id, dish: dishOf(generation), choices });
  });
  useEffect(() => {
    if (data) resume(data);
  }, [data]);
  return isAwaited && !isOver && !isError ? named : null;
}

function editOf(image: ExistingImage): WizardEvent {
  const dish = customDish(image.generationId, {
    source: { type: 'generation', generationId: image.generationId, variation: image.variation },
    name: image.name,
    imageUrl: image.previewUrl,
    createdAt: new Date().toISOString(),
  });
  const formatId = image.choices?.formatId ?? 'square_feed';
  return { type: 'editStarted', dish, choices: { ...image.choices, formatId, foodLock: image.foodLock } };
}

/** The initial state of a picture like another, as far as the plan allows its look. */
function beginningOf(
  { choices, photo }: AgainState['again'],
  entitlements: Entitlements,
): { event: WizardEvent; left: readonly LeftOut[] } {
  const { look, left } = allowedLook(lookOf({ ...noLook, ...choices }), entitlements);
  const { allowedFormats } = entitlements;
  const formatId = allowedFormats.find((id) => id === choices?.formatId) ?? null;
  const createdAt = new Date().toISOString();
  const dish = photo && customDish(`again_${createdAt}`, { ...photo, createdAt });
  return { event: { type: 'begunLike', dish, choices: { ...look, formatId } }, left };
}

function dishOf(generation: Generation): Dish {
  return customDish(generation.id, {
    source: generation.source,
    name: generation.menuItemName,
    imageUrl: knownPictureOf(generation.source),
    createdAt: generation.createdAt,
  });
}
