import type { GenerationSource } from '#shared/api/generations.ts';
import type { CameraAngleId, EnhancementId } from '#shared/domain/enhancements.ts';
import type { FormatId } from '#shared/domain/formats.ts';
import type { Framing } from '#shared/domain/framing.ts';
import { maxCustomPromptLength, maxNameLength, maxSceneLength } from '#shared/domain/limits.ts';
import { maxPromoTextLength } from '#shared/domain/promo-text.ts';
import type { MenuItem } from '#shared/domain/samples.ts';
import type { CreationPath } from '#shared/domain/scenes.ts';
import type { Choices, Look } from '#web/generations/choices.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import type { FixedFrom } from '#web/photos/photo-advice.ts';

/*
 * The studio wizard as a pure state machine (customer-product.md sections 2 and 4, readings 12 to 15). Screens
 * dispatch events; nothing here depends on the network, the plan or the clock.
 */

/** Ad Format, Menu Item, AI Generation, Publish. */
export type Step = 1 | 2 | 3 | 4;

/** Steps inside AI Generation. */
export type InnerStep = 'choice' | 'professional' | 'ugc-filter' | 'ugc-scene' | 'final' | 'generate';

/** The dish that a picture is made of: a sample, or `custom_…` for the user's own photo. */
export interface Dish extends Omit<MenuItem, 'imageUrl'> {
  readonly source: GenerationSource;
  /** Address of the whole upright photo; null until it is loaded, or if it cannot be loaded. */
  readonly imageUrl: string | null;
  readonly fixedFrom?: FixedFrom<Dish>;
}

export interface Chosen {
  readonly generationId: string;
  readonly variation: number;
}

/** The screen that is shown; each is one entry of the browser's history. */
export interface Screen {
  readonly step: Step;
  /** The step of the choices, within step 3. */
  readonly innerStep: InnerStep;
  /** Whether step 3 shows the results rather than the choices. */
  readonly showsResults: boolean;
}

export interface WizardState extends Screen, Choices {
  readonly dish: Dish | null;
  /** Ids of the generations shown as results, oldest first; the last may still run. */
  readonly generations: readonly string[];
  /** Id of a request without a reply; the next request uses it again. */
  readonly unansweredId: string | null;
  readonly chosen: Chosen | null;
  /** Whether a finished picture is being edited: only final touches and generating. */
  readonly finalTouchesOnly: boolean;
  /** Whether final touches were entered from the professional step, without a look: Back returns there. */
  readonly fromProfessional: boolean;
  /** The camera angle before “Show the whole dish” turned the food lock on; null if it did not. */
  readonly beforeWholeDish: Pick<Choices, 'cameraAngle'> | null;
  /** Number of restarts of this draft: the history does not return to screens from before a restart. */
  readonly timesStartedOver: number;
}

export const initialState: WizardState = {
  step: 1,
  innerStep: 'choice',
  formatId: null,
  dish: null,
  framing: null,
  creationPath: null,
  foodLock: false,
  adjustment: null,
  cameraAngle: null,
  filter: null,
  scene: null,
  customPrompt: '',
  promoText: '',
  promoPosition: 'top',
  promoLook: null,
  avatarGender: 'random',
  avatarEthnicity: 'random',
  generations: [],
  unansweredId: null,
  showsResults: false,
  chosen: null,
  finalTouchesOnly: false,
  fromProfessional: false,
  beforeWholeDish: null,
  timesStartedOver: 0,
};

/** Fields that a screen sets without further rules. */
type Touches = Pick<
  Choices,
  | 'framing'
  | 'filter'
  | 'scene'
  | 'customPrompt'
  | 'promoText'
  | 'promoPosition'
  | 'promoLook'
  | 'avatarGender'
  | 'avatarEthnicity'
>;

type LookAsker = Pick<WizardState, 'creationPath' | 'timesStartedOver'>;

