import { createECDH, type KeyObject } from 'node:crypto';
import { integer, sequence } from '#src/der.ts';

/** The order of P-256's base point (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Bytes of a coordinate or a scalar. */
const length = 32;

/**
 * Signs a SHA-256 digest with a P-256 key: ECDSA as DER. Node.js always hashes what it signs, and KMS also signs
 * digests.
 */
export function signDigest(key: KeyObject, digest: Buffer): Buffer {
  const { d } = key.export({ format: 'jwk' });
  const secret = numberOf(Buffer.from(d ?? '', 'base64url'));
  for (;;) {
    // A point at a random multiple of the base point, which OpenSSL computes.
    const once = createECDH('prime256v1');
    const r = numberOf(once.generateKeys().subarray(1, 1 + length)) % order;
    const k = numberOf(once.getPrivateKey());
    const s = (inverse(k) * (numberOf(digest) + r * secret)) % order;
    if (r !== 0n && s !== 0n) return sequence(integer(bytesOf(r)), integer(bytesOf(s)));
  }
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

/** By Euclid's extended algorithm. */
function inverse(value: bigint): bigint {
  let [low, high] = [value % order, order];
  let [x, y] = [1n, 0n];
  while (low > 1n) {
    const ratio = high / low;
    [low, high] = [high - ratio * low, low];
    [x, y] = [y - ratio * x, x];
  }
  return ((x % order) + order) % order;
}

function bytesOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');
}
