import sharp from 'sharp';
import { blackPhoto, dishPhoto, menuCardPhoto, type Photo, selfiePhoto } from './photos.ts';

const [width, height] = [1200, 1000];

async function jpegOf(drawing: string): Promise<Photo> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return { bytes: await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer(), contentType: 'image/jpeg' };
}

/** A sheet of white paper. */
function whitePhoto(): Promise<Photo> {
  return jpegOf('<rect width="100%" height="100%" fill="#fdfdfc"/>');
}

/** One colour everywhere, as a photo of a card. */
function plainPhoto(): Promise<Photo> {
  return jpegOf('<rect width="100%" height="100%" fill="#8b8f86"/>');
}

/** A painted wall, a little darker below. */
function wallPhoto(): Promise<Photo> {
  return jpegOf(`<linearGradient id="wall" x2="0" y2="1">
      <stop stop-color="#b9bec2"/><stop offset="1" stop-color="#8f969c"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#wall)"/>`);
}

/** A program's window: flat panels with lines of text. */
function screenshotPhoto(): Promise<Photo> {
  const rows = ['Orders of today', 'Table 4 paid', 'Table 7 waiting', 'Kitchen is closed', 'Sign out'];
  const texts = rows.map((row, k) => `<text x="430" y="${230 + k * 150}">${row}</text>`);
  return jpegOf(`<rect width="100%" height="100%" fill="#eef1f5"/>
    <rect width="100%" height="110" fill="#23395b"/><rect y="110" width="320" height="890" fill="#d5dce6"/>
    ${rows.map((_, k) => `<rect x="380" y="${150 + k * 150}" width="760" height="120" rx="12" fill="#fff"/>`).join('')}
    <g font-family="sans-serif" font-size="64" font-weight="600" fill="#23395b">${texts.join('')}</g>`);
}

/** Four photos of dishes put together. */
async function collagePhoto(): Promise<Photo> {
  const names = ['burger', 'pizza', 'salad', 'wings'] as const;
  const photos = await Promise.all(
    names.map(async (name, k) => ({
      input: await sharp(dishPhoto(name).bytes).resize(596, 496, { fit: 'cover' }).toBuffer(),
      left: (k % 2) * 604,
      top: Math.floor(k / 2) * 504,
    })),
  );
  const sheet = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite(photos);
  return { bytes: await sheet.jpeg({ quality: 90 }).toBuffer(), contentType: 'image/jpeg' };
}

/** A dish from so near that hardly anything else is to be seen. */
async function closeUpPhoto(): Promise<Photo> {
  const { bytes } = dishPhoto('pizza');
  const { width: wide = 0, height: high = 0 } = await sharp(bytes).metadata();
  const [left, top] = [Math.round(wide * 0.35), Math.round(high * 0.35)];
  const part = sharp(bytes).extract({
    left,
    top,
    width: Math.round(wide * 0.3),
    height: Math.round(high * 0.3),
  });
  return {
    bytes: await part.resize(width, height, { fit: 'cover' }).jpeg({ quality: 90 }).toBuffer(),
    contentType: 'image/jpeg',
  };
}

/** Uploads that do not show one dish. */
export const badPhotos = {
  black: blackPhoto,
  white: whitePhoto,
  plain: plainPhoto,
  wall: wallPhoto,
  'menu card': menuCardPhoto,
  screenshot: screenshotPhoto,
  selfie: async () => selfiePhoto(),
  collage: collagePhoto,
  'close-up': closeUpPhoto,
} as const;

export type BadPhoto = keyof typeof badPhotos;