export type WizardEvent =
  | { readonly type: 'formatChosen'; readonly formatId: FormatId }
  | {
      readonly type: 'dishChosen';
      readonly dish: Dish;
      /** Whether the photo shows the same as the one before, so that the framing stays. */
      readonly keepsFraming?: boolean;
    }
  /** The picture of a dish without one was loaded. */
  | { readonly type: 'dishPictured'; readonly dish: Pick<Dish, 'id' | 'imageUrl'> }
  | { readonly type: 'dishRenamed'; readonly name: string; readonly at: string }
  | { readonly type: 'stepEntered'; readonly step: Step }
  | { readonly type: 'screenRestored'; readonly screen: Screen }
  | { readonly type: 'pathChosen'; readonly path: CreationPath; readonly filter: Look | null }
  | { readonly type: 'pathChangeAsked' }
  | { readonly type: 'professionalOpened' }
  | { readonly type: 'foodLockSet'; readonly on: boolean }
  /** `framing`: null to show the whole dish, otherwise the framing that crops it. */
  | { readonly type: 'wholeDishSet'; readonly framing: Framing | null }
  | { readonly type: 'adjustmentToggled'; readonly id: EnhancementId }
  | { readonly type: 'cameraAngleToggled'; readonly id: CameraAngleId }
  | {
      readonly type: 'touched';
      readonly changes: Partial<Touches>;
      /** For a look that arrives later: the draft for which it was asked. It fits no other path and no new draft. */
      readonly askedFor?: LookAsker;
    }
  | { readonly type: 'lookApplied'; readonly look: Omit<Choices, 'formatId' | 'framing'> }
  | { readonly type: 'innerNext' }
  | { readonly type: 'innerBack' }
  | { readonly type: 'generateAsked' }
  | { readonly type: 'generationStarted'; readonly generationId: string }
  | { readonly type: 'generationForgotten'; readonly generationId: string }
  | { readonly type: 'generationUnanswered'; readonly generationId: string }
  | { readonly type: 'choicesAsked' }
  | { readonly type: 'resultsAsked' }
  | { readonly type: 'resultChosen'; readonly chosen: Chosen }
  | { readonly type: 'selectedUsed' }
  | { readonly type: 'editStarted'; readonly dish: Dish; readonly choices: Partial<Choices> }
  | { readonly type: 'begunLike'; readonly dish: Dish | null; readonly choices: Partial<Choices> }
  | {
      readonly type: 'generationResumed';
      readonly generationId: string;
      readonly dish: Dish;
      readonly choices: Choices;
    }
  /** `foodLock`: as it is remembered on this device. */
  | { readonly type: 'startedOver'; readonly foodLock: boolean };

/**
 * Whether a step can be entered: step 2 needs a template, step 3 a menu item, step 4 a chosen result. Going back is
 * always allowed, except out of the final-touches-only mode.
 */
export function canEnter(state: WizardState, step: Step): boolean {
  if (state.finalTouchesOnly && step < 3) return false;
  if (step >= 2 && state.formatId === null) return false;
  if (step >= 3 && state.dish === null) return false;
  if (step >= 4 && state.chosen === null) return false;
  return true;
}

/** The first step of the inner wizard: the filter once a path is set. */
function innerStart(state: WizardState): InnerStep {
  if (state.finalTouchesOnly) return 'final';
  return state.creationPath === null ? 'choice' : 'ugc-filter';
}

/** The step after this one inside AI Generation; undefined at the end. */
export function innerNextOf(state: WizardState): InnerStep | undefined {
  switch (state.innerStep) {
    case 'choice':
      return 'ugc-filter';
    case 'professional':
      return 'final';
    case 'ugc-filter':
      return state.creationPath === null ? 'final' : 'ugc-scene';
    case 'ugc-scene':
      return 'final';
    case 'final':
      return 'generate';
    case 'generate':
      return undefined;
  }
}

/** The step before this one inside AI Generation; undefined if Back is disabled. */
export function innerBackOf(state: WizardState): InnerStep | undefined {
  switch (state.innerStep) {
    case 'choice':
    case 'ugc-filter':
      return undefined;
    case 'professional':
      return 'choice';
    case 'ugc-scene':
      return 'ugc-filter';
    case 'final':
      if (state.finalTouchesOnly) return undefined;
      if (state.creationPath === null && state.fromProfessional) return 'professional';
      // Without a path there are no scenes, in either direction (readings 13).
      return state.creationPath === null ? 'ugc-filter' : 'ugc-scene';
    case 'generate':
      return 'final';
  }
}

/** A key that is equal for all states that show the same screen. */
export function screenKey({ step, innerStep, showsResults }: Screen): string {
  if (step !== 3) return String(step);
  return showsResults ? '3 results' : `3 ${innerStep}`;
}

/** Whether the browser's history can return to a screen: its contents must still exist. */
export function canShow(state: WizardState, screen: Screen): boolean {
  if (!canEnter(state, screen.step)) return false;
  if (screen.step !== 3) return true;
  if (screen.showsResults) return state.generations.length > 0;
  if (state.finalTouchesOnly) return ['final', 'generate'].includes(screen.innerStep);
  return screen.innerStep !== 'ugc-scene' || state.creationPath !== null;
}

