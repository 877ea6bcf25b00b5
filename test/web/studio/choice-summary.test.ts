import { expect, it } from 'vitest';
import { summaryOf } from '#web/studio/choice-summary.tsx';
import { initialState } from '#web/studio/wizard.ts';

it('tells choices with the same text apart', () => {
  const same = summaryOf({ ...initialState, promoText: 'Fresh today', customPrompt: ' Fresh today' });
  expect(same.map(({ text }) => text)).toEqual(['“Fresh today”', '“Fresh today”']);
  expect(new Set(same.map(({ id }) => id)).size).toBe(2);
});
