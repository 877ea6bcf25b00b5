import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptPush } from '#lambdas/notifications/encrypt-push.ts';
import { pushDevice } from '#test/support/push-device.ts';

it('encrypts the example of RFC 8291 to the letter', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const body = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { sender, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('encrypts each message with new keys, for one device only', () => {
  const device = pushDevice();
  const [first, second] = [1, 2].map(() => encryptPush('{"a":"ü"}', device.subscription.keys));
  expect(first).not.toEqual(second);
  expect(device.read(first ?? Buffer.of())).toEqual({ a: 'ü' });
  expect(() => pushDevice().read(first ?? Buffer.of())).toThrow();
});

it('refuses a key that is not a point of the curve', () => {
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  expect(() => encryptPush('', keys)).toThrow();
});