/** The state after leaving its inner step forward. */
function leavingChoices(state: WizardState): WizardState {
  if (state.innerStep === 'final') return state;
  return { ...state, fromProfessional: state.innerStep === 'professional' };
}

const noResults = { generations: [], unansweredId: null, showsResults: false, chosen: null } as const;

/** The state without one of its generations, which was refused, got no reply or was deleted. */
function withoutGeneration(state: WizardState, generationId: string): WizardState {
  const generations = state.generations.filter((id) => id !== generationId);
  const chosen = state.chosen?.generationId === generationId ? null : state.chosen;
  const isUnpublishable = state.step === 4 && chosen === null;
  const step = isUnpublishable ? 3 : state.step;
  const showsResults = state.showsResults && generations.length > 0;
  // A late refusal must not interrupt the step that the user has gone back to.
  const isScreenGone = !showsResults && (state.showsResults || isUnpublishable);
  const innerStep = isScreenGone ? 'generate' : state.innerStep;
  return { ...state, step, generations, chosen, showsResults, innerStep };
}

function withFoodLock(state: WizardState, on: boolean): WizardState {
  // Another angle would redraw the dish.
  return { ...state, foodLock: on, cameraAngle: on ? null : state.cameraAngle, beforeWholeDish: null };
}

/** The whole dish needs the food lock: a filter would redraw what lies beyond the photo, too. */
function withWholeDish(state: WizardState, framing: Framing | null): WizardState {
  const { foodLock, cameraAngle } = state;
  if (framing === null)
    return foodLock
      ? { ...state, framing }
      : { ...withFoodLock(state, true), framing, beforeWholeDish: { cameraAngle } };
  return { ...withoutWholeDish(state), framing };
}

/** The state with the food lock and the angle from before “Show the whole dish” turned the lock on. */
function withoutWholeDish(state: WizardState): WizardState {
  const { beforeWholeDish } = state;
  if (beforeWholeDish === null) return state;
  return { ...state, ...beforeWholeDish, foodLock: false, beforeWholeDish: null };
}

/** The state after an event. Events whose preconditions do not hold change nothing. */
export function wizard(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'formatChosen':
      if (event.formatId === state.formatId) return state;
      // Results of another format stay in the gallery only.
      return { ...withoutWholeDish(state), ...noResults, formatId: event.formatId, framing: null };
    case 'dishChosen':
      return {
        ...(event.keepsFraming ? state : withoutWholeDish(state)),
        ...noResults,
        dish: event.dish,
        framing: event.keepsFraming ? state.framing : initialState.framing,
      };
    case 'dishPictured': {
      const { id, imageUrl } = event.dish;
      return state.dish?.id === id ? { ...state, dish: { ...state.dish, imageUrl } } : state;
    }
    case 'dishRenamed':
      if (state.dish === null) return state;
      return { ...state, dish: { ...state.dish, name: event.name, updatedAt: event.at } };
    case 'stepEntered':
      if (!canEnter(state, event.step)) return state;
      return event.step === 3
        ? { ...state, step: 3, innerStep: innerStart(state), showsResults: state.generations.length > 0 }
        : { ...state, step: event.step };
    case 'screenRestored': {
      if (!canShow(state, event.screen)) return state;
      const { step, innerStep, showsResults } = event.screen;
      return step === 3 ? { ...state, step, innerStep, showsResults } : { ...state, step };
    }
    case 'pathChosen': {
      // Scenes belong to one path: another path's scene cannot stay.
      const scene = event.path === state.creationPath ? state.scene : null;
      return { ...state, creationPath: event.path, filter: event.filter, scene, innerStep: 'ugc-filter' };
    }
    case 'pathChangeAsked':
      return { ...state, creationPath: null, filter: null, scene: null, innerStep: 'choice' };
    case 'professionalOpened':
      return { ...state, innerStep: 'professional' };
    case 'foodLockSet':
      return withFoodLock(state, event.on);
    case 'wholeDishSet':
      return withWholeDish(state, event.framing);
    case 'adjustmentToggled':
      return { ...state, adjustment: state.adjustment === event.id ? null : event.id };
    case 'cameraAngleToggled':
      return { ...state, cameraAngle: state.cameraAngle === event.id ? null : event.id };
    case 'touched': {
      const { changes, askedFor = state } = event;
      return isSameDraft(askedFor, state) ? { ...state, ...changes } : state;
    }
    case 'lookApplied': {
      const styled = { ...state, ...event.look, beforeWholeDish: null };
      if (state.step !== 3) return styled;
      // Everything but the words is chosen; without a look, the choices start again.
      return { ...styled, innerStep: changesNothing(styled) ? innerStart(styled) : 'final' };
    }
    case 'innerNext':
      return { ...leavingChoices(state), innerStep: innerNextOf(state) ?? state.innerStep };
    case 'innerBack':
      return { ...state, innerStep: innerBackOf(state) ?? state.innerStep };
    case 'generateAsked':
      return { ...leavingChoices(state), innerStep: 'generate', showsResults: false };
    case 'generationStarted': {
      const others = state.generations.filter((id) => id !== event.generationId);
      const generations = [...others, event.generationId];
      return { ...state, generations, unansweredId: null, showsResults: true };
    }
    case 'generationForgotten':
      return withoutGeneration(state, event.generationId);
    case 'generationUnanswered':
      // The user has begun another draft, to which the request does not belong.
      if (!state.generations.includes(event.generationId)) return state;
      return { ...withoutGeneration(state, event.generationId), unansweredId: event.generationId };
    case 'choicesAsked':
      return { ...state, showsResults: false, innerStep: innerStart(state) };
    case 'resultsAsked':
      return state.generations.length === 0 ? state : { ...state, showsResults: true };
    case 'resultChosen':
      return { ...state, chosen: event.chosen };
    case 'selectedUsed':
      if (state.chosen === null) return state;
      return { ...state, generations: [state.chosen.generationId], step: 4 };
    case 'editStarted':
      return {
        ...initialState,
        ...event.choices,
        step: 3,
        innerStep: 'final',
        finalTouchesOnly: true,
        dish: event.dish,
      };
    case 'begunLike': {
      const begun = { ...initialState, ...event.choices, framing: initialState.framing, dish: event.dish };
      // Opens the step of what is missing: the format, otherwise the photo.
      return { ...begun, step: begun.formatId === null ? 1 : 2 };
    }
    case 'generationResumed':
      return {
        ...initialState,
        ...event.choices,
        step: 3,
        innerStep: 'generate',
        showsResults: true,
        dish: event.dish,
        generations: [event.generationId],
      };
    case 'startedOver':
      return { ...initialState, foodLock: event.foodLock, timesStartedOver: state.timesStartedOver + 1 };
  }
}

