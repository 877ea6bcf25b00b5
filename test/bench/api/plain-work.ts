/**
 * The least work on files and signatures that a route is for, done by the libraries that the product uses, and by
 * nothing else. The bench adds it to the bare table calls.
 */
import { createHash } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { logoFile, maskFile } from './world.ts';

const { bytes: photo } = dishPhoto('fries');

/** A picture of a public page: decodes a photo, and resizes and encodes it in three widths. */
export async function drawPlain(): Promise<void> {
  for (const width of [480, 960, 1600])
    await sharp(photo)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
}

/** The small copy of a photo. */
export async function shrinkPlain(): Promise<void> {
  await sharp(photo)
    .autoOrient()
    .resize({ width: 1280, height: 1280, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A logo: looks for its margins, resizes and encodes it. */
export async function drawLogo(): Promise<void> {
  await sharp(logoFile).stats();
  await sharp(logoFile).trim().png({ compressionLevel: 9 }).toBuffer();
}

/** Signs one link. */
export async function signPlain(): Promise<string> {
  return getSignedUrl(await s3(), new GetObjectCommand({ Bucket: 'media', Key: 'a/b' }));
}

/** A photo's id is the hash of its file. */
export async function hashPlain(): Promise<string> {
  return createHash('sha256').update(photo).digest('hex');
}

/** Decodes a mask and encodes it anew. */
export async function encodePlain(): Promise<Buffer> {
  const { width, height, data } = PNG.sync.read(maskFile);
  const picture = new PNG({ width, height, colorType: 0, inputColorType: 0, bitDepth: 8 });
  // Four bytes are read for each pixel and one is written.
  picture.data = data.subarray(0, width * height);
  return PNG.sync.write(picture, { colorType: 0, inputColorType: 0, bitDepth: 8 });
}
