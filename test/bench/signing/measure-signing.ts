import sharp from 'sharp';
import type { Making } from '#lambdas/pictures/manifest.ts';
import { signFile } from '#lambdas/pictures/sign-file.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { startSigning } from '#test/support/signing.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { atMost, type Row, withoutTarget } from '../table.ts';

const rounds = 21;
/** The widest file that is downloaded. */
const side = 2160;

const making: Making = {
  title: 'platepost-classic-burger-square-feed-1-2160x2160.jpg',
  actions: ['created', 'composited', 'cropped', 'worded', 'watermarked'],
  digitalSourceType: 'compositeWithTrainedAlgorithmicMedia',
  fidelity: { ssim: 0.998, deltaE95: 0.8, worstDeltaE: 2.1, verdict: 'unchanged', maskCorrected: false },
};

/** Signs a file with a key in KMS on this machine: the time and the bytes that it adds (issue 19: 100 ms, 15 KB). */
export async function measureSigning(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!(['signed file', 'added bytes', 'first file'] as const).some(wanted)) return [];
  const world = await startSigning();
  try {
    ({ item: world.item } = await world.certificatesFrom(Date.now()));
    const file = await sharp(dishPhoto('burger').bytes).resize(side, side).jpeg({ quality: 92 }).toBuffer();
    const first = await timed(() => signFile(file, making));
    const measured = await inTurns(rounds, { signed: () => timed(() => signFile(file, making)) });
    const added = (await signFile(file, making)).length - file.length;
    if (added === 0) throw new Error('The file was not signed');
    const note = `${side} × ${side} pixels, ${(file.length / 1e6).toFixed(1)} MB`;
    const group = 'signing';
    return [
      atMost(100, {
        group,
        name: 'signed file',
        value: medianOf(measured, (round) => round.signed),
        unit: 'ms',
        digits: 0,
        note,
      }),
      atMost(15, { group, name: 'added bytes', value: added / 1000, unit: 'KB', digits: 1 }),
      withoutTarget({
        group,
        name: 'first file',
        value: first,
        unit: 'ms',
        digits: 0,
        note: 'compiles the library',
      }),
    ];
  } finally {
    await world.close();
  }
}
