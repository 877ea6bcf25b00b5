import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import type { CutOut } from './make-cut-out.ts';
import { photoKeys, type StoredPhoto } from './photo.ts';
import type { WorkResult } from './photo-work.ts';

/** Writes the file of a cut-out, and returns the fields to record in the table. */
export async function storeCutOut(
  photo: Pick<StoredPhoto, 'userId' | 'id'>,
  { png, width, height, findings, dish }: CutOut,
): Promise<WorkResult<'cutOut'>> {
  const { cutOut } = photoKeys(photo);
  await writeFile(readVariable('ORIGINALS_BUCKET'), { key: cutOut, body: png, type: 'image/png' });
  return { state: 'made', width, height, findings, dish };
}