/** Whether a look that was asked for this draft still fits it: no other path was chosen, and no new draft begun. */
export function isSameDraft(asked: LookAsker, state: WizardState): boolean {
  return asked.timesStartedOver === state.timesStartedOver && asked.creationPath === state.creationPath;
}

/** Whether an event removes the newest generation from the draft. */
export function leavesNewest(state: WizardState, event: WizardEvent): boolean {
  const newest = state.generations.at(-1);
  return newest !== undefined && !wizard(state, event).generations.includes(newest);
}

/** Whether an event removes a request without a reply from the draft, so that the next request is a different one. */
export function leavesUnanswered(state: WizardState, event: WizardEvent): boolean {
  return state.unansweredId !== null && wizard(state, event).unansweredId === null;
}

/** Whether Start Over would discard nothing but the only format of a limited plan. */
export function isUntouched(state: WizardState, onlyFormat?: FormatId): boolean {
  const isFormatOwn = state.formatId !== null && state.formatId !== onlyFormat;
  return !isFormatOwn && state.dish === null && state.generations.length === 0;
}

/** Whether no choice would change the photo. */
export function changesNothing(state: WizardState): boolean {
  const { filter, adjustment, cameraAngle, promoText, customPrompt } = state;
  const words = `${promoText}${customPrompt}${state.scene && 'text' in state.scene ? state.scene.text : ''}`;
  const scene = state.scene !== null && 'id' in state.scene;
  const isPlain = words.trim() === '' && !state.promoLook?.logo;
  return !filter && !scene && !adjustment && !cameraAngle && isPlain;
}

/** The step of the first text that is missing, or too long for a request; undefined if all fit. */
export function unfitAt(state: WizardState): 'generate' | 'ugc-scene' | 'final' | undefined {
  const { dish, scene, promoText, customPrompt } = state;
  const name = dish?.name.trim();
  if (name !== undefined && (name === '' || tooLong(name, maxNameLength))) return 'generate';
  if (scene && 'text' in scene && tooLong(scene.text.trim(), maxSceneLength)) return 'ugc-scene';
  const isUnfit =
    tooLong(promoText.trim(), maxPromoTextLength) ?? tooLong(customPrompt.trim(), maxCustomPromptLength);
  return isUnfit === undefined ? undefined : 'final';
}

/** Whether the avatar can be set: the path has people, and an influencer scene is chosen. */
export function showsAvatar(state: WizardState): boolean {
  return state.creationPath === 'ugc' && state.scene !== null;
}
