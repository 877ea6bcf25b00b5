import { toModelInput } from '#lambdas/models/adapter.ts';
import { normalisePhoto } from '#lambdas/photos/normalise-photo.ts';
import { decode } from '#lambdas/pictures/picture.ts';
import { fullFile, previewFile, thumbnailFile } from '#lambdas/pictures/renditions.ts';
import type { Size } from '#shared/domain/formats.ts';

/** The worker's image processing for a generation without text and watermark, without any call of AWS. */
const provenance = { type: 'trainedAlgorithmicMedia', fidelity: null } as const;

export async function drawPictures(photoFile: Buffer, drawnFile: Buffer, size: Size): Promise<void> {
  const photo = await normalisePhoto(photoFile, size, { x: 0.5, y: 0.5 });
  const variation = async () => {
    await toModelInput(photo);
    const picture = await decode(drawnFile, photo);
    await Promise.all([
      fullFile(picture, size, provenance),
      previewFile(picture, provenance),
      thumbnailFile(picture, provenance),
    ]);
  };
  await Promise.all([previewFile(photo, undefined), variation(), variation()]);
}
