/** Writes ASN.1 in DER (X.690): what certificates, requests for them and signatures consist of. */

/** One element: tag, length, content. */
export function element(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(value), value]);
}

/** The length in as few bytes as possible. */
function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

export const sequence = (...content: Buffer[]): Buffer => element(0x30, ...content);
export const set = (...content: Buffer[]): Buffer => element(0x31, ...content);
export const explicit = (number: number, ...content: Buffer[]): Buffer => element(0xa0 + number, ...content);
export const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0]));
export const bitString = (bits: Buffer, unused = 0): Buffer => element(0x03, Buffer.from([unused]), bits);
export const octets = (...content: Buffer[]): Buffer => element(0x04, ...content);

/** A non-negative integer from big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? Buffer.from([0]) : bytes.subarray(from);
  // The first bit is the sign, so a leading zero byte is needed if it is set.
  return element(0x02, (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** `YYMMDDhhmmssZ` */
export function utcTime(time: number): Buffer {
  const text = `${new Date(time).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`;
  return element(0x17, Buffer.from(text));
}
