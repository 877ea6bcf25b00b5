const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const texts = new Set(['tEXt', 'zTXt', 'iTXt']);

/**
 * A PNG without its text chunks; any other file unchanged. The decoder unpacks up to 1,000 texts of 8 MB each before it
 * reads a pixel, so a file of 2 MB would exceed the memory of every function. Other metadata takes little more memory
 * than its bytes in the file: JPEG and WebP store it unpacked, and of packed colour profiles a PNG has one.
 *
 * Every function that decodes a file of somebody else passes it through this first.
 */
export function withoutTexts(file: Uint8Array): Uint8Array {
  const png = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!png.subarray(0, signature.length).equals(signature)) return file;
  const kept: Buffer[] = [];
  let from = 0;
  // Length, name and checksum of a chunk take 12 bytes. One that ends beyond the file stays, for the decoder to refuse.
  for (let at = signature.length; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) break;
    if (texts.has(png.toString('latin1', at + 4, at + 8))) {
      kept.push(png.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return from === 0 ? file : Buffer.concat([...kept, png.subarray(from)]);
}
