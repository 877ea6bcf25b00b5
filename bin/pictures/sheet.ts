import sharp, { type OverlayOptions } from 'sharp';

/** A picture with a label below it. */
export interface Tile {
  readonly label: string;
  /** A file in any format. */
  readonly picture: Buffer;
}

const side = 214;
/** Tiles in one line; longer rows are wrapped. */
const perLine = 7;
const label = 22;
const gap = 6;

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Draws rows of labelled tiles as one JPEG. */
export async function drawSheet(rows: readonly (readonly Tile[])[]): Promise<Buffer> {
  const parts: OverlayOptions[] = [];
  let top = gap;
  for (const tiles of rows) {
    for (const [index, tile] of tiles.entries()) {
      const left = gap + (index % perLine) * (side + gap);
      if (index > 0 && index % perLine === 0) top += side + label + gap;
      const picture = sharp(tile.picture).resize(side, side, { fit: 'contain', background: '#fffbf5' });
      parts.push({ input: await picture.png().toBuffer(), left, top });
      parts.push({ input: lettering(tile.label), left, top: top + side });
    }
    top += side + label + gap * 3;
  }
  const width = gap + perLine * (side + gap);
  return sharp({ create: { width, height: top, channels: 3, background: '#fffbf5' } })
    .composite(parts)
    .jpeg({ quality: 88 })
    .toBuffer();
}

function lettering(text: string): Buffer {
  return Buffer.from(
    `<svg width="${side}" height="${label}"><text x="0" y="${label - 6}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="14" fill="#1f1a17">${escaped(text)}</text></svg>`,
  );
}
