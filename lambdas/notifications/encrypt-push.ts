import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, base64url. */
interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The random values of a message; given only by the test with the example of RFC 8291. */
interface Random {
  readonly sender: ECDH;
  readonly salt: Buffer;
}

/** Size of a record in bytes. Every message of ours fits into one record. */
const recordSize = 4096;

/**
 * Encrypts a message for a subscription, so that only its browser can read it (RFC 8291, with the content coding
 * aes128gcm of RFC 8188).
 * @throws if `p256dh` is not a point of P-256
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: SubscriptionKeys,
  { sender, salt }: Random = { sender: newPair(), salt: randomBytes(16) },
): Buffer {
  const [receiverKey, senderKey] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()];
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const input = derive(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const contentKey = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(senderKey.length, 4);
  // The delimiter octet 2 marks the last record (RFC 8188).
  const content = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()];
  return Buffer.concat([salt, head, senderKey, ...content, cipher.getAuthTag()]);
}

function newPair(): ECDH {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair;
}
