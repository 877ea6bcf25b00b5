import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The checksums that S3 verifies and keeps, by the last part of their header's name (`x-amz-checksum-…`). */
export const checksumAlgorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;

export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** Length of each checksum in bytes. */
export const checksumLengths: Record<ChecksumAlgorithm, number> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
};

/** The checksum of `data` in base64, as in the header. */
export function checksumOf(algorithm: ChecksumAlgorithm, data: Uint8Array): string {
  switch (algorithm) {
    case 'crc32':
      return uint32(crc32(data)).toString('base64');
    case 'crc32c':
      return uint32(crc32c(data)).toString('base64');
    case 'crc64nvme':
      return crc64nvme(data).toString('base64');
    default:
      return createHash(algorithm).update(data).digest('base64');
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Reflected polynomials of CRC-32C (Castagnoli) and CRC-64/NVME. */
const crc32cPolynomial = 0x82f63b78;
const crc64NvmePolynomial = 0x9a6c9329ac4bc9b5n;

let crc32cTable: Uint32Array | undefined;

function crc32c(data: Uint8Array): number {
  crc32cTable ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ crc32cPolynomial : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of data) crc = (crc >>> 8) ^ (crc32cTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

let crc64Tables: { high: Uint32Array; low: Uint32Array } | undefined;

/** In two halves of 32 bits: BigInt arithmetic would take seconds for a photograph. */
function crc64nvme(data: Uint8Array): Buffer {
  crc64Tables ??= makeCrc64Tables();
  const tables = crc64Tables;
  let high = 0xffffffff;
  let low = 0xffffffff;
  for (const byte of data) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (tables.low[index] ?? 0);
    high = (high >>> 8) ^ (tables.high[index] ?? 0);
  }
  return Buffer.concat([uint32(~high >>> 0), uint32(~low >>> 0)]);
}

function makeCrc64Tables(): { high: Uint32Array; low: Uint32Array } {
  const high = new Uint32Array(256);
  const low = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1n ? (value >> 1n) ^ crc64NvmePolynomial : value >> 1n;
    high[byte] = Number(value >> 32n);
    low[byte] = Number(value & 0xffffffffn);
  }
  return { high, low };
}
