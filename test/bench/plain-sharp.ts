import sharp from 'sharp';

const size = { width: 1080, height: 1080 };
const jpeg = (quality: number) => ({ quality, optimiseCoding: false, chromaSubsampling: '4:4:4' });

/**
 * Makes the files of a generation of two variations of 1080 × 1080 with sharp alone: only decodes, resizes and encodes,
 * to the same files at the same qualities and efforts as the worker.
 *
 * @param photo The customer's photo.
 * @param drawn The model's picture, for both variations.
 */
export async function makeFilesWithPlainSharp(
  photo: Buffer,
  drawn: Buffer,
  { isWatermarked }: { readonly isWatermarked: boolean },
): Promise<void> {
  const cropped = await sharp(photo)
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .raw()
    .toBuffer();
  const source = () => sharp(cropped, { raw: { ...size, channels: 3 } });
  const forModel = source().resize(1024, 1024).jpeg({ quality: 90 }).toBuffer();
  const original = source().jpeg(jpeg(85)).toBuffer();
  const variation = async () => {
    const pixels = await sharp(drawn).resize(size).removeAlpha().raw().toBuffer();
    const picture = () => sharp(pixels, { raw: { ...size, channels: 3 } });
    const full = isWatermarked ? [92, 92] : [92];
    await Promise.all([
      ...full.map((quality) => picture().jpeg(jpeg(quality)).toBuffer()),
      picture().jpeg(jpeg(85)).toBuffer(),
      picture().resize(480).webp({ quality: 78, effort: 2 }).toBuffer(),
    ]);
  };
  await Promise.all([forModel, original, variation(), variation()]);
}
