import { isDeepStrictEqual } from 'node:util';
import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { sendTask } from '#lambdas/platform/send-task.ts';
import { readOffer } from '#lambdas/platform/settings-store.ts';
import { createTaskSteps, newTask, readTask, type StoredTask } from '#lambdas/platform/task-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { usedForAnother } from '#lambdas/runtime/client-id.ts';
import { conflict, retryOnConflict } from '#lambdas/runtime/retry-on-conflict.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { CreatePack } from '#shared/api/packs.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { imageTypeById, platformById } from '#shared/domain/platforms.ts';
import { addOpenPack, readOpenPacks } from './open-packs-store.ts';

/**
 * Packs of one user that are made at the same time. One may keep a run of `tasks` busy for minutes, and all users share
 * these runs.
 */
const maxOpenPacks = 3;

/**
 * Starts a ZIP of chosen pictures. The client chooses the id: the same request again returns the same task.
 * @throws AppError `not_found` or `not_ready` for a picture, `feature_locked` for platforms without Pro,
 * `invalid_input`, `too_many_packs`, `daily_limit_reached`, `conflict`
 */
export async function createPack(
  userId: string,
  { id, pictures, targets, outpaintCredits, withTexts }: CreatePack,
): Promise<StoredTask> {
  const taskId = `${packFolder(userId)}${id}`;
  const pack = { pictures, targets, outpaintCredits, withTexts };
  const known = await readTask(taskId);
  if (known) return sameRequest(known, pack);
  // Files for platforms have no watermark.
  if (targets.length > 0 && !entitlementsOf((await requireAccount(userId)).tier).menuEnhancerAccess)
    throw new AppError('feature_locked', 'Menu Enhancer Pack is Pro only');
  const generations = await Promise.all(
    pictures.map(({ generationId }) => findGeneration(userId, generationId)),
  );
  for (const [at, { variation }] of pictures.entries()) {
    const generation = generations[at];
    if (generation?.state !== 'done' || !generation.variations.some(({ index }) => index === variation))
      throw new AppError('not_ready');
  }
  for (const { platform, imageType } of targets) {
    const found = platformById(platform);
    if (!found || !imageTypeById(found, imageType))
      throw new AppError('invalid_input', 'Invalid input: Unknown platform or image type');
  }
  if (targets.length > 0) await checkPrice(outpaintCredits);
  const task = newTask({ id: taskId, kind: 'pack', requestedBy: userId, subject: userId, pack });
  const outcome = await retryOnConflict(async () => {
    const open = await readOpenPacks(userId);
    if (open.taskIds.length >= maxOpenPacks) return 'open' as const;
    const result = await transact<'exists' | 'limit' | 'changed'>([
      ...createTaskSteps(task),
      countUse(userId, 'pack', task.createdAt.slice(0, 10)),
      addOpenPack(userId, open, taskId),
    ]);
    return result.outcome === 'changed' ? conflict : result.outcome;
  });
  if (outcome === 'open') throw new AppError('too_many_packs');
  if (outcome === 'limit')
    throw new AppError(
      'daily_limit_reached',
      `You can download ${maxDailyUses.pack} ZIPs a day. Single pictures can still be downloaded.`,
    );
  if (outcome === 'exists') return sameRequest((await readTask(taskId)) ?? task, pack);
  await sendTask(task);
  return task;
}

/**
 * Checks that the customer has seen the current price of a continued picture.
 * @throws AppError `conflict`
 */
async function checkPrice(seen: number): Promise<void> {
  const { outpaintCredits: price } = await readOffer();
  if (price === seen) return;
  const credits = price === 1 ? 'credit' : 'credits';
  throw new AppError(
    'conflict',
    `A dish whose surroundings have to be continued now costs ${price} ${credits} more. Please reload the page. Nothing was charged.`,
  );
}

/** Prefix of the ids of a user's packs, and of the keys of their files. */
export function packFolder(userId: string): string {
  return `pack-${userId}-`;
}

function sameRequest(task: StoredTask, pack: NonNullable<StoredTask['pack']>): StoredTask {
  if (!isDeepStrictEqual(task.pack, pack)) throw usedForAnother();
  return task;
}
