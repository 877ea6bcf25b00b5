import { crc32, deflateSync } from 'node:zlib';
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

/** Ends in the middle of its pixels. */
export async function truncatedJpeg(): Promise<Buffer> {
  const whole = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
  return whole.subarray(0, Math.floor(whole.length / 2));
}

/** A PNG of 10,000 × 6,000 black pixels, one bit each: small as a file, 60 megapixels when decoded. */
export function hugePng(): Buffer {
  const [width, height] = [10_000, 6_000];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((width / 8 + 1) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

export function htmlFile(): Buffer {
  return Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>'.repeat(20));
}
