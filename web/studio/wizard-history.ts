import { type WizardEvent, type WizardState, wizard } from './wizard.ts';

/** A choice that can be undone: the event, and the draft before it. */
interface PastChoice {
  readonly type: WizardEvent['type'];
  /** Names of the changed fields: repeated changes of one field, such as typing, are one choice. */
  readonly fields: string;
  readonly before: WizardState;
}

/** The studio's draft, and the choices that led to it, newest last. */
export interface WizardHistory {
  readonly state: WizardState;
  readonly past: readonly PastChoice[];
}

/** Events that are choices of the user; moving between screens is not one. */
const choices: ReadonlySet<WizardEvent['type']> = new Set([
  'formatChosen',
  'dishChosen',
  'dishRenamed',
  'pathChosen',
  'pathChangeAsked',
  'foodLockSet',
  'wholeDishSet',
  'adjustmentToggled',
  'cameraAngleToggled',
  'touched',
  'lookApplied',
  'editStarted',
  'begunLike',
  'startedOver',
]);

/** Events of requests to the API, which cannot be undone. Choices made before them stay. */
const requests: ReadonlySet<WizardEvent['type']> = new Set([
  'generationStarted',
  'generationForgotten',
  'generationUnanswered',
  'generationResumed',
]);

const mostChoices = 100;

/** Undoes the last choice, or all since and including the last one of a type. */
export interface UndoEvent {
  readonly type: 'undone';
  readonly since?: WizardEvent['type'];
}

/** The draft and its history after an event. */
export function wizardHistory(history: WizardHistory, event: WizardEvent | UndoEvent): WizardHistory {
  const { state, past } = history;
  if (event.type === 'undone') {
    const at = event.since ? past.findLastIndex(({ type }) => type === event.since) : past.length - 1;
    const choice = past[at];
    return choice ? { state: choice.before, past: past.slice(0, at) } : history;
  }
  const next = wizard(state, event);
  if (requests.has(event.type)) return { state: next, past: [] };
  if (!choices.has(event.type) || next === state) return { state: next, past };
  const fields = event.type === 'touched' ? Object.keys(event.changes).join() : '';
  const last = past.at(-1);
  const isTyping = event.type === 'touched' || event.type === 'dishRenamed';
  const isSame = isTyping && last?.type === event.type && last.fields === fields;
  if (isSame) return { state: next, past };
  return { state: next, past: [...past, { type: event.type, fields, before: state }].slice(-mostChoices) };
}
