import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compress } from '#lambdas/runtime/compress.ts';

const body = JSON.stringify({
  items: Array.from({ length: 60 }, (_, n) => ({ id: n, state: 'done', title: 'Soup' })),
});
const reply = { statusCode: 200, headers: { 'content-type': 'application/json' }, body };

it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8'])('compresses for %s', async (accepted) => {
  const packed = await compress(reply, accepted);
  expect(packed).toMatchObject({
    statusCode: 200,
    isBase64Encoded: true,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
  const bytes = Buffer.from(packed.body ?? '', 'base64');
  expect(gunzipSync(bytes).toString()).toBe(body);
  expect(bytes.length).toBeLessThan(body.length / 5);
});

it.each([
  undefined,
  '',
  'br',
  'gzip;q=0',
  'gzip; q=0.0, br',
])('leaves a reply as it is for %s', async (accepted) => {
  expect(await compress(reply, accepted)).toBe(reply);
});

it('leaves a short reply, and one without a body, as it is', async () => {
  const short = { ...reply, body: '{"id":1}' };
  expect(await compress(short, 'gzip')).toBe(short);
  const none = { statusCode: 204, headers: {} };
  expect(await compress(none, 'gzip')).toBe(none);
});
