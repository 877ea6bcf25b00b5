import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readBrandKit } from '#lambdas/accounts/brand-kit-store.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime, usedForAnother } from '#lambdas/runtime/client-id.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import type { Generation, generationRoutes } from '#shared/api/generations.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { keysOfWords } from './file-keys.ts';
import type { StoredGeneration, WordsChange } from './generation.ts';
import { findGeneration } from './generation-store.ts';
import { lateWriteGracePeriod, wordsDeadline } from './limits.ts';
import { toReply } from './to-reply.ts';
import { isBeingSet, openWords } from './words-store.ts';

type Request = RouteInput<typeof generationRoutes.changeWords>['body'];

/**
 * Requests other words, or none, on the finished pictures of a studio generation. It is free and calls no model: the
 * worker sets the words on the pictures without words. The client chooses the id: the same request again returns the
 * same change.
 * @throws AppError `not_found`, `not_ready`, `invalid_input`, `daily_limit_reached`, `id_out_of_time`, `conflict`
 */
export async function changeWords(
  userId: string,
  generationId: string,
  request: Request,
): Promise<Generation> {
  const generation = await findGeneration(userId, generationId);
  const { id, after, overlay } = request;
  const wanted = { id, overlay };
  const repeated = await findRepeated(generation, wanted);
  if (repeated) return repeated;
  checkIdTime(id);
  await checkChangeable(generation, id, after);
  if (overlay.logo && (await readBrandKit(userId)).logo === undefined)
    throw new AppError('invalid_input', 'Your brand kit has no logo. Add one, or save without it');
  const words: WordsChange = {
    ...wanted,
    state: 'open',
    version: randomBytes(8).toString('hex'),
    until: new Date(Date.now() + wordsDeadline).toISOString(),
  };
  const result = await transact<'changed' | 'limit'>([
    openWords(generation, words),
    countUse(userId, 'words', nowIso().slice(0, 10)),
    ...removeAbandoned(generation),
  ]);
  switch (result.outcome) {
    case 'committed':
      logger.info('A new text for a picture was queued', { generationId });
      return toReply({ ...generation, words });
    case 'changed': {
      const winner = await findRepeated(await findGeneration(userId, generationId), wanted);
      if (winner) return winner;
      throw new AppError('conflict');
    }
    case 'limit':
      throw new AppError(
        'daily_limit_reached',
        `You can change the words of ${maxDailyUses.words} pictures a day.`,
      );
  }
}

async function findRepeated(
  generation: StoredGeneration,
  { id, overlay }: Pick<WordsChange, 'id' | 'overlay'>,
): Promise<Generation | undefined> {
  const { words } = generation;
  if (words?.id !== id) return undefined;
  if (!isDeepStrictEqual(words.overlay, overlay)) throw usedForAnother();
  return toReply(generation);
}

async function checkChangeable(
  { kind, state, inGallery, words }: StoredGeneration,
  id: string,
  after: string | null,
): Promise<void> {
  if (state !== 'done' || !inGallery) throw new AppError('not_ready');
  if (kind === 'menu')
    throw new AppError('not_ready', 'Delivery platforms refuse words on menu pictures, so this one has none');
  if (await isBeingSet(words)) throw new AppError('not_ready', 'The words of this picture are being changed');
  // A delayed request must not undo a later one, nor replace words that its sender has not seen.
  if (words && (id < words.id || words.id !== after))
    throw new AppError('conflict', 'The words of this picture were changed meanwhile, maybe in another tab');
}

/** Steps that remove the files of an earlier change that never ended: no later change overwrites them. */
function removeAbandoned(generation: StoredGeneration): Step<never>[] {
  const { words } = generation;
  if (words?.state !== 'open') return [];
  // During maintenance the change may end later than `until`.
  const due = new Date(Math.max(Date.now(), Date.parse(words.until)) + lateWriteGracePeriod);
  return [writeOutboxEntry({ ...keysOfWords(generation, words.version), paths: [] }, due)];
}
