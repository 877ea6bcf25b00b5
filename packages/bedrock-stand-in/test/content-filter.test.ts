import { expect, it } from 'vitest';
import { isRefusedPrompt } from '#src/content-filter.ts';

it('refuses prompts that contain a word of the list, in any case of letters', () => {
  expect(isRefusedPrompt('an Explicit picture')).toBe(true);
  expect(isRefusedPrompt('a plate with blood and gore')).toBe(true);
});

it('accepts food whose name contains such a word', () => {
  expect(isRefusedPrompt('a blood orange salad')).toBe(false);
  expect(isRefusedPrompt('blood sausage with apples')).toBe(false);
});
