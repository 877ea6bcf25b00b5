import type { Account } from '#lambdas/accounts/user-store.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { type IdempotencyKey, readEntry } from '#lambdas/credits/ledger-store.ts';
import { checkOwnFile } from '#lambdas/delivery/check-own-file.ts';
import { recordOf } from '#lambdas/delivery/get-approval.ts';
import {
  makePlatformFile,
  openPicture,
  PictureGoneError,
  type PlatformFile,
  storedContinuation,
} from '#lambdas/delivery/platform-files.ts';
import { approve, readApproval, type TakenFile } from '#lambdas/generations/approval-store.ts';
import { filesFor, type StoredGeneration, type StoredVariation } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { withoutWords } from '#lambdas/generations/overlay-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { type ModelCall, modelCaller } from '#lambdas/models/bedrock-client.ts';
import { budgetReached, hasBudget, settleCost } from '#lambdas/models/budget-store.ts';
import { modelCosts } from '#lambdas/models/edit-modes.ts';
import {
  ModelFailedError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { readModelRegions } from '#lambdas/models/model-regions.ts';
import { costOf, usageSteps } from '#lambdas/models/usage-store.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import type { Making } from '#lambdas/pictures/manifest.ts';
import { signFile } from '#lambdas/pictures/sign-file.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import type { StoredTask } from '#lambdas/platform/task-store.ts';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';
import type { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { readMaintenance, refusal } from '#lambdas/runtime/maintenance-store.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { ApprovalRecord } from '#shared/api/approvals.ts';
import { approvalText } from '#shared/approval-text.ts';
import { worstVerdict } from '#shared/domain/check-file.ts';
import { hasCredits } from '#shared/domain/credits.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { imageTypeById, platformById } from '#shared/domain/platforms.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import { type Row, toCsv } from './csv.ts';
import type { ExportPart, PartRequest } from './export-part.ts';
import { FileNames } from './file-names.ts';

/** A file of the ZIP. */
interface PackedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: Buffer | string | AsyncIterable<string>;
}

const header = [
  'File',
  'Dish',
  'Platform',
  'Image type',
  'Width',
  'Height',
  'Bytes',
  'Made by',
  'Check',
  'Findings',
];

/** Further columns if there are texts. */
const textHeader = ['Alt text', 'Description'];

const madeBy = {
  own: 'The picture as it is',
  cut: 'Cut out of the picture',
  continued: 'Cut out of the picture, whose surroundings were continued',
} as const;

/**
 * The files of a pack, picture by picture, and a sheet that lists them. Files for a platform lie in a folder with its
 * name; without platforms, each picture's own full file is packed, with a watermark if a download has one. Pictures
 * that were deleted in the meantime are listed in the sheet. A part ends before a picture for which the model is busy;
 * a run that begins with such a picture fails, or on the third attempt lists its files as missing.
 */
export function exportPack(
  { userId, tier, email }: Account,
  { pack, attempts }: StoredTask,
  { from, hasTime, remainingMs }: PartRequest & Pick<PackOptions, 'remainingMs'>,
): ExportPart<PackedFile> {
  if (!pack) throw new Error('The task has no pack');
  const { pictures, targets, outpaintCredits, withTexts } = pack;
  const first = from === undefined ? 0 : Number(from);
  let at = first;

  async function* files(): AsyncGenerator<PackedFile> {
    const names = new FileNames();
    const rows: Row[] = [];
    let hasTexts = false;
    const { hasWatermark } = entitlementsOf(tier);
    const rules = await readRules();
    const common = { targets, rules, tier, hasWatermark, outpaintCredits, remainingMs };
    do {
      const picture = pictures[at];
      if (picture === undefined) break;
      const generation = await readGeneration(userId, picture.generationId);
      const post = await readPost({ userId, ...picture });
      const texts = withTexts ? [post.text?.altText ?? '', post.text?.description ?? ''] : ['', ''];
      hasTexts ||= texts.some((text) => text !== '');
      const options = { ...common, isLastAttempt: at === first && attempts >= busyAttempts };
      const made = generation
        ? await filesOf(generation, picture.variation, options).catch((error: unknown) => {
            if (isBusy(error) && at > first) return undefined;
            throw error;
          })
        : gone;
      if (!made) break;
      for (const { folder, dish, row, file } of made) {
        const name = file ? names.take(folder, dish, 'jpg') : '';
        rows.push([name, dish, ...row, ...texts]);
        if (!file) continue;
        // Signed last, because the signature contains the name in the ZIP.
        const input = await signFile(withAltText(file.body, altTextOf(post)), file.making(name));
        yield { name, lastModified: new Date(), input };
      }
      if (generation) {
        const record = await approvalOf(generation, picture.variation, { made, email, targets });
        if (record) {
          const folder = 'Approval records';
          const photo = await readOriginal(generation);
          const photoName = photo && names.take(folder, generation.productName, 'jpg', ' original photo');
          if (photo && photoName) yield { name: photoName, lastModified: new Date(), input: photo };
          const name = names.take(folder, generation.productName, 'txt');
          const input = approvalText(record, photoName?.slice(folder.length + 1) ?? 'not kept');
          yield { name, lastModified: new Date(), input };
        }
      }
      at += 1;
    } while (at < pictures.length && hasTime());
    const sheet = hasTexts
      ? toCsv([...header, ...textHeader], rows)
      : toCsv(
          header,
          rows.map((row) => row.slice(0, header.length)),
        );
    yield { name: names.take('', 'Contents', 'csv'), lastModified: new Date(), input: sheet };
  }

  return { content: files(), next: () => (at < pictures.length ? String(at) : undefined) };
}

/** Runs that begin with a picture for which the model is busy, until its files are listed as missing. */
const busyAttempts = 3;

function isBusy(error: unknown): boolean {
  return error instanceof ThrottledError || error instanceof OutOfTimeError;
}

/** One file, or the reason why there is none, with its row of the sheet. */
interface Made {
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

const gone: readonly Made[] = [
  { folder: '', dish: '', row: ['', '', '', '', '', '', 'missing', 'This picture was deleted.'] },
];

/**
 * Records the files of a picture as approved, and returns the record; undefined if no file was made or the picture has
 * been deleted in the meantime.
 */
async function approvalOf(
  generation: StoredGeneration,
  index: number,
  {
    made,
    email,
    targets,
  }: Pick<PackOptions, 'targets'> & { readonly made: readonly Made[]; readonly email: string },
): Promise<ApprovalRecord | undefined> {
  const variation = generation.variations.find((candidate) => candidate.index === index);
  const taken = made.flatMap(({ file }) => (file ? [file.taken] : []));
  if (!variation || taken.length === 0) return undefined;
  await approve(targets.length > 0 ? withoutWords(generation) : generation, index, taken);
  const { userId, id: generationId } = generation;
  const approval = await readApproval({ userId, generationId, variation: index });
  return approval && recordOf(generation, variation, { approval, email });
}

/** The preview of the original photo, as the screens show it. */
async function readOriginal({ original }: StoredGeneration): Promise<Buffer | undefined> {
  return original === null ? undefined : (await readFile(readVariable('MEDIA_BUCKET'), original))?.body;
}

interface PackOptions {
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

async function filesOf(
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

const tooFewCredits = (price: number) =>
  `This shape would cut the dish. Continuing the picture costs ${price} ${price === 1 ? 'credit' : 'credits'}, and you have fewer.`;

async function refuseCall(): Promise<never> {
  throw new ModelFailedError('This call may not be made');
}

/** The reason why the picture may not be continued, in words for its owner; undefined if it may. */
async function obstacleTo(
  generation: StoredGeneration,
  { tier, price }: Pick<PackOptions, 'tier'> & { readonly price: number },
): Promise<string | undefined> {
  const { mode } = await readMaintenance();
  if (mode !== 'off') return notContinued(refusal('generation'));
  if (!(await hasCreditsFor(generation, price))) return tooFewCredits(price);
  // Only checked, not reserved: a run that is killed could not release a reservation.
  return (await hasBudget(tier, modelCosts.outpaint)) ? undefined : notContinued(budgetReached(tier));
}

function notContinued({ message }: AppError): string {
  return `This shape would cut the dish, and the picture could not be continued: ${message.replace(/\.$/, '')}.`;
}

/**
 * The idempotency key of the charge for the continued picture of a dish: it is charged once, however many packs and
 * files use it.
 */
function outpaintKey({ id }: StoredGeneration): IdempotencyKey {
  return `spend#outpaint-${id}`;
}

/** Whether the credits suffice, or the dish was paid for earlier. */
async function hasCreditsFor(generation: StoredGeneration, price: number): Promise<boolean> {
  if (price === 0) return true;
  const { userId } = generation;
  return (
    hasCredits(await readCredits(userId), price) ||
    (await readEntry(userId, outpaintKey(generation))) !== undefined
  );
}

/**
 * Charges for a picture after it has been continued, so that a failure needs no refund. Repeating it is no error.
 * Returns false if the credits were spent on something else after they were checked.
 */
async function payForOutpainting(generation: StoredGeneration, price: number): Promise<boolean> {
  if (price === 0) return true;
  const { userId, productName } = generation;
  const { outcome } = await spendCredits({
    userId,
    idempotencyKey: outpaintKey(generation),
    amount: price,
    note: `Surroundings continued: ${productName}`,
  });
  return outcome !== 'insufficient';
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
