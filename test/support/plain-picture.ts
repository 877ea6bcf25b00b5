import type { Draw } from 'bedrock-stand-in';
import sharp from 'sharp';

/**
 * Replaces the renderer where only speed matters: a picture of the same size in one colour, which the seed decides, or a
 * round dish without its background.
 */
export const plainPicture: Draw = async ({ service, pictures, fields }, seed) => {
  const { width = 64, height = 64 } = await sharp(pictures.image).metadata();
  const shape =
    service === 'remove-background'
      ? '<circle cx="50%" cy="50%" r="30%" fill="#a33"/>'
      : `<rect width="100%" height="100%" fill="hsl(${seed % 360},60%,50%)"/>`;
  const drawing = `<svg width="${width}" height="${height}">${shape}</svg>`;
  const picture = sharp(Buffer.from(drawing));
  const format = fields.output_format;
  return format === 'png'
    ? picture.png({ compressionLevel: 1 }).toBuffer()
    : picture.toFormat(format).toBuffer();
};
