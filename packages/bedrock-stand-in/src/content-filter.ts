/**
 * Stands in for the vendor's prompt filter: a list short enough to be read at a glance. It exists so that the
 * path "the model refused" can be walked on this machine; it is no moderation.
 */
const refusedWords = ['nude', 'naked', 'porn', 'explicit', 'gore', 'blood', 'bloody', 'corpse', 'murder'];
const harmless = /\bblood[ -](orange|oranges|sausage|pudding)\b/giu;
const refused = new RegExp(`\\b(${refusedWords.join('|')})\\b`, 'iu');

/** Whether a prompt contains a word of the list; negative prompts are not filtered. */
export function isRefusedPrompt(prompt: string): boolean {
  return refused.test(prompt.replace(harmless, ''));
}
