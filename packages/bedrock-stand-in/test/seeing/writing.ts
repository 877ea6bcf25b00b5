import sharp from 'sharp';

/** Strokes of letters, ten units high: fonts differ between machines. */
const strokes = {
  A: 'M0 10L3.5 0L7 10M1.2 6.5H5.8',
  D: 'M0 0V10H2.5a4.5 5 0 0 0 0-10H0',
  E: 'M6 10H0V0H6M0 5H5',
  F: 'M0 10V0H6M0 5H5',
  H: 'M0 0V10M6 0V10M0 5H6',
  O: 'M3.5 0a3.5 5 0 1 0 .01 0',
  R: 'M0 10V0H4a3 3 0 0 1 0 5.5H0M3.5 5.5L7 10',
  S: 'M6 1.5C4 -1 0 0 .5 2.5C1 5 6 5 6 7.5C6 10.5 2 10.5 0 8.5',
  T: 'M0 0H7M3.5 0V10',
  Y: 'M0 0L3.5 5L7 0M3.5 5V10',
  ' ': '',
} as const;

/** Width of a letter with the space after it. */
const advance = 9.5;

/**
 * A copy of a picture with FRESH TODAY across it.
 * @param height Of the letters, as a share of the picture's height.
 */
export async function withWriting(picture: Buffer, height: number, colour = '#fff'): Promise<Buffer> {
  const { width: w, height: h } = await sharp(picture).metadata();
  const letters = [...'FRESH TODAY'] as (keyof typeof strokes)[];
  const paths = letters.map(
    (letter, i) => `<path d="${strokes[letter]}" transform="translate(${i * advance})"/>`,
  );
  const scale = (height * h) / 10;
  const left = (w - letters.length * advance * scale) / 2;
  const svg = `<svg width="${w}" height="${h}"><g transform="translate(${left} ${h * 0.8}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="1.4">${paths.join('')}</g></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
