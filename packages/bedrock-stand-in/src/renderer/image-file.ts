import sharp from 'sharp';
import { clamp, type Plane, type Raster } from './pixels.ts';
import { fitWithin } from './resize.ts';

/**
 * Decodes a JPEG, PNG or WebP: applies its orientation, puts transparent parts on white, and resizes if a size is
 * given.
 */
export async function decode(bytes: Uint8Array, width?: number, height?: number): Promise<Raster> {
  let picture = sharp(bytes).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  if (width && height) picture = picture.resize(width, height, { fit: 'fill' });
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const rgb = new Float32Array(info.width * info.height * 3);
  if (info.channels === 3) for (let i = 0; i < rgb.length; i++) rgb[i] = (data[i] as number) / 255;
  else
    for (let i = 0; i < rgb.length; i++) rgb[i] = (data[Math.floor(i / 3) * info.channels] as number) / 255;
  return { width: info.width, height: info.height, rgb };
}

/**
 * Decodes a picture to a copy whose sides are at most `longestSide` pixels and whole multiples of `step`. A smaller
 * picture is enlarged only to the next multiple.
 */
export async function decodeWithin(bytes: Uint8Array, longestSide: number, step = 1): Promise<Raster> {
  const { autoOrient } = await sharp(bytes).metadata();
  const { width, height } = fitWithin(autoOrient.width, autoOrient.height, longestSide);
  const inSteps = (side: number) => Math.max(1, Math.round(side / step)) * step;
  return decode(bytes, inSteps(width), inSteps(height));
}

/** Encodes with an optional alpha plane. JPEG gets a white background instead. */
export async function encode(
  picture: Raster,
  format: 'jpeg' | 'png' | 'webp',
  alpha?: Plane,
): Promise<Buffer> {
  const { width, height } = picture;
  const channels = alpha ? 4 : 3;
  const bytes = new Uint8Array(width * height * channels);
  for (let i = 0, s = 0, d = 0; i < width * height; i++) {
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    bytes[d++] = clamp(picture.rgb[s++] as number) * 255 + 0.5;
    if (alpha) bytes[d++] = clamp(alpha.values[i] as number) * 255 + 0.5;
  }
  let image = sharp(bytes, { raw: { width, height, channels } });
  if (format === 'jpeg') {
    if (alpha) image = image.flatten({ background: '#fff' });
    return image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  if (format === 'webp') return image.webp({ quality: 93, effort: 2 }).toBuffer();
  return image.png({ compressionLevel: 4 }).toBuffer();
}
