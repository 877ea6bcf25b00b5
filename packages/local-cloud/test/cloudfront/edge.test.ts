import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Behavior, Distribution } from '#src/cloudfront/distribution.ts';
import { matchesPathPattern } from '#src/cloudfront/distribution.ts';
import { Edge } from '#src/cloudfront/edge.ts';
import { EdgeFunction } from '#src/cloudfront/edge-function.ts';
import { managedCachePolicies, managedOriginRequestPolicies } from '#src/cloudfront/managed-policies.ts';
import type { HttpRequest, HttpResponse } from '#src/http/http-message.ts';

const cachingOptimized = managedCachePolicies['658327ea-f89d-4fab-a63d-7e88639e58f6'];
const cachingDisabled = managedCachePolicies['4135ea2d-6df8-44a3-9df3-4b5a84be39ad'];
const allExceptHost = managedOriginRequestPolicies['b689b0a8-53d0-40ab-baf2-68738e2966ac'];
if (!cachingOptimized || !cachingDisabled || !allExceptHost) throw new Error('a managed policy is missing');

function request(path: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  const [pathname = '/', query = ''] = path.split('?');
  return {
    method: 'GET',
    path: pathname,
    query,
    headers: {},
    body: Buffer.alloc(0),
    sourceIp: '1.2.3.4',
    ...changes,
  };
}

function reply(body: string, changes: Partial<HttpResponse> = {}): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    cookies: [],
    body: Buffer.from(body),
    ...changes,
  };
}

function edgeWith(
  behaviors: Partial<Behavior>[],
  origin: (request: HttpRequest) => HttpResponse,
  changes: Partial<Distribution> = {},
) {
  const seen: HttpRequest[] = [];
  let now = 1_000_000;
  const edge = new Edge(
    {
      id: 'EDIST',
      domainName: '127.0.0.1:4000',
      defaultRootObject: 'index.html',
      behaviors: behaviors.map((behavior) => ({
        pathPattern: undefined,
        originId: 'o',
        methods: ['GET', 'HEAD'],
        compress: false,
        cache: cachingOptimized as Behavior['cache'],
        originRequest: { headers: 'none', query: 'none' },
        responseHeaders: undefined,
        onRequest: undefined,
        onResponse: undefined,
        ...behavior,
      })),
      origins: new Map([
        [
          'o',
          async (received) => {
            seen.push(received);
            return origin(received);
          },
        ],
      ]),
      customErrors: [],
      ...changes,
    },
    () => now,
  );
  return { edge, seen, pass: (seconds: number) => (now += seconds * 1000) };
}

describe('path patterns', () => {
  it.each([
    ['/api/*', '/api/me', true],
    ['/api/*', '/apiary', false],
    ['*.jpg', '/a/b.jpg', true],
    ['images/?.png', '/images/a.png', true],
    ['images/?.png', '/images/ab.png', false],
    ['/a.b', '/aXb', false],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(matchesPathPattern(pattern, path)).toBe(expected);
  });
});

describe('behaviours', () => {
  it('are tried in their order, the default one last', async () => {
    const { edge, seen } = edgeWith(
      [{ pathPattern: '/api/*', cache: cachingDisabled, originRequest: allExceptHost }, {}],
      () => reply('x'),
    );
    const headers = { host: 'site', authorization: 'Bearer t', 'x-own': '1', connection: 'close' };
    await edge.handle(request('/api/me?a=1', { headers }));
    await edge.handle(request('/page?a=1', { headers }));
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'x-own': '1',
      'x-forwarded-for': '1.2.3.4',
    });
    expect(seen[0]?.headers).not.toHaveProperty('host');
    expect(seen[0]?.headers).not.toHaveProperty('connection');
    expect(seen[0]?.query).toBe('a=1');
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
    expect(seen[1]?.query).toBe('');
    expect(edge.servesByDefault('/api/me?x')).toBe(false);
    expect(edge.servesByDefault('/page')).toBe(true);
  });

  // V13.4.4
  it('refuse methods that they do not allow', async () => {
    const { edge, seen } = edgeWith([{}], () => reply('x'));
    expect((await edge.handle(request('/a', { method: 'POST' }))).status).toBe(403);
    expect(seen).toHaveLength(0);
  });

  it('serve the root object and answer HEAD without a body', async () => {
    const { edge, seen } = edgeWith([{}], () => reply('home'));
    const head = await edge.handle(request('/', { method: 'HEAD' }));
    expect(head.body).toHaveLength(0);
    expect((await edge.handle(request('/'))).body.toString()).toBe('home');
    expect(seen.map(({ path }) => path)).toEqual(['/index.html']);
  });
});

