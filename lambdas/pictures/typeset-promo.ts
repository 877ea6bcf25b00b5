import type { OverlayOptions } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import { drawText, measureText } from './drawing-text.ts';
import { edit, type Picture, toPicture } from './picture.ts';

interface Block {
  readonly lines: readonly string[];
  /** Pixels. */
  readonly fontSize: number;
}

const maxLines = 3;
const lineHeight = 1.14;
/** Share of the picture's width that a line may take. */
const textWidth = 0.84;
/** Share of the picture's height that the block may take. */
const textHeight = 0.3;

/**
 * The layer that puts promo text on a picture: white type over a soft darkening (top and bottom) or on a plate
 * (centre), which keeps it legible on any photo. The text must be tidy and drawable.
 */
function typesetPromo(text: string, position: PromoPosition, size: Size): OverlayOptions {
  const block = fitText(text, size);
  const height = block.lines.length * block.fontSize * lineHeight;
  const margin = Math.round(Math.min(size.width, size.height) * 0.07);
  const top =
    position === 'top'
      ? margin
      : position === 'bottom'
        ? size.height - margin - height
        : (size.height - height) / 2;

  const widths = block.lines.map((line) => measureText(line, block.fontSize));
  const paths = block.lines.map((line, index) => {
    const x = (size.width - (widths[index] ?? 0)) / 2;
    const baseline = top + (index * lineHeight + 0.88) * block.fontSize;
    return drawText(line, x, baseline, block.fontSize).path;
  });
  const type = paths.join('');
  const backdrop =
    position === 'center'
      ? plate(size, { width: Math.max(...widths), height, top, fontSize: block.fontSize })
      : shade(size, position, height + 2 * margin);
  const shadow = Math.max(1, block.fontSize * 0.05);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${shadow * 1.6}"/></filter></defs>
    ${backdrop}
    <path d="${type}" transform="translate(0 ${shadow})" fill="#000" opacity="0.55" filter="url(#soft)"/>
    <path d="${type}" fill="#fff"/>
  </svg>`;
  return { input: Buffer.from(svg), top: 0, left: 0 };
}

/** Puts tidy promo text on a picture. */
export async function withPromoText(
  picture: Picture,
  promo: { readonly text: string; readonly position: PromoPosition },
): Promise<Picture> {
  return toPicture(edit(picture).composite([typesetPromo(promo.text, promo.position, picture)]));
}

/** The largest type, from 11 % of the width downwards, in which the text fits on at most three lines. */
export function fitText(text: string, size: Size): Block {
  const width = size.width * textWidth;
  const largest = Math.min(size.width * 0.11, size.height * 0.13);
  for (let fontSize = largest; ; fontSize *= 0.94) {
    const lines = breakLines(text, width, fontSize);
    const fits = lines.length <= maxLines && lines.length * fontSize * lineHeight <= size.height * textHeight;
    if (fits) return { lines: balance(text, lines, width, fontSize), fontSize };
  }
}

/** Breaks at spaces, and inside a word only where the word alone is wider than the line. */
function breakLines(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measureText(longer, fontSize) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measureText(line, fontSize) > width) {
      let head = line;
      while (head.length > 1 && measureText(head, fontSize) > width) head = head.slice(0, -1);
      lines.push(head);
      line = line.slice(head.length);
      if (line === '') break;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Narrows the lines while their number stays, so that no single word is left on the last one. */
function balance(text: string, lines: string[], width: number, fontSize: number): readonly string[] {
  let best = lines;
  for (let narrower = width * 0.95; narrower > width * 0.4; narrower *= 0.95) {
    const attempt = breakLines(text, narrower, fontSize);
    if (attempt.length > lines.length) break;
    best = attempt;
  }
  return best;
}

function shade(size: Size, position: 'top' | 'bottom', depth: number): string {
  const height = Math.min(size.height, depth * 1.35);
  const [from, to] = position === 'top' ? [0, 1] : [1, 0];
  const y = position === 'top' ? 0 : size.height - height;
  return `<defs><linearGradient id="shade" x1="0" x2="0" y1="${from}" y2="${to}">
      <stop offset="0" stop-color="#120c08" stop-opacity="0.78"/>
      <stop offset="0.55" stop-color="#120c08" stop-opacity="0.5"/>
      <stop offset="1" stop-color="#120c08" stop-opacity="0"/>
    </linearGradient></defs>
    <rect x="0" y="${y}" width="${size.width}" height="${height}" fill="url(#shade)"/>`;
}

function plate(size: Size, block: { width: number; height: number; top: number; fontSize: number }): string {
  const paddingX = block.fontSize * 0.7;
  const paddingY = block.fontSize * 0.5;
  const width = Math.min(size.width, block.width + 2 * paddingX);
  return `<rect x="${(size.width - width) / 2}" y="${block.top - paddingY}" width="${width}"
    height="${block.height + 2 * paddingY}" rx="${block.fontSize * 0.3}" fill="#120c08" fill-opacity="0.62"/>`;
}
