import { crc32 } from 'node:zlib';

/**
 * A PNG with more chunks, before all others but its header. A header among them comes before its own, and takes its
 * place.
 */
export function pngWith(png: Buffer, chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  // The signature has 8 bytes, the header 25.
  const place = chunks.some(([name]) => name === 'IHDR') ? 8 : 33;
  const more = chunks.map(([name, data]) => pngChunk(name, data));
  return Buffer.concat([png.subarray(0, place), ...more, png.subarray(place)]);
}

/** A chunk of a PNG: length, name, data and a checksum. */
export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
