/**
 * A COSE_Sign1 message (RFC 9052) as C2PA requires it: ES256, the certificates in the protected header (RFC 9360), and
 * a detached payload.
 */

/** Length of an ES256 signature in bytes: r and s. */
const signatureLength = 64;

/** Labels of COSE header parameters. */
const parameter = { algorithm: 1, certificates: 33 };
/** ES256 is −7. CBOR encodes a negative number n as −1 − n. */
const es256 = 6;

/** CBOR's major types (RFC 8949). */
const major = { number: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 };
const sign1Tag = 18;
const nil = Buffer.from([0xf6]);

/** The bytes to sign for this payload: the message's Sig_structure. */
export function toBeSigned(payload: Uint8Array, chain: readonly Buffer[]): Buffer {
  return array(text('Signature1'), bytes(protectedHeader(chain)), bytes(Buffer.alloc(0)), bytes(payload));
}

/** The COSE_Sign1 message. `signature` is r and s, 32 bytes each. */
export function sign1Message(signature: Buffer, chain: readonly Buffer[]): Buffer {
  return Buffer.concat([
    head(major.tag, sign1Tag),
    array(bytes(protectedHeader(chain)), head(major.map, 0), nil, bytes(signature)),
  ]);
}

/** Length in bytes of the message with these certificates. */
export function sign1Length(chain: readonly Buffer[]): number {
  return sign1Message(Buffer.alloc(signatureLength), chain).length;
}

/** Converts a DER signature, as KMS returns it, to r and s, 32 bytes each. */
export function rawSignature(der: Uint8Array): Buffer {
  const [, , , lengthOfR = 0] = der;
  const r = der.subarray(4, 4 + lengthOfR);
  const s = der.subarray(4 + lengthOfR + 2);
  return Buffer.concat([r, s].map((number) => fixed(number, signatureLength / 2)));
}

/** A big-endian number of exactly this many bytes. DER omits leading zeros, and puts one before a set first bit. */
function fixed(number: Uint8Array, length: number): Buffer {
  const digits = number.subarray(Math.max(0, number.length - length));
  return Buffer.concat([Buffer.alloc(length - digits.length), digits]);
}

function protectedHeader(chain: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = chain;
  const certificates = chain.length === 1 ? bytes(first) : array(...chain.map(bytes));
  return Buffer.concat([
    head(major.map, 2),
    head(major.number, parameter.algorithm),
    head(major.negative, es256),
    head(major.number, parameter.certificates),
    certificates,
  ]);
}

function array(...items: Buffer[]): Buffer {
  return Buffer.concat([head(major.array, items.length), ...items]);
}

function bytes(content: Uint8Array): Buffer {
  return Buffer.concat([head(major.bytes, content.length), content]);
}

function text(content: string): Buffer {
  const utf8 = Buffer.from(content);
  return Buffer.concat([head(major.text, utf8.length), utf8]);
}

/** Major type and argument in as few bytes as possible; arguments up to 65,535. */
function head(type: number, value: number): Buffer {
  const first = type << 5;
  if (value < 24) return Buffer.from([first + value]);
  if (value < 0x100) return Buffer.from([first + 24, value]);
  return Buffer.from([first + 25, value >> 8, value & 0xff]);
}
