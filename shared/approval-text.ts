import type { ApprovalRecord, ApprovedFile } from '#shared/api/approvals.ts';
import type { Fidelity } from '#shared/api/generations.ts';
import { brand } from '#shared/brand.ts';
import { imageTypeById, platformById } from '#shared/domain/platforms.ts';

const ways: Readonly<Record<ApprovedFile['via'], string>> = {
  download: 'downloaded',
  zip: 'saved in a ZIP',
  share: 'put on a share page',
};

/**
 * An approval record as plain text, for platforms and diners that ask how a picture was made.
 * @param original Where the photo can be seen: an address, or the name of a file.
 */
export function approvalText(record: ApprovalRecord, original: string): string {
  const { dish, templateName, madeAt, approvedAt, approvedBy, changes, fidelity, files } = record;
  return [
    `${brand.name}: approval record`,
    '',
    `Dish:           ${dish}`,
    `Picture:        ${templateName} (${record.generationId}, variation ${record.variation + 1})`,
    `Made:           ${timeOf(madeAt)}`,
    `Approved:       ${timeOf(approvedAt)} by ${approvedBy}`,
    `Original photo: ${original}`,
    '',
    'What was done to the photo',
    ...changes.map((change) => `- ${change}`),
    ...(fidelity ? [fidelityLine(fidelity)] : []),
    '',
    'Files that were taken out',
    ...files.flatMap(fileLines),
    '',
  ].join('\r\n');
}

function fidelityLine({ verdict, maskCorrected, foodOnly, ssim, deltaE95, worstDeltaE }: Fidelity): string {
  const dish = foodOnly === false ? 'the dish, in which no plate was found,' : 'the dish';
  const found = foodOnly ? 'the food, without its plate,' : dish;
  const part = maskCorrected ? 'the part of the photo that was marked to be kept' : found;
  const ending = verdict === 'unchanged' ? 'is as it was photographed' : 'was restyled';
  const figures = `similarity ${ssim.toFixed(3)} of 1, colour difference ${deltaE95.toFixed(1)} ΔE2000, at most ${worstDeltaE.toFixed(1)} in one spot`;
  return `- Apart from light, colour tone and sharpness, ${part} ${ending} (${figures}).`;
}

function fileLines({ at, via, width, height, platform, imageType, checks, ...file }: ApprovedFile): string[] {
  const known = platform === null ? undefined : platformById(platform);
  const type = known && imageType !== null ? imageTypeById(known, imageType) : undefined;
  const target = known ? `${known.name}${type ? `, ${type.name}` : ''}` : 'Own file';
  const notes = [
    ...(file.isContinued ? ['surroundings continued by a model'] : []),
    ...(file.isWatermarked ? ['with watermark'] : []),
    ...(file.words === '' ? [] : [`with the words “${file.words}”`]),
  ];
  return [
    `- ${timeOf(at)}: ${target}, ${width} × ${height} pixels, ${[ways[via], ...notes].join(', ')}`,
    ...checks.map(
      ({ check, verdict, measured, required, source }) =>
        `    ${verdict.padEnd(10)} ${check}: ${measured}; asked for: ${required}${source ? ` (${source.name}${source.readOn === null ? '' : `, read ${source.readOn}`})` : ''}`,
    ),
  ];
}

/** `2026-11-22 14:05 UTC` */
function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
