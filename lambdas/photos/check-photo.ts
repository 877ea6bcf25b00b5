import { hasWatermarkNow } from '#lambdas/accounts/has-watermark-now.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { presignGet } from '#lambdas/runtime/presigned-links.ts';
import type { PhotoCheck, photoRoutes } from '#shared/api/photos.ts';
import type { RouteReply } from '#shared/api/route.ts';
import { checkFile, repairsOf, worstVerdict } from '#shared/domain/check-file.ts';
import { type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import { platforms } from '#shared/domain/platforms.ts';
import { factsOf, seenIn } from './facts-of.ts';
import { repairedKey, type StoredPhoto } from './photo.ts';
import { findPhoto } from './photo-store.ts';
import { startUnlessDone, startWork } from './request-work.ts';
import { isHeld, progressOf } from './to-reply.ts';

/** How long the link to a repaired file is valid, in seconds. */
const linkLifetime = 5 * 60;

interface Check {
  readonly photoId: string;
  readonly platform: string;
  readonly imageType: string;
}

/** What a platform has published for an image type, as checks use it. @throws AppError `not_found` */
export async function getPlatformRules(
  platform: string,
  imageType: string,
): Promise<RouteReply<typeof photoRoutes.getPlatformRules>> {
  const rules = await rulesOf({ platform, imageType });
  return {
    rules: rules.map((rule) => ({
      ...rule,
      formats: [...rule.formats],
      advised: [...rule.advised],
      content: { ...rule.content },
    })),
  };
}

/**
 * The photo's check as far as it has been measured.
 * @throws AppError `not_found`
 */
export async function getPhotoCheck(userId: string, check: Check): Promise<PhotoCheck> {
  const [photo, rules] = await Promise.all([findPhoto(userId, check.photoId), rulesOf(check)]);
  return describe(photo, rules, check);
}

/**
 * Starts measuring the photo, unless that is done or being done. @throws AppError `not_found`, `daily_limit_reached`
 */
export async function createPhotoCheck(userId: string, check: Check): Promise<PhotoCheck> {
  const [photo, rules] = await Promise.all([findPhoto(userId, check.photoId), rulesOf(check)]);
  return describe(await startUnlessDone(photo, 'facts'), rules, check);
}

/**
 * Starts repairing the photo for one of the image type's rules; the file that was repaired before is replaced.
 * @throws AppError `not_found`, `not_ready` before the photo is measured, `nothing_to_repair`, `daily_limit_reached`
 */
export async function createRepair(userId: string, check: Check, ruleId: string): Promise<PhotoCheck> {
  const [photo, rules] = await Promise.all([findPhoto(userId, check.photoId), rulesOf(check)]);
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule) throw new AppError('not_found', 'This platform has no such rule');
  const facts = factsOf(photo);
  if (!facts) throw new AppError('not_ready', 'We are still measuring this photo. Please try again.');
  if (repairsOf(checkFile(facts, rule)).length === 0) throw new AppError('nothing_to_repair');
  const { repair } = photo;
  const isWatermarked = await needsWatermarkNow(photo);
  const isMaking =
    repair !== undefined &&
    isHeld(repair) &&
    repair.ruleId === ruleId &&
    repair.isWatermarked === isWatermarked;
  const started = isMaking ? photo : await startWork(photo, 'repair', { ruleId, isWatermarked });
  return describe(started, rules, check);
}

/** Whether a file of this photo that the customer gets needs the watermark, as a download of the picture would. */
async function needsWatermarkNow({ userId, file }: StoredPhoto): Promise<boolean> {
  return file.needsWatermark === true && (await hasWatermarkNow(userId));
}

async function rulesOf({ platform, imageType }: Omit<Check, 'photoId'>): Promise<PlatformRule[]> {
  const known = platforms.find(({ id }) => id === platform);
  const ids = known ? rulesFor(known.id, imageType).map(({ id }) => id) : [];
  if (ids.length === 0) throw new AppError('not_found', 'There is no such platform or image type');
  const rules = await readRules();
  return ids.flatMap((ruleId) => rules.filter(({ id }) => id === ruleId));
}

async function describe(
  photo: StoredPhoto,
  rules: readonly PlatformRule[],
  check: Check,
): Promise<PhotoCheck> {
  const { facts: measuring, cutOut, reading, repair } = photo;
  const facts = factsOf(photo);
  return {
    ...(measuring ? progressOf(measuring) : { state: null, message: null }),
    unfinished: [measuring, cutOut, reading, repair].some((work) => work !== undefined && isHeld(work)),
    routes: facts
      ? rules.map((rule) => {
          const results = checkFile(facts, rule);
          return {
            ruleId: rule.id,
            route: rule.route,
            size: rule.size,
            verdict: worstVerdict(results),
            results,
            repairs: repairsOf(results),
          };
        })
      : [],
    repair: await describeRepair(photo, rules, check),
  };
}

async function describeRepair(
  photo: StoredPhoto,
  rules: readonly PlatformRule[],
  { platform, imageType }: Check,
): Promise<PhotoCheck['repair']> {
  const { repair } = photo;
  const rule = rules.find(({ id }) => id === repair?.ruleId);
  if (!repair || !rule) return null;
  const { isWatermarked = false } = repair;
  // The file was made under another plan. The customer can have it made again.
  if (isWatermarked !== (await needsWatermarkNow(photo))) return null;
  const progress = { ...progressOf(repair), ruleId: rule.id };
  if (repair.state !== 'made' || !repair.content) return { ...progress, file: null };
  const { fixes, crop, measures, dish } = repair.content;
  const seen = seenIn(photo);
  const results = checkFile(
    { ...measures, dish, seen: seen && isWatermarked ? { ...seen, writing: true } : seen },
    rule,
  );
  const { width, height, bytes, format } = measures;
  const { url } = await presignGet(readVariable('ORIGINALS_BUCKET'), repairedKey(photo, repair), {
    fileName: `platepost-${platform}-${imageType}-${width}x${height}.${format === 'png' ? 'png' : 'jpg'}`,
    lifetime: linkLifetime,
  });
  return {
    ...progress,
    file: { width, height, bytes, fixes, crop, verdict: worstVerdict(results), results, url },
  };
}
