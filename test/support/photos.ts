import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const samples = join(import.meta.dirname, '..', '..', 'web', 'public', 'samples');
const standInPhotos = join(import.meta.dirname, '..', '..', 'packages', 'bedrock-stand-in', 'test', 'photos');

/** A photo to upload, with its claimed type. */
export interface Photo {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

function jpeg(bytes: Buffer): Photo {
  return { bytes, contentType: 'image/jpeg' };
}

/** A real photo of a dish, one of the project's samples. */
export function dishPhoto(
  name: 'burger' | 'fries' | 'pizza' | 'salad' | 'smoothie' | 'wings' = 'burger',
): Photo {
  return jpeg(readFileSync(join(samples, `${name}-before.jpg`)));
}

/** A photograph of a real dish: a cup of coffee, 600 × 400 (CC0, Rachel Michetti). */
export function realPhoto(): Photo {
  return jpeg(readFileSync(join(standInPhotos, 'coffee-cc0.jpg')));
}

/** A dish that the right edge of the photo cuts off. */
export async function cutOffPhoto(): Promise<Photo> {
  const { bytes } = dishPhoto();
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const half = sharp(bytes).extract({ left: 0, top: 0, width: Math.round(width * 0.6), height });
  return jpeg(await half.jpeg().toBuffer());
}

/** A dish in hardly any light. */
export async function darkPhoto(): Promise<Photo> {
  return jpeg(await sharp(dishPhoto().bytes).linear(0.3, 0).jpeg({ quality: 95 }).toBuffer());
}

/** What a camera takes with its lens covered: black, with noise. */
export async function blackPhoto(): Promise<Photo> {
  const noise = { type: 'gaussian', mean: 6, sigma: 4 } as const;
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#000', noise } });
  return jpeg(await picture.jpeg({ quality: 90 }).toBuffer());
}

/** A dish that is out of focus. */
export async function blurredPhoto(): Promise<Photo> {
  return jpeg(await sharp(dishPhoto('salad').bytes).resize(900).blur(6).jpeg({ quality: 92 }).toBuffer());
}

/** A dish on a picture as small as those that messengers make. */
export async function smallPhoto(): Promise<Photo> {
  return jpeg(await sharp(dishPhoto('wings').bytes).resize(420).jpeg({ quality: 92 }).toBuffer());
}

/** A person, and no dish. */
export function selfiePhoto(): Photo {
  return jpeg(readFileSync(join(standInPhotos, 'astronaut-nasa.jpg')));
}

/** A card with lines of writing, and no dish. */
export async function menuCardPhoto(): Promise<Photo> {
  const lines = ['TOMATO SOUP 6.50', 'GREEN SALAD 7.90', 'BURGER 12.50', 'FRIES 4.20', 'LEMONADE 3.80'];
  const texts = lines.map((line, k) => `<text x="120" y="${220 + k * 150}">${line}</text>`);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1000">
    <rect width="1200" height="1000" fill="#f7f3ea"/>
    <g font-family="sans-serif" font-size="88" font-weight="700" fill="#222">${texts.join('')}</g>
  </svg>`;
  return jpeg(await sharp(Buffer.from(drawing)).jpeg({ quality: 92 }).toBuffer());
}

/** A plate of food on a table, by a camera that was held at an angle. */
export async function leaningPhoto(): Promise<Photo> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="1200" height="900" fill="#5d4330"/>
    <g transform="rotate(9 600 450)">
      <ellipse cx="600" cy="475" rx="330" ry="225" fill="#3a2a1e"/>
      <ellipse cx="600" cy="450" rx="330" ry="225" fill="#f4f1ea"/>
      <ellipse cx="600" cy="450" rx="250" ry="165" fill="#e3ded2"/>
      <ellipse cx="600" cy="440" rx="200" ry="125" fill="#c8642b"/>
      <ellipse cx="540" cy="410" rx="70" ry="40" fill="#d88a3a"/>
      <ellipse cx="670" cy="450" rx="60" ry="45" fill="#7d9a3c"/>
    </g>
  </svg>`;
  return jpeg(await sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer());
}

/** A phone's portrait photo: stored in landscape with EXIF orientation 6; upright it is 900 × 1200. */
export async function rotatedPhoto(): Promise<Photo> {
  const upright = sharp(dishPhoto().bytes).resize(900, 1200, { fit: 'cover' });
  const lying = await sharp(await upright.toBuffer())
    .rotate(270)
    .jpeg()
    .toBuffer();
  return jpeg(await sharp(lying).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer());
}

/** A JPEG in CMYK, as print shops send. */
export async function cmykPhoto(): Promise<Photo> {
  return jpeg(await sharp(dishPhoto('pizza').bytes).toColourspace('cmyk').jpeg().toBuffer());
}

/** An animated WebP of two frames: the dish, then a green square. */
export async function animatedPhoto(): Promise<Photo> {
  const size = { width: 800, height: 800 };
  const first = await sharp(dishPhoto('salad').bytes).resize(size).ensureAlpha().raw().toBuffer();
  const second = await sharp({ create: { ...size, channels: 4, background: '#00ff00' } })
    .raw()
    .toBuffer();
  const bytes = await sharp(Buffer.concat([first, second]), {
    raw: { width: 800, height: 1600, channels: 4, pageHeight: 800 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  return { bytes, contentType: 'image/webp' };
}

/** A JPEG that ends in the middle of its picture. */
export function truncatedPhoto(): Photo {
  const { bytes } = dishPhoto('wings');
  return jpeg(bytes.subarray(0, Math.floor(bytes.length / 3)));
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/**
 * A valid grey PNG of 10,000 pixels by `height`, 60 megapixels unless given, in some 60 KB: small to send, large to
 * open.
 */
export function hugePhoto(height = 6_000): Photo {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(10_000, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.alloc(height * 10_001, 0));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const bytes = Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { bytes, contentType: 'image/png' };
}

export async function onePixelPhoto(): Promise<Photo> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#d9381e' } });
  return { bytes: await pixel.png().toBuffer(), contentType: 'image/png' };
}

/** A web page with the name and type of a photo. */
export function htmlPhoto(): Photo {
  return jpeg(Buffer.from('<!doctype html><script>alert(document.domain)</script>'));
}

/** Bytes of any length that begin like a JPEG; with 12 MB the file is too large. */
export function bulkyPhoto(length: number): Photo {
  const bytes = Buffer.alloc(length, 0x55);
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(bytes);
  return jpeg(bytes);
}
