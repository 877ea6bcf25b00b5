import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The server's half of SRP-6a as Cognito speaks it: the 3072-bit group of RFC 5054, SHA-256, HKDF with the
 * label "Caldera Derived Key", and numbers written as Java's BigInteger.toByteArray writes them. A pool keeps
 * salt and verifier only; the password itself is never stored.
 */

const N = BigInt(
  `0x${[
    'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD',
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED',
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F',
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B',
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510',
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7',
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C',
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
  ].join('')}`,
);
const g = 2n;

/** What a pool stores instead of a password; both in hexadecimal. */
export interface PasswordVerifier {
  salt: string;
  verifier: string;
}

/** One sign-in between the challenge and the client's answer. `secretBlock` is base64. */
export interface SrpChallenge {
  poolName: string;
  userId: string;
  stored: PasswordVerifier;
  clientPublic: bigint;
  serverSecret: bigint;
  serverPublic: bigint;
  secretBlock: string;
}

const powMod = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n;
  let factor = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
};

const paddedBytes = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const k = toBigInt(sha256(paddedBytes(N), paddedBytes(g)));

const verifierOf = (poolName: string, userId: string, password: string, salt: string): bigint => {
  const x = toBigInt(sha256(paddedBytes(BigInt(`0x${salt}`)), sha256(`${poolName}${userId}:${password}`)));
  return powMod(g, x, N);
};

/** `poolName` is the part of the pool's id after the underscore; `userId` the user's name in the pool. */
export const makeVerifier = (poolName: string, userId: string, password: string): PasswordVerifier => {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: verifierOf(poolName, userId, password, salt).toString(16) };
};

/** Whether `password` is the one that `stored` was made from. */
export const matchesVerifier = (
  poolName: string,
  userId: string,
  password: string,
  stored: PasswordVerifier,
): boolean => verifierOf(poolName, userId, password, stored.salt).toString(16) === stored.verifier;

/** Starts a sign-in. Returns undefined when the client's public value would reveal the key. */
export const startSrp = (options: {
  poolName: string;
  userId: string;
  stored: PasswordVerifier;
  clientPublicHex: string;
}): SrpChallenge | undefined => {
  if (!/^[0-9a-fA-F]{1,1024}$/.test(options.clientPublicHex)) return undefined;
  const clientPublic = BigInt(`0x${options.clientPublicHex}`);
  if (clientPublic % N === 0n) return undefined;
  const serverSecret = toBigInt(randomBytes(32));
  const v = BigInt(`0x${options.stored.verifier}`);
  const serverPublic = (k * v + powMod(g, serverSecret, N)) % N;
  return {
    poolName: options.poolName,
    userId: options.userId,
    stored: options.stored,
    clientPublic,
    serverSecret,
    serverPublic,
    secretBlock: randomBytes(384).toString('base64'),
  };
};

/** Whether the client's signature proves the password. `timestamp` is the text that the client signed. */
export const provesPassword = (challenge: SrpChallenge, timestamp: string, signature: string): boolean => {
  const u = toBigInt(sha256(paddedBytes(challenge.clientPublic), paddedBytes(challenge.serverPublic)));
  if (u === 0n) return false;
  const v = BigInt(`0x${challenge.stored.verifier}`);
  const s = powMod(challenge.clientPublic * powMod(v, u, N), challenge.serverSecret, N);
  const key = hmac(hmac(paddedBytes(u), paddedBytes(s)), 'Caldera Derived Key', '\u0001').subarray(0, 16);
  const expected = hmac(
    key,
    challenge.poolName,
    challenge.userId,
    Buffer.from(challenge.secretBlock, 'base64'),
    timestamp,
  );
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
};
