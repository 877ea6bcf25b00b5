import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { deadlineOfWords } from './deadline.ts';
import { keysOfWords } from './file-keys.ts';
import { readGeneration } from './generation-store.ts';
import { lateWriteGracePeriod } from './limits.ts';
import { endWords } from './words-store.ts';

/** A change of the words of a generation, as the queue's message names it. */
export interface WordsMessage {
  readonly userId: string;
  readonly generationId: string;
  readonly wordsId: string;
}

/** Ends a change that cannot be carried out: the pictures stay unchanged. A change that has ended stays as it is. */
export async function failWords({ userId, generationId, wordsId }: WordsMessage): Promise<void> {
  const generation = await readGeneration(userId, generationId);
  const words = generation?.words;
  if (!generation || words?.id !== wordsId || words.state !== 'open') return;
  // Until this time a run may still write the change's files.
  const due = new Date(Math.max(Date.now(), await deadlineOfWords(words)) + lateWriteGracePeriod);
  await transact<'ended'>([
    endWords(generation, words, 'failed'),
    writeOutboxEntry({ ...keysOfWords(generation, words.version), paths: [] }, due),
  ]);
  logger.warn('The text of a picture could not be changed', { generationId });
}
