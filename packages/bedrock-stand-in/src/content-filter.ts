/**
 * Stands in for the vendor's prompt filter, so that refusals can be tested. The list is short on purpose and moderates
 * nothing.
 */
const refusedWords = ['nude', 'naked', 'porn', 'explicit', 'gore', 'blood', 'bloody', 'corpse', 'murder'];
const harmless = /\bblood[ -](orange|oranges|sausage|pudding)\b/giu;
const refused = new RegExp(`\\b(${refusedWords.join('|')})\\b`, 'iu');

/** Whether a prompt contains a word of the list. Negative prompts are not checked. */
export function isRefusedPrompt(prompt: string): boolean {
  return refused.test(prompt.replace(harmless, ''));
}
