import type { Account } from '#lambdas/accounts/user-store.ts';
import { checkOwnFile } from '#lambdas/delivery/check-own-file.ts';
import {
  makePlatformFile,
  openPicture,
  PictureGoneError,
  type PlatformFile,
  storedContinuation,
} from '#lambdas/delivery/platform-files.ts';
import type { TakenFile } from '#lambdas/generations/approval-store.ts';
import { filesFor, type StoredGeneration, type StoredVariation } from '#lambdas/generations/generation.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { withoutWords } from '#lambdas/generations/overlay-of.ts';
import { type ModelCall, modelCaller } from '#lambdas/models/bedrock-client.ts';
import { settleCost } from '#lambdas/models/budget-store.ts';
import {
  ModelFailedError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { readModelRegions } from '#lambdas/models/model-regions.ts';
import { costOf, usageSteps } from '#lambdas/models/usage-store.ts';
import type { Making } from '#lambdas/pictures/manifest.ts';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { worstVerdict } from '#shared/domain/check-file.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { imageTypeById, platformById } from '#shared/domain/platforms.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import type { Row } from './csv.ts';
import { obstacleTo, payForOutpainting, tooFewCredits } from './pay-for-outpainting.ts';

const madeBy = {
  own: 'The picture as it is',
  cut: 'Cut out of the picture',
  continued: 'Cut out of the picture, whose surroundings were continued',
} as const;

/** One file, or the reason why there is none, with its row of the sheet. */
export interface Made {
  readonly folder: string;
  readonly dish: string;
  /** The columns from the platform on. */
  readonly row: Row;
  readonly file?: {
    readonly body: Buffer;
    readonly making: (title: string) => Making;
    readonly taken: TakenFile;
  };
}

/** A picture that was deleted. */
export const gone: readonly Made[] = [
  { folder: '', dish: '', row: ['', '', '', '', '', '', 'missing', 'This picture was deleted.'] },
];

export interface PackOptions {
  readonly targets: readonly Target[];
  readonly rules: readonly PlatformRule[];
  /** The present plan, whose budget pays for continued pictures. */
  readonly tier: Account['tier'];
  readonly hasWatermark: boolean;
  /** Credits for a dish whose picture has to be continued. */
  readonly outpaintCredits: number;
  /** Milliseconds until Lambda ends the run. */
  readonly remainingMs: () => number;
  /** Whether files for which the model is busy are missing, instead of failing the run. */
  readonly isLastAttempt: boolean;
}

/** The files of one picture for the pack's platforms, or its own full file if there are none. */
export async function filesOf(
  generation: StoredGeneration,
  index: number,
  { targets, rules, tier, hasWatermark, outpaintCredits, remainingMs, isLastAttempt }: PackOptions,
): Promise<readonly Made[]> {
  const variation = generation.variations.find((candidate) => candidate.index === index);
  if (!variation) return gone;
  const dish = generation.productName;
  if (targets.length === 0) {
    const { large, delivered, isWatermarked } = filesFor(variation, hasWatermark);
    const { key, width, height } = large ?? delivered;
    const stored = await readFile(readVariable('ORIGINALS_BUCKET'), key);
    if (!stored) return gone;
    const row = ['', generation.templateName, width, height, stored.size, madeBy.own, '', ''];
    const of = { width, height, isWatermarked };
    const making = (title: string) => makingOf(generation, variation, of, title);
    const taken: TakenFile = {
      name: `${large ? 'large' : 'delivered'}${isWatermarked ? ' watermarked' : ''}`,
      via: 'zip',
      platform: generation.menu?.platform ?? null,
      imageType: generation.menu?.imageType ?? null,
      ...of,
      isContinued: false,
      checks: checkOwnFile(generation, variation, rules) ?? [],
    };
    return [{ folder: '', dish, row, file: { body: stored.body, making, taken } }];
  }
  return withModel(generation, { tier, remainingMs }, async (call) => {
    const source = await openPicture({ generation, variation }, rules);
    const stored = await storedContinuation(source, targets);
    // A picture continued earlier was paid, or was free at the time, also if it has to show more now.
    const price = stored === 'none' ? outpaintCredits : 0;
    let obstacle = stored === 'enough' ? undefined : await obstacleTo(generation, { tier, price });
    const pay = async () => {
      if (await payForOutpainting(generation, price)) return;
      obstacle = tooFewCredits(outpaintCredits);
      await refuseCall();
    };
    const made: Made[] = [];
    for (const target of targets) {
      try {
        const file = await makePlatformFile(source, target, obstacle === undefined ? call : refuseCall, pay);
        made.push(describe(generation, variation, file));
      } catch (error) {
        if (isLastAttempt && isBusy(error)) obstacle = tooBusy;
        else if (!(error instanceof ModelFailedError || error instanceof RefusedError)) throw error;
        const row = [...namesOf(target), '', '', '', '', 'missing', obstacle ?? couldNotContinue];
        made.push({ folder: '', dish, row });
      }
    }
    return made;
  });
}

async function refuseCall(): Promise<never> {
  throw new ModelFailedError('This call may not be made');
}

const tooBusy = 'The image model is busy. Please try again.';

const couldNotContinue =
  'This shape would cut the dish, and the image model could not continue the picture. Please try again.';

/** Milliseconds reserved for the files after a model call, and for the end of the ZIP. */
const fileTime = 15_000;

/** Runs `make` with a function that calls models, and books its calls. */
async function withModel(
  generation: StoredGeneration,
  { tier, remainingMs }: Pick<PackOptions, 'tier' | 'remainingMs'>,
  make: (call: ReturnType<typeof modelCaller>) => Promise<readonly Made[]>,
): Promise<readonly Made[]> {
  const calls: ModelCall[] = [];
  const call = modelCaller({
    regions: readModelRegions(),
    spreadBy: generation.id,
    remainingMs: () => remainingMs() - fileTime,
    record: (made) => calls.push(made),
  });
  const book = async () => {
    if (calls.length === 0) return;
    logger.info('A picture was continued', { generationId: generation.id, calls: calls.length });
    await transact([
      ...usageSteps(generation, calls),
      settleCost(tier, nowIso().slice(0, 10), 0, costOf(calls)),
    ]);
  };
  const made = make(call).catch((error: unknown) => {
    if (error instanceof PictureGoneError) return gone;
    throw error;
  });
  const [files] = await allSettledOrThrow([made, made.then(book, book)]);
  return files;
}

function describe(
  generation: StoredGeneration,
  variation: StoredVariation,
  { target, width, height, body, how, checks }: PlatformFile,
): Made {
  const [platform, imageType] = namesOf(target);
  const verdict = worstVerdict(checks);
  const findings = checks
    .filter((check) => check.verdict === 'fail' || check.verdict === 'advice')
    .map(({ measured, required, instead }) =>
      [`${measured}; asked for: ${required}`, instead].filter(Boolean).join('. '),
    );
  const of = { width, height, isWatermarked: false, isContinued: how === 'continued' };
  const making = (title: string) => makingOf(withoutWords(generation), variation, of, title);
  return {
    folder: `${platform} ${imageType}`,
    dish: generation.productName,
    row: [platform, imageType, width, height, body.length, madeBy[how], verdict, findings.join(' | ')],
    file: {
      body,
      making,
      taken: {
        name: `${target.platform}/${target.imageType}`,
        via: 'zip',
        ...target,
        ...of,
        checks: [...checks],
      },
    },
  };
}

function namesOf({ platform, imageType }: Target): [string, string] {
  const known = platformById(platform);
  const type = known && imageTypeById(known, imageType);
  return [known?.name ?? platform, type?.name ?? imageType];
}

/** Whether the model had no capacity or time for a picture, so that a later run may succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof ThrottledError || error instanceof OutOfTimeError;
}
