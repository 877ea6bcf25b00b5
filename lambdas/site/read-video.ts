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
const kept: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'pdin'],
  moov: ['mvhd', 'trak', 'mvex', 'iods', 'ctab', 'clip'],
  trak: ['tkhd', 'mdia', 'edts', 'tref', 'tapt', 'load', 'imap', 'matt', 'clip', 'trgr', 'txas'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
};

/**
 * Parses an MP4 or MOV by its boxes, which must cover the file exactly; undefined for any other file. Replaces boxes
 * that no player needs by free space of the same length, so that offsets stay valid: phones record the location in
 * them. Tracks other than pictures and sound go with their samples: action cameras record the way in them.
 */
export function readVideo(file: Buffer): Video | undefined {
  try {
    const body = Buffer.from(file);
    const boxes = boxesOf(body, 0, body.length);
    const brand = boxes[0]?.type === 'ftyp' ? textAt(body, boxes[0].content) : undefined;
    const movies = boxes.filter(({ type }) => type === 'moov');
    const [movie] = movies;
    const data = boxes.filter(({ type }) => type === 'mdat');
    if (!brand || !movie || movies.length > 1 || data.length === 0) return undefined;
    const tracks = childrenOf(body, movie, 'trak');
    const picture = tracks.find((track) => handlerOf(body, track) === 'vide');
    if (!picture) return undefined;
    const size = sizeOf(body, picture);

    const isPlayed = (track: Box) => ['vide', 'soun'].includes(handlerOf(body, track) ?? '');
    const others = tracks.filter((track) => !isPlayed(track));
    if (others.length > 0) {
      // The chunks of fragments are in none of the tables that are read here.
      if (boxes.some(({ type }) => type === 'moof')) return undefined;
      eraseChunks(body, data, others, tracks.filter(isPlayed));
      for (const track of others) blank(body, track);
    }
    clean(body, boxes, 'file');
    return { extension: brand === 'qt  ' ? 'mov' : 'mp4', ...size, body };
  } catch (error) {
    if (error instanceof BrokenBoxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Blanks what no player needs among the children of a box of this type, and among theirs. */
function clean(file: Buffer, children: readonly Box[], parent: string): void {
  for (const box of children) {
    if (!kept[parent]?.includes(box.type)) blank(file, box);
    else if (kept[box.type]) clean(file, boxesOf(file, box.content, box.end), box.type);
  }
}

/**
 * Erases the data of tracks: from each of their chunks to the next chunk of a track that is played, because sizes in
 * the file may be lies.
 */
function eraseChunks(
  file: Buffer,
  data: readonly Box[],
  tracks: readonly Box[],
  played: readonly Box[],
): void {
  const starts = chunksOf(file, played);
  let [box, next, erased] = [0, 0, 0];
  for (const chunk of chunksOf(file, tracks)) {
    while ((data[box]?.end ?? chunk + 1) <= chunk) box += 1;
    const holder = data[box];
    if (!holder || chunk < holder.content) throw new BrokenBoxError();
    while ((starts[next] ?? chunk) < chunk) next += 1;
    const end = Math.min(starts[next] ?? holder.end, holder.end);
    // Also with a million chunks at the same place, no byte is erased twice.
    file.fill(0, Math.max(chunk, erased), end);
    erased = end;
  }
}

/** Offsets of the chunks of tracks, ascending. @throws BrokenBoxError if a track has none of the tables */
function chunksOf(file: Buffer, tracks: readonly Box[]): number[] {
  const offsets: number[] = [];
  for (const track of tracks) {
    let boxes = [track];
    for (const type of ['mdia', 'minf', 'stbl']) boxes = boxes.flatMap((box) => childrenOf(file, box, type));
    const tables = ['stco', 'co64'].flatMap((type) => boxes.flatMap((box) => childrenOf(file, box, type)));
    if (tables.length === 0) throw new BrokenBoxError();
    for (const table of tables) {
      const [first, width] = [table.content + 8, table.type === 'stco' ? 4 : 8];
      const end = first + file.readUInt32BE(table.content + 4) * width;
      if (end > table.end) throw new BrokenBoxError();
      for (let at = first; at < end; at += width)
        offsets.push(width === 4 ? file.readUInt32BE(at) : Number(file.readBigUInt64BE(at)));
    }
  }
  return offsets.sort((a, b) => a - b);
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

function childrenOf(file: Buffer, parent: Box, type: string): Box[] {
  return boxesOf(file, parent.content, parent.end).filter((box) => box.type === type);
}

/** The track's kind: `vide`, `soun`. */
function handlerOf(file: Buffer, track: Box): string | undefined {
  const [media] = childrenOf(file, track, 'mdia');
  const [handler] = media ? childrenOf(file, media, 'hdlr') : [];
  return handler && textAt(file, handler.content + 8);
}

/** The size in the track's header, rotated by its matrix. */
function sizeOf(file: Buffer, track: Box): { width: number; height: number } | undefined {
  const [header] = childrenOf(file, track, 'tkhd');
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