describe('the cache', () => {
  const aged = (cacheControl: string) => () =>
    reply('x', { headers: { 'content-type': 'text/plain', 'cache-control': cacheControl } });

  it.each([
    ['max-age=60', 59, 61],
    ['max-age=60, s-maxage=10', 9, 11],
    // The policy's minimum TTL applies even if the origin forbids caching.
    ['no-cache', 0.5, 1.5],
    ['no-store', 0.5, 1.5],
  ])('keeps %s for its time', async (cacheControl, within, after) => {
    const { edge, seen, pass } = edgeWith([{}], aged(cacheControl));
    await edge.handle(request('/a'));
    pass(within);
    const hit = await edge.handle(request('/a?ignored=1'));
    expect(hit.headers['x-cache']).toBe('Hit from cloudfront');
    expect(seen).toHaveLength(1);
    pass(after - within);
    await edge.handle(request('/a'));
    expect(seen).toHaveLength(2);
  });

  it('never keeps anything where caching is disabled', async () => {
    const { edge, seen } = edgeWith([{ cache: cachingDisabled }], aged('max-age=600'));
    await edge.handle(request('/a'));
    await edge.handle(request('/a'));
    expect(seen).toHaveLength(2);
  });

  it('keeps errors for ten seconds', async () => {
    let status = 404;
    const { edge, pass } = edgeWith([{}], () => reply('x', { status }));
    await edge.handle(request('/a'));
    status = 200;
    expect((await edge.handle(request('/a'))).status).toBe(404);
    pass(10.1);
    expect((await edge.handle(request('/a'))).status).toBe(200);
  });

  it('removes invalidated responses', async () => {
    const { edge, seen } = edgeWith([{}], aged('max-age=600'));
    for (const path of ['/m/1.jpg', '/m/2.jpg', '/n']) await edge.handle(request(path));
    edge.invalidate(['/m/*']);
    for (const path of ['/m/1.jpg', '/m/2.jpg', '/n']) await edge.handle(request(path));
    expect(seen.map(({ path }) => path)).toEqual(['/m/1.jpg', '/m/2.jpg', '/n', '/m/1.jpg', '/m/2.jpg']);
    edge.invalidate(['/n']);
    await edge.handle(request('/n'));
    expect(seen).toHaveLength(6);
  });

  it('answers conditions and ranges from what it keeps', async () => {
    const { edge, seen } = edgeWith([{}], () =>
      reply('0123456789', {
        headers: { etag: '"e"', 'content-type': 'image/jpeg', 'cache-control': 'max-age=60' },
      }),
    );
    const part = await edge.handle(request('/a', { headers: { range: 'bytes=2-4' } }));
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const tail = await edge.handle(request('/a', { headers: { range: 'bytes=-3' } }));
    expect(tail.body.toString()).toBe('789');
    expect((await edge.handle(request('/a', { headers: { range: 'bytes=20-' } }))).status).toBe(416);
    const same = await edge.handle(request('/a', { headers: { 'if-none-match': 'W/"e"' } }));
    expect([same.status, same.body.length]).toEqual([304, 0]);
    expect(seen).toHaveLength(1);
  });
});

