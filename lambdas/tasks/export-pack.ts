import type { Account } from '#lambdas/accounts/user-store.ts';
import { recordOf } from '#lambdas/delivery/get-approval.ts';
import { approve, readApproval } from '#lambdas/generations/approval-store.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { withoutWords } from '#lambdas/generations/overlay-of.ts';
import { altTextOf, readPost } from '#lambdas/generations/post-store.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { signFile } from '#lambdas/pictures/sign-file.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import type { StoredTask } from '#lambdas/platform/task-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import type { ApprovalRecord } from '#shared/api/approvals.ts';
import { approvalText } from '#shared/approval-text.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { type Row, toCsv } from './csv.ts';
import type { ExportPart, PartRequest } from './export-part.ts';
import { FileNames } from './file-names.ts';
import { filesOf, gone, isBusy, type Made, type PackOptions } from './pack-files.ts';

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
  await approve(targets.length > 0 ? withoutWords(generation) : generation, index, taken, email);
  const { userId, id: generationId } = generation;
  const approval = await readApproval({ userId, generationId, variation: index });
  return approval && recordOf(generation, variation, { approval, email });
}

/** The preview of the original photo, as the screens show it. */
async function readOriginal({ original }: StoredGeneration): Promise<Buffer | undefined> {
  return original === null ? undefined : (await readFile(readVariable('MEDIA_BUCKET'), original))?.body;
}
