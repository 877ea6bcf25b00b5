import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser that subscribed to web push, and can read what was encrypted for it (RFC 8291). */
export function pushDevice(endpoint = `https://push.example/${randomBytes(8).toString('hex')}`) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    /** As the API takes it. */
    subscription: {
      endpoint,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body: Buffer): unknown {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
      const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, from, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const input = derive(pair.computeSecret(sender), auth, info, 32);
      const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        key,
        derive(input, salt, 'Content-Encoding: nonce\0', 12),
      );
      const content = body.subarray(21 + sender.length);
      decipher.setAuthTag(content.subarray(-16));
      const text = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}

/** The subscription that a new browser sends for notifications. */
export function browserSubscription(endpoint?: string) {
  return pushDevice(endpoint).subscription;
}
