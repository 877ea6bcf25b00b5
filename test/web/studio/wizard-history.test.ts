import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialState, type WizardEvent } from '#web/studio/wizard.ts';
import { type UndoEvent, type WizardHistory, wizardHistory } from '#web/studio/wizard-history.ts';
import { burger } from './sample-dish.ts';

const begun: WizardHistory = { state: initialState, past: [] };
const play = (events: readonly (WizardEvent | UndoEvent)[], from = begun) =>
  events.reduce(wizardHistory, from);
const undo = { type: 'undone' } as const;
const format = { type: 'formatChosen', formatId: 'square_feed' } as const;
const toDish = { type: 'stepEntered', step: 2 } as const;

/** Choices, and moves between screens. */
const events = fc.constantFrom<WizardEvent>(
  format,
  { type: 'formatChosen', formatId: 'story_vertical' },
  toDish,
  { type: 'dishChosen', dish: burger },
  { type: 'stepEntered', step: 3 },
  { type: 'pathChosen', path: 'ugc', filter: null },
  { type: 'innerNext' },
  { type: 'adjustmentToggled', id: 'studio_light' },
  { type: 'foodLockSet', on: true },
  { type: 'wholeDishSet', framing: null },
  { type: 'touched', changes: { promoText: 'Two for one' } },
  { type: 'startedOver', foodLock: false },
);

describe('undo in the studio', () => {
  it('gives back the draft as it was before each choice, down to the first', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (played) => {
        let history = play(played);
        while (history.past.length > 0) {
          const before = history.past.at(-1)?.before;
          history = wizardHistory(history, undo);
          expect(history.state).toBe(before);
        }
        expect(wizardHistory(history, undo)).toBe(history);
      }),
    );
  });

  it('leads back to the screen of the choice', () => {
    const history = play([
      format,
      toDish,
      { type: 'dishChosen', dish: burger },
      { type: 'stepEntered', step: 3 },
      undo,
    ]);
    expect(history.state).toMatchObject({ step: 2, dish: null, formatId: 'square_feed' });
  });

  it('undoes typed text in one step', () => {
    const typed = ['T', 'Tw', 'Two'].map(
      (promoText): WizardEvent => ({ type: 'touched', changes: { promoText } }),
    );
    expect(play([...typed, undo]).state.promoText).toBe('');
    const other: WizardEvent = { type: 'touched', changes: { customPrompt: 'basil' } };
    expect(play([...typed, other, undo]).state).toMatchObject({ promoText: 'Two', customPrompt: '' });
  });

  it('takes a typed dish name back in one step of its own, not with the choice before it', () => {
    const named = ['S', 'So', 'Soup'].map(
      (name): WizardEvent => ({ type: 'dishRenamed', name, at: '2026-11-29' }),
    );
    const chosen = [format, { type: 'dishChosen', dish: burger }, ...named] as const;
    expect(play([...chosen, undo]).state.dish).toEqual(burger);
    const lit: WizardEvent = { type: 'adjustmentToggled', id: 'studio_light' };
    expect(play([...chosen, lit, undo]).state).toMatchObject({ adjustment: null, dish: { name: 'Soup' } });
    const after = play([format, { type: 'dishChosen', dish: burger }, lit, ...named, undo]).state;
    expect(after).toMatchObject({ adjustment: 'studio_light', dish: burger });
  });

  it('of Start Over gives back what it cleared, whatever was chosen since', () => {
    const before = play([format, toDish, { type: 'dishChosen', dish: burger }]);
    const after = play(
      [
        { type: 'startedOver', foodLock: false },
        { type: 'formatChosen', formatId: 'story_vertical' },
      ],
      before,
    );
    expect(play([{ type: 'undone', since: 'startedOver' }], after)).toEqual(before);
    expect(play([{ type: 'undone', since: 'startedOver' }], before)).toBe(before);
  });

  it('never undoes a request to the API', () => {
    for (const type of ['generationStarted', 'generationUnanswered', 'generationForgotten'] as const) {
      const history = play([format, { type: 'dishChosen', dish: burger }, { type, generationId: '01J' }]);
      expect(history.past).toEqual([]);
      expect(wizardHistory(history, undo)).toBe(history);
    }
  });
});
