/** Small MP4 and MOV files, written box by box, so that tests know every byte of them. */

interface Film {
  readonly brand?: string;
  readonly width?: number;
  readonly height?: number;
  /** As phones store portraits: the frames lie on their side, and the matrix rotates them. */
  readonly turned?: boolean;
  /** Boxes beside what a player needs. */
  readonly inFile?: readonly Buffer[];
  readonly inMovie?: readonly Buffer[];
  readonly inTrack?: readonly Buffer[];
  readonly inMedia?: readonly Buffer[];
  readonly handler?: string;
  /** A second track: its handler, its samples, and the tables that say where these are. */
  readonly beside?: {
    readonly handler: string;
    readonly samples: readonly Buffer[];
    /** Another table of the track's chunks than the right one, whose offsets it gets. */
    readonly chunks?: (offsets: readonly number[]) => readonly Buffer[];
  };
}

/** What the picture track of a film contains, half by half. */
export const pictures = ['the pictures of this film', 'more pictures of this film'] as const;

/** A box with its length and type before its content. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** The table of the chunks of a track, with offsets of four or eight bytes. */
export function chunkTable(offsets: readonly number[], type: 'stco' | 'co64' = 'stco'): Buffer {
  const size = type === 'stco' ? 4 : 8;
  const table = Buffer.alloc(8 + offsets.length * size);
  table.writeUInt32BE(offsets.length, 4);
  // Four leading zeros make the long form of a short number.
  for (const [index, offset] of offsets.entries()) table.writeUInt32BE(offset, 8 + (index + 1) * size - 4);
  return box(type, table);
}

/** A film of one picture track, by the rules of its container; what it shows is noise. */
export function film(options: Film = {}): Buffer {
  const { brand = 'isom', width = 640, height = 360, turned = false, handler = 'vide', beside } = options;
  const trackHeader = Buffer.alloc(84);
  const matrix = turned ? [0, 65_536, 0, -65_536, 0, 0] : [65_536, 0, 0, 0, 65_536, 0];
  for (const [index, value] of matrix.entries()) trackHeader.writeInt32BE(value, 40 + index * 4);
  trackHeader.writeUInt32BE(width * 65_536, 76);
  trackHeader.writeUInt32BE(height * 65_536, 80);
  const media = (kind: string, tables: readonly Buffer[], more: readonly Buffer[] = []) =>
    box(
      'mdia',
      box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13)),
      ...more,
      box('minf', box('stbl', ...tables)),
    );
  // Chunks of the tracks in turns, as cameras write them.
  const chunks = pictures.flatMap((picture, index) => {
    const sample = beside?.samples[index];
    return [Buffer.from(picture), ...(sample ? [sample] : [])];
  });
  const fileWith = (start: number) => {
    const offsets = chunks.map((_, index) => start + Buffer.concat(chunks.slice(0, index)).length);
    const isPicture = (index: number) => pictures.some((text) => chunks[index]?.equals(Buffer.from(text)));
    const ofPictures = offsets.filter((_, index) => isPicture(index));
    const ofOthers = offsets.filter((_, index) => !isPicture(index));
    const { chunks: tablesOf = (all: readonly number[]) => [chunkTable(all)] } = beside ?? {};
    return [
      box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand)),
      ...(options.inFile ?? []),
      box(
        'moov',
        box('mvhd', Buffer.alloc(100)),
        box(
          'trak',
          box('tkhd', trackHeader),
          media(handler, [chunkTable(ofPictures)], options.inMedia),
          ...(options.inTrack ?? []),
        ),
        ...(beside ? [box('trak', box('tkhd', trackHeader), media(beside.handler, tablesOf(ofOthers)))] : []),
        ...(options.inMovie ?? []),
      ),
    ];
  };
  const start = Buffer.concat(fileWith(0)).length + 8;
  return Buffer.concat([...fileWith(start), box('mdat', ...chunks)]);
}
