/** Changes of the words of a finished generation. Its record holds the latest one. */
import type { Step } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { deadlineOfWords } from './deadline.ts';
import type { StoredGeneration, WordsChange } from './generation.ts';
import { generationKey } from './generation-key.ts';

/** Whether the change may still be set by a worker. */
export async function isBeingSet(words: WordsChange | undefined): Promise<boolean> {
  return words?.state === 'open' && (await deadlineOfWords(words)) > Date.now();
}

/**
 * Transaction step that begins a change. Refused as `changed` when the generation or its words changed since it was
 * read.
 */
export function openWords(
  { userId, id, words: seen }: StoredGeneration,
  words: WordsChange,
): Step<'changed'> {
  return {
    update: {
      Key: generationKey(userId, id),
      ...setting(
        { words },
        `#state = :done AND inGallery = :yes AND ${seen ? 'words.id = :seen AND words.#state = :seen_state' : 'attribute_not_exists(words)'}`,
        { ':done': 'done', ':yes': true, ...(seen && { ':seen': seen.id, ':seen_state': seen.state }) },
      ),
    },
    refused: 'changed',
  };
}

/**
 * Transaction step that ends a change, with what it changes of the generation. Refused as `ended` when it has ended.
 */
export function endWords(
  { userId, id }: StoredGeneration,
  words: WordsChange,
  state: 'done' | 'failed',
  changes: Partial<
    Pick<StoredGeneration, 'studio' | 'overlay' | 'formerOverlays' | 'variations' | 'filesVersion'>
  > = {},
): Step<'ended'> {
  return {
    update: {
      Key: generationKey(userId, id),
      ...setting({ ...changes, words: { ...words, state } }, 'words.id = :id AND words.#state = :open', {
        ':id': words.id,
        ':open': 'open',
      }),
    },
    refused: 'ended',
  };
}

/** A condition, with its values, that holds as long as the generation has the files that it had when it was read. */
export function sameFiles({ words }: StoredGeneration) {
  return words
    ? {
        condition: 'words.id = :words AND words.#state = :words_state',
        values: { ':words': words.id, ':words_state': words.state },
      }
    : { condition: 'attribute_not_exists(words)', values: {} };
}
