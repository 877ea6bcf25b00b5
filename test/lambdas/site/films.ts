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
  readonly handler?: string;
}

/** A box with its length and type before its content. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** A film of one picture track, by the rules of its container; what it shows is noise. */
export function film(options: Film = {}): Buffer {
  const { brand = 'isom', width = 640, height = 360, turned = false, handler = 'vide' } = options;
  const trackHeader = Buffer.alloc(84);
  const matrix = turned ? [0, 65_536, 0, -65_536, 0, 0] : [65_536, 0, 0, 0, 65_536, 0];
  for (const [index, value] of matrix.entries()) trackHeader.writeInt32BE(value, 40 + index * 4);
  trackHeader.writeUInt32BE(width * 65_536, 76);
  trackHeader.writeUInt32BE(height * 65_536, 80);
  const handlerBox = box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13));
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand)),
    ...(options.inFile ?? []),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', box('tkhd', trackHeader), box('mdia', handlerBox), ...(options.inTrack ?? [])),
      ...(options.inMovie ?? []),
    ),
    box('mdat', Buffer.from('the pictures of this film')),
  ]);
}
