import sharp from 'sharp';
import { cutOut, type Photo, photoOf, pixelsOf } from './look-drawings.ts';
import { type PhotoName, photo } from './photos.ts';

/** Side of a composite, in pixels. */
const SIDE = 320;

/** A repeating pattern, rotated so that none of its lines is horizontal or vertical. */
const tiled = (side: number, turn: number, tile: string) =>
  `<defs><pattern id="p" width="${side}" height="${side}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${tile}</pattern></defs><rect width="100%" height="100%" fill="url(#p)"/>`;

/** Strokes like those of letters, at random places and angles. No font is needed. */
const letters = Array.from({ length: 90 }, (_, k) => {
  const place = `translate(${(k % 9) * 37 + ((k * 7) % 11)} ${Math.floor(k / 9) * 33 + 6})`;
  const bars = [
    '<rect width="18" height="5"/>',
    '<rect y="9" width="14" height="5"/>',
    '<rect y="17" width="18" height="5"/>',
  ];
  return `<g transform="${place} rotate(${((k * 29) % 40) - 20})" fill="#1d1d1f"><rect width="5" height="22"/>${bars.slice(0, k % 4).join('')}</g>`;
}).join('');

/**
 * Grounds for a dish: patterns that are recognisable in any picture that still shows them, and the extremes of light.
 */
const grounds = {
  checkers: tiled(
    26,
    11,
    '<rect width="26" height="26" fill="#e8e4da"/><path d="M0 0h13v26h13v-13h-26z" fill="#2a3c66"/>',
  ),
  stripes: tiled(
    17,
    34,
    '<rect width="17" height="17" fill="#f4f0e6"/><rect width="8" height="17" fill="#5c6b3a"/>',
  ),
  letters: `<rect width="100%" height="100%" fill="#f2ead8"/>${letters}`,
  white: '<rect width="100%" height="100%" fill="#fff"/>',
  black: '<rect width="100%" height="100%" fill="#0a0a0c"/>',
} as const;

/** A dish of a photo on another ground, so that its outline is known exactly. */
export async function dishOn(name: PhotoName, ground: keyof typeof grounds): Promise<Photo> {
  const size = { width: SIDE, height: SIDE };
  const whole = await photoOf(name, sharp(await photo(name)), SIDE, SIDE);
  const dish = await cutOut(whole);
  const { data } = await pixelsOf(whole.file);
  const alone = await sharp(data, { raw: { ...size, channels: 3 } })
    .joinChannel(dish, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${grounds[ground]}</svg>`;
  const file = await sharp(Buffer.from(svg))
    .composite([{ input: alone }])
    .removeAlpha()
    .png()
    .toBuffer();
  return { name: `${name} on ${ground}`, ...size, file, dish };
}
