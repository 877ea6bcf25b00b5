import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { expectBalance } from './books.ts';
import { menuGeneration, studioGeneration } from './generations.ts';
import { leaksIn } from './logs.ts';
import { expectNoInsides, expectProblem, type RawReply, send } from './send.ts';

let pro: TestUser;

beforeAll(async () => {
  pro = await signUpUser(sharedCloud(), { plan: 'pro' });
});

function post(path: string, body: unknown, headers?: Record<string, string>): Promise<RawReply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(sharedCloud(), {
    method: 'POST',
    path,
    token: pro.accessToken,
    body: text,
    ...(headers && { headers }),
  });
}

/** A valid request for a generation with one member changed, at a path like `studio.customPrompt`. */
function changed(path: string, value: unknown, kind: 'studio' | 'menu' = 'studio'): object {
  const request: Record<string, unknown> = {
    framing: { x: 0.5, y: 0.5 },
    ...structuredClone(kind === 'studio' ? studioGeneration() : menuGeneration()),
  };
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = request;
  for (const name of names) at = at[name] as Record<string, unknown>;
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
  return request;
}

const generationsPath = '/api/generations';
const long = (length: number) => 'x'.repeat(length);

describe('a request for a generation that is no JSON object', () => {
  // T2.T3
  it.each([
    ['cut off', '{"id":'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"generation"'],
    ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['deeply nested', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['two megabytes', JSON.stringify({ id: long(2_000_000) })],
  ])('but %s', async (_what, body) => {
    // V1.5.2
    expectProblem(await post(generationsPath, body), 400, 'invalid_input');
  });

  it('but bytes that are no text', async () => {
    const body = new Uint8Array(randomBytes(1000));
    for (const type of ['application/json', 'application/octet-stream', 'image/jpeg']) {
      const request = {
        method: 'POST',
        path: generationsPath,
        token: pro.accessToken,
        body,
        headers: { 'content-type': type },
      };
      expectProblem(await send(sharedCloud(), request), 400, 'invalid_input');
    }
  });
});

// T3.T2, V1.3.6, V2.2.1, V5.3.2, V8.2.3, V13.2.4, V15.3.2, V15.3.3, V15.3.6
describe('a request for a generation with a field that does not fit', () => {
  // T2.T2
  it.each<[string, unknown, string?]>([
    ['unknown', 1],
    ['prompt', 'a burger'],
    ['price', 0],
    ['amount', 0],
    ['imageUrl', 'http://169.254.169.254/latest/meta-data'],
    ['userId', 'another'],
    ['tier', 'pro'],
    ['__proto__', { tier: 'pro' }],
    ['constructor', { prototype: {} }],
    ['studio.unknown', 1],
    ['studio.seed', 1],
    ['source.url', 'http://127.0.0.1/'],
    ['source', { type: 'url', url: 'http://127.0.0.1/' }],
    ['source', { type: 'upload' }],
    ['source', { type: 'upload', uploadId: '../../other' }],
    ['source', null],
    ['kind', 'test'],
    ['id', 1],
    ['id', ulid().toLowerCase()],
    ['id', 'x'],
    ['productName', ''],
    ['productName', '   '],
    ['productName', 7],
    ['productName', null],
    ['productName', ['a']],
    ['productName', { $ne: '' }],
    ['studio', null],
    ['studio', []],
    ['studio.formatId', 'square'],
    ['studio.formatId', '__proto__'],
    ['studio.formatId', 'constructor'],
    ['studio.creationPath', 'both'],
    ['studio.filter', 'popcrush'],
    ['studio.filter', { id: 'unknown' }],
    ['studio.filter', { id: 'popcrush', pick: 'x' }],
    ['studio.filter', { id: 'toString' }],
    ['studio.scene', { id: 'unknown' }],
    ['studio.scene', { text: '' }],
    ['studio.adjustment', 'unknown'],
    ['studio.adjustment', 'dramaticLighting'],
    ['studio.cameraAngle', 'unknown'],
    ['studio.avatarGender', 'unknown'],
    ['studio.promoPosition', 'left'],
    ['studio.promoText', 'Pizza 🍕 日本'],
    ['framing', { x: -1, y: 0 }],
    ['framing', { x: 2, y: 0 }],
    ['framing', { x: '0', y: 0 }],
    ['framing.z', 1],
  ])('%s: %j', async (path, value) => {
    expectProblem(await post(generationsPath, changed(path, value)), 400, 'invalid_input');
  });

  it.each<[string, number, string]>([
    ['productName', 101, 'Invalid input: Product name too long'],
    ['studio.customPrompt', 1001, 'Invalid input: Custom prompt too long'],
    ['studio.promoText', 101, 'Invalid input: Promo text too long'],
    ['studio.scene.text', 501, 'Invalid input: Influencer prompt too long'],
  ])('%s of %i characters: %s', async (path, length, detail) => {
    const [name, field] = [path.replace(/\.text$/, ''), path.endsWith('.text')];
    const reply = await post(generationsPath, changed(name, field ? { text: long(length) } : long(length)));
    expectProblem(reply, 400, 'invalid_input');
    expect(reply.body?.issues).toContainEqual({ path: expect.any(String), message: detail.slice(15) });
  });

  it.each([
    'platform',
    'imageType',
    'backgroundStyle',
    'plateStyle',
    'imageStyle',
  ])('menu.%s', async (field) => {
    for (const value of ['unknown', 'constructor', long(200), '', 1, null])
      expectProblem(
        await post(generationsPath, changed(`menu.${field}`, value, 'menu')),
        400,
        'invalid_input',
      );
  });

  it('an id of another time', async () => {
    for (const time of [Date.now() - 11 * 60_000, Date.now() + 11 * 60_000, 1, 2 ** 48 - 1])
      expectProblem(await post(generationsPath, studioGeneration({ id: ulid(time) })), 400, 'id_out_of_time');
  });

  it('an upload, a sample or a picture that does not exist', async () => {
    expectProblem(
      await post(generationsPath, changed('source', { type: 'upload', uploadId: ulid() })),
      409,
      'upload_missing',
    );
    for (const itemId of ['unknown', '../index.html', '__proto__'])
      expectProblem(
        await post(generationsPath, changed('source', { type: 'sample', itemId })),
        404,
        'not_found',
      );
    const source = { type: 'generation', generationId: ulid(), variation: 0 };
    expectProblem(await post(generationsPath, changed('source', source)), 404, 'not_found');
    expectProblem(
      await post(generationsPath, changed('source', { ...source, variation: 2 })),
      400,
      'invalid_input',
    );
  });
});

describe('other requests that do not fit', () => {
  it.each<[string, string, string | undefined, number, string]>([
    ['GET', `${generationsPath}/${ulid()}`, undefined, 404, 'not_found'],
    ['GET', `${generationsPath}/none`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}/..%2F..%2Fetc%2Fpasswd`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}?limit=all`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}?limit=1000`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}?sort=up`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}?cursor=nonsense`, undefined, 400, 'invalid_input'],
    ['GET', `${generationsPath}?cursor=e30`, undefined, 400, 'invalid_input'],
    ['GET', '/api/me/ledger?cursor=%00', undefined, 400, 'invalid_input'],
    ['PATCH', `${generationsPath}/${ulid()}`, '{"cover":2}', 400, 'invalid_input'],
    ['PATCH', `${generationsPath}/${ulid()}`, '{"cover":1}', 404, 'not_found'],
    ['POST', `${generationsPath}/${ulid()}/downloads`, '{"variation":0}', 404, 'not_found'],
    ['POST', `${generationsPath}/${ulid()}/downloads`, '{"variation":0,"size":"huge"}', 400, 'invalid_input'],
    ['POST', `${generationsPath}/${ulid()}/shares`, '{"variation":0}', 404, 'not_found'],
    [
      'POST',
      `${generationsPath}/${ulid()}/shares`,
      '{"variation":0,"imageUrl":"http://x"}',
      400,
      'invalid_input',
    ],
    ['POST', '/api/looks/random', '{"look":"all","creationPath":"ugc"}', 400, 'invalid_input'],
    ['POST', '/api/uploads', '{"contentType":"image/svg+xml","contentLength":10}', 400, 'invalid_input'],
    ['POST', '/api/uploads', '{"contentType":"image/jpeg","contentLength":12582912}', 400, 'invalid_input'],
    ['POST', '/api/uploads', '{"contentType":"image/jpeg","contentLength":"10"}', 400, 'invalid_input'],
    ['POST', '/api/uploads', '{"contentType":"image/jpeg","contentLength":-1}', 400, 'invalid_input'],
    ['POST', '/api/uploads', '{"contentType":"image/jpeg","contentLength":1e999}', 400, 'invalid_input'],
  ])('%s %s %s: %i', async (method, path, body, status, code) => {
    expectProblem(await send(sharedCloud(), { method, path, token: pro.accessToken, body }), status, code);
  });

  // T3.T2, V13.4.5
  it.each([
    ['GET', '/api/unknown'],
    ['PUT', generationsPath],
    ['GET', '/api/../api/me/..;/admin'],
    ['GET', '/api/generations/%E0%A4%A'],
    ['GET', '/media/none/none.jpg'],
    ['GET', '/media/..%2f..%2foriginals'],
    ['GET', '/s/unknown'],
    ['GET', '/s/%00'],
  ])('%s %s reveals no internals', async (method, path) => {
    const reply = await send(sharedCloud(), { method, path, token: pro.accessToken });
    // T2.I1, V16.5.1
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expectNoInsides(reply.text);
  });
});

describe('a request that is too much', () => {
  // T2.D1, V1.1.1, V15.3.7
  it('is refused, whatever is too large, and the next request is served', async () => {
    const token = pro.accessToken;
    const get = (path: string, headers: Record<string, string> = {}) =>
      send(sharedCloud(), { method: 'GET', path, token, headers });
    const replies = await Promise.all([
      post(generationsPath, `"${long(11 * 1024 * 1024)}"`),
      get(`${generationsPath}?cursor=${long(4000)}`),
      get(`${generationsPath}?${Array.from({ length: 300 }, (_, index) => `p${index}=x`).join('&')}`),
      get(`${generationsPath}?limit=1&limit=2`),
      get(`${generationsPath}?limit=%31%30%30`),
      get(`${generationsPath}/${long(4000)}`),
      get(generationsPath, { 'x-long': long(14_000), cookie: long(2000) }),
      get(generationsPath, { authorization: `Bearer ${long(12_000)}` }),
    ]);
    for (const { status, text } of replies) {
      expect([200, 400, 401, 413, 431], text.slice(0, 200)).toContain(status);
      expectNoInsides(text);
    }
    expect(replies[0]?.status).toBe(413);
    for (const index of [1, 2, 3, 4, 5])
      expect(replies[index]?.body?.code, String(index)).toBe('invalid_input');
    expect((await get(generationsPath)).status).toBe(200);
  });
});

describe('after all tests of this file', () => {
  // V2.2.2
  it('nothing was charged or started', async () => {
    await expectBalance(pro, 42);
    expect(await pro.call('listGenerations', { query: {} })).toMatchObject({ items: [], total: 0 });
  });

  it('the logs contain no secrets and no internal error', async () => {
    const words = [long(200), 'meta-data', 'Classic Burger', 'Pizza 🍕'];
    // T2.I1, V16.2.5
    expect(await leaksIn(sharedCloud().logs, [pro], words)).toEqual([]);
  });
});
