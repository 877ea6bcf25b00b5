/** Photos whose parts can be told apart, beside the real ones of test/support/photos.ts. */
import sharp, { type Sharp } from 'sharp';

/** A picture whose four quarters are red, green, blue and white, from the top left, clockwise. */
export function quarters(width: number, height: number): Sharp {
  const [w, h] = [width / 2, height / 2];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${w}" height="${h}" fill="#f00"/><rect x="${w}" width="${w}" height="${h}" fill="#0f0"/>
    <rect x="${w}" y="${h}" width="${w}" height="${h}" fill="#00f"/><rect y="${h}" width="${w}" height="${h}" fill="#fff"/>
  </svg>`;
  return sharp(Buffer.from(svg)).flatten();
}

export function jpeg(width = 800, height = 600): Promise<Buffer> {
  return quarters(width, height).jpeg().toBuffer();
}

/** As a phone stores a portrait: the sensor's landscape pixels and "turn me clockwise". */
export function rotatedJpeg(width: number, height: number): Promise<Buffer> {
  return quarters(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

export function cmykJpeg(width: number, height: number): Promise<Buffer> {
  return quarters(width, height).toColourspace('cmyk').jpeg().toBuffer();
}

/** Two frames: a red one, then a blue one. */
export async function animatedWebp(width: number, height: number): Promise<Buffer> {
  const frame = (colour: string) =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer();
  return sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
