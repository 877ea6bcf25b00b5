import { createDiffieHellmanGroup, createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVerifier, matchesVerifier, provesPassword, startSrp } from '#src/cognito/srp.ts';

/**
 * The client's half, implemented independently of the server's: OpenSSL's group and powers, and Java's number format.
 * Passwords and random numbers vary, so that leading zeros and sign bytes occur.
 */
const group = createDiffieHellmanGroup('modp15');
const primeBytes = group.getPrime();
const asNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex') || '0'}`);
const prime = asNumber(primeBytes);

const signed = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
};

const hash = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const mac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest();

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % prime;
    if (bit === '1') result = (result * base) % prime;
  }
  return result;
};

const timestamp = 'Sat Nov 21 9:05:00 UTC 2026';

const answer = (options: {
  secret: bigint;
  password: string;
  userId: string;
  salt: string;
  serverPublic: bigint;
  secretBlock: string;
}): string => {
  const clientPublic = power(2n, options.secret);
  const k = asNumber(hash(signed(prime), signed(2n)));
  const u = asNumber(hash(signed(clientPublic), signed(options.serverPublic)));
  const identity = hash(Buffer.from(`pool${options.userId}:${options.password}`));
  const x = asNumber(hash(signed(BigInt(`0x${options.salt}`)), identity));
  const base = (((options.serverPublic - k * power(2n, x)) % prime) + prime) % prime;
  const shared = power(base, options.secret + u * x);
  const extracted = mac(signed(u), signed(shared));
  const key = mac(extracted, Buffer.from('Caldera Derived Key\u0001')).subarray(0, 16);
  const signedText = Buffer.concat([
    Buffer.from(`pool${options.userId}`),
    Buffer.from(options.secretBlock, 'base64'),
    Buffer.from(timestamp),
  ]);
  return mac(key, signedText).toString('base64');
};

describe('SRP', () => {
  it('is proved by whoever has the password, whatever the numbers, and by nobody else', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.uuid(),
        fc.uint8Array({ minLength: 16, maxLength: 128 }),
        (password, userId, bytes) => {
          const secret = asNumber(Buffer.from(bytes)) + 1n;
          const stored = makeVerifier('pool', userId, password);
          expect(matchesVerifier('pool', userId, password, stored)).toBe(true);
          expect(matchesVerifier('pool', userId, `${password}x`, stored)).toBe(false);
          const clientPublicHex = power(2n, secret).toString(16);
          const challenge = startSrp({ poolName: 'pool', userId, stored, clientPublicHex });
          if (!challenge) throw new Error('the challenge was refused');
          const { serverPublic, secretBlock } = challenge;
          const common = { secret, userId, salt: stored.salt, serverPublic, secretBlock };
          expect(provesPassword(challenge, timestamp, answer({ ...common, password }))).toBe(true);
          const wrong = answer({ ...common, password: `${password}x` });
          expect(provesPassword(challenge, timestamp, wrong)).toBe(false);
          expect(provesPassword(challenge, timestamp, '')).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('refuses public values that would make the key known without a password', () => {
    const stored = makeVerifier('pool', 'user', 'secret');
    for (const clientPublicHex of ['0', prime.toString(16), (prime * 3n).toString(16), 'not hex', '']) {
      expect(startSrp({ poolName: 'pool', userId: 'user', stored, clientPublicHex })).toBeUndefined();
    }
  });

  it('salts every password anew', () => {
    expect(makeVerifier('pool', 'user', 'secret')).not.toEqual(makeVerifier('pool', 'user', 'secret'));
  });
});
