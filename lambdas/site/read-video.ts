/** Size and cleaned content of an MP4 or MOV file; sides in pixels as displayed. */
export interface Video {
  readonly extension: 'mp4' | 'mov';
  readonly width?: number;
  readonly height?: number;
  /** The file without metadata such as location, device and embedded pictures. */
  readonly body: Buffer;
}

/** The file violates the container format. */
class BrokenBoxError extends Error {}

interface Box {
  readonly type: string;
  readonly start: number;
  /** Offset of its content. */
  readonly content: number;
  readonly end: number;
}

/** Boxes that a player needs, by their parent (ISO/IEC 14496-12; QuickTime File Format). */
const kept = {
  file: new Set(['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'pdin']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods', 'cmov', 'ctab', 'rmra', 'clip']),
  trak: new Set(['tkhd', 'mdia', 'edts', 'tref', 'tapt', 'load', 'imap', 'matt', 'clip', 'trgr', 'txas']),
};

/**
 * Parses an MP4 or MOV by its boxes, which must cover the file exactly; undefined for any other file. Replaces boxes
 * that no player needs by free space of the same length, so that offsets stay valid: phones record the location in
 * them.
 */
export function readVideo(file: Buffer): Video | undefined {
  try {
    const body = Buffer.from(file);
    const boxes = boxesOf(body, 0, body.length);
    const brand = boxes[0]?.type === 'ftyp' ? textAt(body, boxes[0].content) : undefined;
    const movies = boxes.filter(({ type }) => type === 'moov');
    const [movie] = movies;
    if (!brand || !movie || movies.length > 1 || !boxes.some(({ type }) => type === 'mdat')) return undefined;
    const parts = boxesOf(body, movie.content, movie.end);
    const tracks = parts.filter(({ type }) => type === 'trak');
    const picture = tracks.find((track) => handlerOf(body, track) === 'vide');
    if (!picture) return undefined;
    const size = sizeOf(body, picture);

    for (const box of boxes) if (!kept.file.has(box.type)) blank(body, box);
    for (const box of parts) if (!kept.moov.has(box.type)) blank(body, box);
    for (const track of tracks) {
      for (const box of boxesOf(body, track.content, track.end)) {
        if (!kept.trak.has(box.type)) blank(body, box);
      }
    }
    return { extension: brand === 'qt  ' ? 'mov' : 'mp4', ...size, body };
  } catch (error) {
    if (error instanceof BrokenBoxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function boxesOf(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let position = start;
  while (position < end) {
    // QuickTime ends some lists with four zero bytes.
    if (end - position === 4 && file.readUInt32BE(position) === 0 && start > 0) break;
    const short = file.readUInt32BE(position);
    const header = short === 1 ? 16 : 8;
    const length =
      short === 1 ? Number(file.readBigUInt64BE(position + 8)) : short === 0 ? end - position : short;
    if (length < header || position + length > end) throw new BrokenBoxError();
    boxes.push({
      type: textAt(file, position + 4),
      start: position,
      content: position + header,
      end: position + length,
    });
    position += length;
  }
  return boxes;
}

function childOf(file: Buffer, parent: Box, type: string): Box | undefined {
  return boxesOf(file, parent.content, parent.end).find((box) => box.type === type);
}

/** The track's kind: `vide`, `soun`. */
function handlerOf(file: Buffer, track: Box): string | undefined {
  const media = childOf(file, track, 'mdia');
  const handler = media && childOf(file, media, 'hdlr');
  return handler && textAt(file, handler.content + 8);
}

/** The size in the track's header, rotated by its matrix. */
function sizeOf(file: Buffer, track: Box): { width: number; height: number } | undefined {
  const header = childOf(file, track, 'tkhd');
  if (!header) throw new BrokenBoxError();
  const matrix = header.content + (file.readUInt8(header.content) === 1 ? 52 : 40);
  if (matrix + 44 > header.end) throw new BrokenBoxError();
  const liesOnItsSide = file.readInt32BE(matrix) === 0 && file.readInt32BE(matrix + 4) !== 0;
  // A fixed-point number with 16 integer and 16 fraction bits.
  const width = Math.round(file.readUInt32BE(matrix + 36) / 65_536);
  const height = Math.round(file.readUInt32BE(matrix + 40) / 65_536);
  if (width === 0 || height === 0) return undefined;
  return liesOnItsSide ? { width: height, height: width } : { width, height };
}

function blank(file: Buffer, { start, content, end }: Box): void {
  file.write('free', start + 4, 'latin1');
  file.fill(0, content, end);
}

function textAt(file: Buffer, position: number): string {
  if (position + 4 > file.length) throw new BrokenBoxError();
  return file.toString('latin1', position, position + 4);
}
