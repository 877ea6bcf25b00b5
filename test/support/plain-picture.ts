import type { Draw } from 'bedrock-stand-in';
import sharp from 'sharp';

/**
 * What a model that costs no time would draw: the picture's size in one colour that follows from the seed, or a
 * round dish without its background.
 */
export const plainPicture: Draw = async ({ service, pictures }, seed) => {
  const { width = 64, height = 64 } = await sharp(pictures.image).metadata();
  const shape =
    service === 'remove-background'
      ? '<circle cx="50%" cy="50%" r="30%" fill="#a33"/>'
      : `<rect width="100%" height="100%" fill="hsl(${seed % 360},60%,50%)"/>`;
  const drawing = `<svg width="${width}" height="${height}">${shape}</svg>`;
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 1 }).toBuffer();
};
