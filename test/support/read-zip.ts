import { crc32 } from 'node:zlib';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;

/**
 * The files of a ZIP by name, as its central directory lists them (APPNOTE.TXT 4.3): stored, not compressed. Throws
 * when a checksum, length or signature is wrong.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < 0) throw new Error('This is no ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error('The directory is broken');
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error('A file is compressed');
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const header = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(header) !== localHeader) throw new Error('A file has no header');
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const content = zip.subarray(start, start + size);
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is not whole`);
    files.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}
