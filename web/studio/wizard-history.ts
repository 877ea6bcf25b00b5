import { type WizardEvent, type WizardState, wizard } from './wizard.ts';

/** A choice that can be taken back: what it was, and the draft before it. */
interface PastChoice {
  readonly type: WizardEvent['type'];
  /** Names of the fields that it touched: one field that is typed into is one choice. */
  readonly fields: string;
  readonly before: WizardState;
}

/** The studio's draft, and the choices that led to it, newest last. */
export interface WizardHistory {
  readonly state: WizardState;
  readonly past: readonly PastChoice[];
}

/** What people choose; moving between screens is not among it. */
const choices: ReadonlySet<WizardEvent['type']> = new Set([
  'formatChosen',
  'dishChosen',
  'pathChosen',
  'pathChangeAsked',
  'foodLockSet',
  'adjustmentToggled',
  'cameraAngleToggled',
  'touched',
  'lookApplied',
  'editStarted',
  'begunLike',
  'startedOver',
]);

/** Events of requests to the API, which nobody can take back. What was chosen before them stays chosen. */
const requests: ReadonlySet<WizardEvent['type']> = new Set([
  'generationStarted',
  'generationForgotten',
  'generationUnanswered',
  'generationResumed',
]);

const mostChoices = 100;

/** Takes the last choice back, or all since the last one of a type, that one included. */
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
  const isSame = event.type === 'touched' && last?.type === 'touched' && last.fields === fields;
  if (isSame) return { state: next, past };
  return { state: next, past: [...past, { type: event.type, fields, before: state }].slice(-mostChoices) };
}
