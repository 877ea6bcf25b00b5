import { expect, it } from 'vitest';
import { summaryOf } from '#web/studio/choice-summary.tsx';
import { initialState } from '#web/studio/wizard.ts';

it('tells choices with the same text apart', () => {
  const same = summaryOf({ ...initialState, promoText: 'Fresh today', customPrompt: ' Fresh today' });
  expect(same.map(({ text }) => text)).toEqual(['“Fresh today”', '“Fresh today”']);
  expect(new Set(same.map(({ id }) => id)).size).toBe(2);
});

it('shows a scene in the user’s own words as it is sent: trimmed, and not at all without words', () => {
  const withScene = (text: string) =>
    summaryOf({ ...initialState, scene: { text } }).map((choice) => choice.text);
  expect(withScene('\n on a picnic table ')).toEqual(['“on a picnic table”']);
  expect(withScene(' \n ')).toEqual([]);
});
