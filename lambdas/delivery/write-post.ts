import { type Account, requireAccount } from '#lambdas/accounts/user-store.ts';
import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { findGeneration, whileKept } from '#lambdas/generations/generation-store.ts';
import { failWriting, readPost, replacePost, type StoredPost } from '#lambdas/generations/post-store.ts';
import type { ModelCall } from '#lambdas/models/bedrock-client.ts';
import { budgetReached, reserveCost, settleCost } from '#lambdas/models/budget-store.ts';
import { composePost, PostRefusedError } from '#lambdas/models/compose-post.ts';
import { describePicture } from '#lambdas/models/describe-picture.ts';
import {
  ModelFailedError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { readModelRegions } from '#lambdas/models/model-regions.ts';
import { costOf, postUsageSteps } from '#lambdas/models/usage-store.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime } from '#lambdas/runtime/client-id.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { Post, postRoutes } from '#shared/api/posts.ts';
import type { RouteInput } from '#shared/api/route.ts';
import type { DishReading } from '#shared/domain/dish-reading.ts';
import type { PostWish } from '#shared/domain/post-text.ts';
import { isBeingWritten, toPostReply } from './post-reply.ts';

type Route = typeof postRoutes.writePost;

/** Expected cost of a reading and two texts in millionths of a US dollar: about 7,000 input and 1,000 output tokens. */
const expectedCost = 5_000;

/** Time for all model calls, in milliseconds. The function's time limit is 28 s; one text takes about 4 s. */
const timeForModel = 24_000;
const timeForCall = 12_000;
/** An open request counts as failed after this time, in milliseconds. */
const writingDeadline = 30_000;

/** Number of former texts that are stored. */
const maxFormer = 5;

/** A request that is recorded as open. */
interface Writing {
  readonly userId: string;
  readonly generation: StoredGeneration;
  /** The post as stored. */
  readonly post: StoredPost;
  readonly id: string;
  readonly budgetDay: string;
}

/** The result of the model calls. */
interface Outcome extends Pick<StoredPost, 'text' | 'reading'> {
  readonly state: 'done' | 'refused' | 'failed';
}

/**
 * Lets a model write the post of a picture, within the request. The previous text is added to the former ones. While
 * one text is being written, other requests return the post as it is. The client chooses the id: the same request again
 * calls no model.
 * @throws AppError `not_found`, `not_ready`, `daily_limit_reached`, `daily_budget_reached`, `id_out_of_time`,
 * `post_refused`, `post_failed`, `busy`, `conflict`
 */
export async function writePost(
  userId: string,
  { generationId, variation }: RouteInput<Route>['params'],
  { id, ...wish }: RouteInput<Route>['body'],
): Promise<Post> {
  const [generation, seen, account] = await Promise.all([
    findGeneration(userId, generationId),
    readPost({ userId, generationId, variation }),
    requireAccount(userId),
  ]);
  const picture = generation.variations.find(({ index }) => index === variation);
  if (generation.state !== 'done' || !generation.inGallery || !picture) throw new AppError('not_ready');
  if (seen.writing?.id === id || isBeingWritten(seen)) return answerAgain(seen, id);
  checkIdTime(id);
  const writing = await begin(account, generation, seen, id);
  if (!writing) return answerAgain(await readPost({ userId, generationId, variation }), id);
  return write(writing, picture, account, wish);
}

/** The reply to a repeated request, or to a request while another one is open. */
function answerAgain(post: StoredPost, id: string): Post {
  const { writing } = post;
  if (writing?.id !== id || writing.state === 'done' || isBeingWritten(post)) return toPostReply(post);
  throw new AppError(writing.state === 'refused' ? 'post_refused' : 'post_failed');
}

/** Counts the request and reserves its cost; undefined if the post has changed since it was read. */
async function begin(
  { userId, tier }: Account,
  generation: StoredGeneration,
  seen: StoredPost,
  id: string,
): Promise<Writing | undefined> {
  const budgetDay = nowIso().slice(0, 10);
  const until = new Date(Date.now() + writingDeadline).toISOString();
  const post: StoredPost = { ...seen, writing: { id, state: 'open', until } };
  const { outcome } = await transact<'gone' | 'changed' | 'limit' | 'budget'>([
    whileKept(generation),
    replacePost(userId, seen, post),
    countUse(userId, 'post', budgetDay),
    reserveCost('posts', budgetDay, expectedCost, tier),
  ]);
  switch (outcome) {
    case 'committed':
      return { userId, generation, post: { ...post, revision: seen.revision + 1 }, id, budgetDay };
    case 'changed':
      return undefined;
    case 'gone':
      throw new AppError('not_found', 'This image does not exist');
    case 'limit':
      throw new AppError(
        'daily_limit_reached',
        `We write ${maxDailyUses.post} texts for you a day. You can write and change texts yourself.`,
      );
    case 'budget':
      throw budgetReached('posts');
  }
}

async function write(
  writing: Writing,
  picture: StoredVariation,
  account: Account,
  wish: PostWish,
): Promise<Post> {
  const calls: ModelCall[] = [];
  const end = Date.now() + timeForModel;
  const options = {
    regions: readModelRegions(),
    spreadBy: writing.id,
    remainingMs: () => Math.min(timeForCall, end - Date.now()),
    record: (call: ModelCall) => calls.push(call),
  };
  let { reading } = writing.post;
  let text: StoredPost['text'];
  let failure: unknown;
  try {
    const file = await readFile(readVariable('MEDIA_BUCKET'), picture.basePreview ?? picture.preview);
    if (!file) throw new ModelFailedError('The picture has no preview');
    reading ??= await describePicture(file.body, options);
    text = await composePost(file.body, wish, subjectOf(writing.generation, account, reading), options);
  } catch (error) {
    failure = error;
  }
  const isRefused = failure instanceof PostRefusedError || failure instanceof RefusedError;
  const state = text ? 'done' : isRefused ? 'refused' : 'failed';
  const post = await finish(writing, { state, text, reading }, calls);
  if (text) return toPostReply(post);
  if (isRefused) throw new AppError('post_refused');
  if (failure instanceof ThrottledError || failure instanceof OutOfTimeError) throw new AppError('busy');
  if (failure instanceof ModelFailedError) throw new AppError('post_failed');
  throw failure;
}

function subjectOf(
  { productName }: StoredGeneration,
  { companyName, kitchen, about }: Account,
  reading: DishReading,
) {
  return { dish: productName, restaurant: { name: companyName, kitchen, about }, reading };
}

/**
 * Writes the result of a request, and books its model calls. An edit made in the meantime is added to the former texts.
 * If the picture has been deleted, only the calls are booked.
 * @throws AppError `busy` if other changes come first in every attempt; then the request is recorded as failed
 */
async function finish(
  { userId, generation, post: begun, id, budgetDay }: Writing,
  { state, text, reading }: Outcome,
  calls: readonly ModelCall[],
): Promise<StoredPost> {
  const booking = [
    ...postUsageSteps(generation, calls),
    settleCost('posts', budgetDay, expectedCost, costOf(calls)),
  ];
  logger.info('A post was written', { generationId: generation.id, state, calls: calls.length });
  let seen = begun;
  try {
    return await retryOnConflict(async () => {
      const { writing } = seen;
      if (writing?.id !== id || writing.state !== 'open') {
        await transact(booking);
        return seen;
      }
      const former = text && seen.text ? [seen.text, ...seen.former].slice(0, maxFormer) : seen.former;
      const post: StoredPost = {
        ...seen,
        ...(text && { text, textRevision: seen.textRevision + 1, changedAt: nowIso(), former }),
        ...(reading && { reading }),
        writing: { ...writing, state },
      };
      const { outcome } = await transact<'changed'>([replacePost(userId, seen, post), ...booking]);
      if (outcome === 'committed') return { ...post, revision: seen.revision + 1 };
      seen = await readPost({ userId, generationId: generation.id, variation: begun.variation });
      return conflict;
    });
  } catch (error) {
    // Otherwise the post would count as being written until the deadline.
    await transact<'ended'>([failWriting(userId, begun, id), ...booking]);
    throw error;
  }
}