describe('answers', () => {
  it('carry the headers of the policy', async () => {
    const responseHeaders = {
      set: [
        { name: 'x-frame-options', value: 'DENY', override: true },
        { name: 'cache-control', value: 'no-store', override: false },
      ],
      remove: ['server'],
    };
    const { edge } = edgeWith([{ responseHeaders }], () =>
      reply('x', {
        headers: { 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'max-age=5', server: 'me' },
      }),
    );
    const { headers } = await edge.handle(request('/a'));
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'max-age=5' });
    expect(headers).not.toHaveProperty('server');
  });

  it('are compressed as the viewer wishes, when there is something to gain', async () => {
    const long = 'a dish '.repeat(1000);
    const { edge } = edgeWith([{ compress: true }], ({ path }) =>
      path === '/photo'
        ? reply(long, { headers: { 'content-type': 'image/jpeg' } })
        : reply(path === '/short' ? 'short' : long, { headers: { 'content-type': 'text/css', etag: '"e"' } }),
    );
    const get = (path: string, encoding: string) =>
      edge.handle(request(path, { headers: { 'accept-encoding': encoding } }));
    const br = await get('/long', 'gzip, deflate, br');
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', etag: 'W/"e"', vary: 'accept-encoding' });
    expect(brotliDecompressSync(br.body).toString()).toBe(long);
    expect(gunzipSync((await get('/long', 'gzip, br;q=0')).body).toString()).toBe(long);
    expect((await get('/long', '')).body.toString()).toBe(long);
    expect((await get('/short', 'br')).headers).not.toHaveProperty('content-encoding');
    expect((await get('/photo', 'br')).headers).not.toHaveProperty('content-encoding');
  });

  it('are kept for ten seconds even where nothing else is kept, unless the distribution says otherwise', async () => {
    const failing = () => reply('', { status: 500, headers: { 'cache-control': 'no-store' } });
    const usual = edgeWith([{ cache: cachingDisabled }], failing);
    await usual.edge.handle(request('/api/me'));
    await usual.edge.handle(request('/api/me'));
    expect(usual.seen).toHaveLength(1);
    usual.pass(11);
    await usual.edge.handle(request('/api/me'));
    expect(usual.seen).toHaveLength(2);
    const never = { status: 500, page: undefined, responseStatus: undefined, keepFor: 0 };
    const configured = edgeWith([{ cache: cachingDisabled }], failing, { customErrors: [never] });
    await configured.edge.handle(request('/api/me'));
    await configured.edge.handle(request('/api/me'));
    expect(configured.seen).toHaveLength(2);
  });

  it('show the custom page of an error', async () => {
    const { edge } = edgeWith(
      [{}],
      ({ path }) => (path === '/oops.html' ? reply('sorry') : reply('', { status: 403 })),
      {
        customErrors: [{ status: 403, page: '/oops.html', responseStatus: 404, keepFor: 10 }],
      },
    );
    const response = await edge.handle(request('/missing'));
    expect([response.status, response.body.toString()]).toEqual([404, 'sorry']);
  });
});

describe('functions', () => {
  it('change the status of an answer, but are not run on errors', async () => {
    const onResponse = new EdgeFunction(
      'fn',
      `function handler(event) {
        event.response.statusCode = 410;
        event.response.headers['x-robots-tag'] = { value: 'noindex' };
        return event.response;
      }`,
    );
    const { edge } = edgeWith([{ onResponse }], ({ path }) =>
      reply('body', { status: path === '/broken' ? 403 : 200 }),
    );
    const changed = await edge.handle(request('/page'));
    expect([changed.status, changed.headers['x-robots-tag'], changed.body.toString()]).toEqual([
      410,
      'noindex',
      'body',
    ]);
    expect((await edge.handle(request('/broken'))).status).toBe(403);
  });

  const run = (code: string, path: string, headers: Record<string, string> = {}) => {
    const onRequest = new EdgeFunction('fn', code);
    const { edge, seen } = edgeWith(
      [
        {
          onRequest,
          cache: cachingDisabled as Behavior['cache'],
          originRequest: { headers: 'all', query: 'all' },
        },
      ],
      () => reply('x'),
    );
    return { answer: edge.handle(request(path, { headers })), seen };
  };

  it('change the request', async () => {
    const { answer, seen } = run(
      `function handler(event) {
        var request = event.request;
        request.uri = '/index.html';
        request.headers['x-viewer-origin'] = { value: 'https://' + request.headers.host.value };
        request.querystring.c = request.querystring.a;
        request.cookies.seen = { value: event.viewer.ip };
        return request;
      }`,
      '/gallery?a=1',
      { host: '127.0.0.1:4000', cookie: 'x=1' },
    );
    await answer;
    expect(seen[0]).toMatchObject({ path: '/index.html', query: 'a=1&c=1' });
    // Loopback hosts speak plain HTTP, whatever scheme the code writes.
    expect(seen[0]?.headers).toMatchObject({
      'x-viewer-origin': 'http://127.0.0.1:4000',
      cookie: 'x=1; seen=1.2.3.4',
    });
  });

  it('answer by themselves', async () => {
    const { answer, seen } = run(
      "async function handler() { return { statusCode: 302, headers: { location: { value: '/a' } } }; }",
      '/',
    );
    const response = await answer;
    expect([response.status, response.headers.location]).toEqual([302, '/a']);
    expect(seen).toHaveLength(0);
  });

  it('cannot reach this process or run for ever', async () => {
    const { answer, seen } = run(
      'function handler(e) { e.request.uri = typeof process + typeof require; return e.request; }',
      '/',
    );
    await answer;
    expect(seen[0]?.path).toBe('undefinedundefined');
    await expect(run('function handler() { for (;;); }', '/').answer).rejects.toThrow('timed out');
    expect(() => new EdgeFunction('fn', 'var x = 1;')).toThrow();
  });
});
