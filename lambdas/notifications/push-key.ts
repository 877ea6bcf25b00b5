import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { keyedHash } from '#lambdas/runtime/secret.ts';

/** Order of the group of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The key that identifies us to push services (VAPID, RFC 8292). */
interface PushKey {
  /** The uncompressed point, base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/**
 * The stack's key, derived from the application's secret, because a secret of its own would cost 0.40 dollars a month.
 * Devices name the key when they subscribe, and subscribe again after it has changed.
 */
export async function pushKey(): Promise<PushKey> {
  const hash = BigInt(`0x${(await keyedHash('push-key', '1')).toString('hex')}`);
  const scalar = ((hash % (order - 1n)) + 1n).toString(16).padStart(64, '0');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar, 'hex');
  const point = pair.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const d = Buffer.from(scalar, 'hex').toString('base64url');
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d },
    }),
  };
}
