import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest } from '#src/http/http-message.ts';
import { HttpApiHost, type RouteDefinition } from '#src/http-api/http-api-host.ts';
import type { InvokeResult } from '#src/lambda/execution-environment.ts';

let issuer: string;
let server: Server;
let privateKey: CryptoKey;
let foreignKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256');
  privateKey = pair.privateKey;
  foreignKey = (await generateKeyPair('RS256')).privateKey;
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  server = createServer((req, res) => {
    const body = req.url?.endsWith('jwks.json')
      ? keys
      : { issuer, jwks_uri: `${issuer}/.well-known/jwks.json` };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
});

afterAll(() => server.close());

type Event = Record<string, unknown>;

function hostWith(
  routes: (Partial<RouteDefinition> & { routeKey: string })[],
  invoke: (event: Event) => Promise<InvokeResult> | InvokeResult = () => ({
    ok: true,
    payload: '{"ok":true}',
  }),
  now?: () => number,
) {
  const events: Event[] = [];
  const host = new HttpApiHost({
    apiId: 'abc123',
    accountId: '000000000000',
    domainName: 'abc123.execute-api.eu-west-2.amazonaws.com',
    invoke: async (_arn, event) => {
      events.push(event as Event);
      return invoke(event as Event);
    },
    ...(now && { now }),
  });
  host.setRoutes(
    routes.map((route) => ({
      functionArn: `arn:${route.routeKey}`,
      timeoutMs: 30_000,
      authorizer: undefined,
      throttle: undefined,
      ...route,
    })),
  );
  return { host, events };
}

function request(changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    ...changes,
  };
}

const text = (body: Buffer) => body.toString('utf8');

describe('routes', () => {
  const keys = ['GET /a/{id}', 'GET /a/list', 'ANY /a/{id}', 'GET /files/{rest+}', 'POST /a/{id}/b'];

  it.each([
    ['GET', '/a/list', 'GET /a/list', undefined],
    ['GET', '/a/7%20x', 'GET /a/{id}', { id: '7 x' }],
    ['DELETE', '/a/7', 'ANY /a/{id}', { id: '7' }],
    ['GET', '/files/x/y.png', 'GET /files/{rest+}', { rest: 'x/y.png' }],
    ['POST', '/a/7/b', 'POST /a/{id}/b', { id: '7' }],
  ])('%s %s goes to %s', async (method, path, routeKey, params) => {
    const { host, events } = hostWith(keys.map((key) => ({ routeKey: key })));
    expect((await host.handle(request({ method, path }))).status).toBe(200);
    expect(events[0]?.routeKey).toBe(routeKey);
    expect(events[0]?.pathParameters).toEqual(params);
  });

  it.each([
    ['POST', '/a/list/c'],
    ['GET', '/a/'],
    ['GET', '/files/'],
    ['PUT', '/nothing'],
  ])('%s %s is not found', async (method, path) => {
    const { host } = hostWith([{ routeKey: 'GET /a/{id}' }, { routeKey: 'GET /files/{rest+}' }]);
    const reply = await host.handle(request({ method, path }));
    expect(reply.status).toBe(404);
    expect(text(reply.body)).toBe('{"message":"Not Found"}');
  });
});

describe('payload format 2.0', () => {
  it('hands the request over to the letter', async () => {
    const { host, events } = hostWith([{ routeKey: 'POST /api/a/{id}' }], undefined, () =>
      Date.UTC(2026, 10, 21, 9, 5, 7),
    );
    await host.handle(
      request({
        method: 'POST',
        path: '/api/a/1',
        query: 'x=1&x=2&empty=&y=a%20b',
        headers: { 'content-type': 'application/json', cookie: 'a=1; b=2', 'user-agent': 'test', host: 'h' },
        body: Buffer.from('{"ä":1}'),
      }),
    );
    expect(events[0]).toEqual({
      version: '2.0',
      routeKey: 'POST /api/a/{id}',
      rawPath: '/api/a/1',
      rawQueryString: 'x=1&x=2&empty=&y=a%20b',
      cookies: ['a=1', 'b=2'],
      headers: { 'content-type': 'application/json', 'user-agent': 'test', host: 'h' },
      queryStringParameters: { x: '1,2', empty: '', y: 'a b' },
      pathParameters: { id: '1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'abc123',
        domainName: 'abc123.execute-api.eu-west-2.amazonaws.com',
        domainPrefix: 'abc123',
        http: {
          method: 'POST',
          path: '/api/a/1',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'test',
        },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: 'POST /api/a/{id}',
        stage: '$default',
        time: '21/Nov/2026:09:05:07 +0000',
        timeEpoch: Date.UTC(2026, 10, 21, 9, 5, 7),
      },
      body: '{"ä":1}',
      isBase64Encoded: false,
    });
  });

  it('encodes a binary body', async () => {
    const { host, events } = hostWith([{ routeKey: 'POST /a' }]);
    const body = Buffer.from([0, 255, 1]);
    await host.handle(
      request({ method: 'POST', path: '/a', headers: { 'content-type': 'image/png' }, body }),
    );
    expect(events[0]).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
  });

  it.each([
    [
      { statusCode: 201, headers: { 'X-A': 'b', 'Content-Type': 'text/html' }, body: 'hi', cookies: ['s=1'] },
      201,
      'hi',
    ],
    [{ statusCode: 200, body: Buffer.from('bin').toString('base64'), isBase64Encoded: true }, 200, 'bin'],
    [{ any: 'object' }, 200, '{"any":"object"}'],
  ])('answers what the function returned', async (reply, status, body) => {
    const { host } = hostWith([{ routeKey: 'GET /a' }], () => ({ ok: true, payload: JSON.stringify(reply) }));
    const response = await host.handle(request({ path: '/a' }));
    expect(response.status).toBe(status);
    expect(text(response.body)).toBe(body);
    if ('cookies' in reply) {
      expect(response.cookies).toEqual(['s=1']);
      expect(response.headers).toMatchObject({ 'x-a': 'b', 'content-type': 'text/html' });
    }
  });

  it.each([
    [{ ok: false as const, error: { errorType: 'Error', errorMessage: 'secret detail' } }],
    [{ ok: true as const, payload: '{"statusCode":"no"}' }],
    [{ ok: true as const, payload: '{"statusCode":200,"body":{}}' }],
  ])('answers 500 and nothing else for a failed function', async (result) => {
    const { host } = hostWith([{ routeKey: 'GET /a' }], () => result);
    const response = await host.handle(request({ path: '/a' }));
    expect(response.status).toBe(500);
    expect(text(response.body)).toBe('{"message":"Internal Server Error"}');
  });
});

describe('limits', () => {
  // T2.D1, V2.4.1
  it('throttles a route by rate and burst', async () => {
    let now = 0;
    const route = { routeKey: 'GET /a', throttle: { rate: 2, burst: 3 } };
    const { host } = hostWith([route], undefined, () => now);
    const statuses = async (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => (await host.handle(request({ path: '/a' }))).status),
      );
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    now += 1000;
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });

  // AWS: requests over the limit of a route do not reach its authorizer, so that it counts those without a token, too.
  it('throttles before it looks at the token', async () => {
    const issuer = 'http://127.0.0.1:9/pool';
    const throttle = { rate: 1, burst: 2 };
    const { host, events } = hostWith([
      { routeKey: 'POST /a', authorizer: { issuer, audience: ['site'] }, throttle },
    ]);
    const post = async () => (await host.handle(request({ method: 'POST', path: '/a' }))).status;
    expect([await post(), await post(), await post()]).toEqual([401, 401, 429]);
    expect(events).toEqual([]);
  });

  it('refuses a body of more than 10 MB', async () => {
    const { host } = hostWith([{ routeKey: 'POST /a' }]);
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    // T2.D1
    expect((await host.handle(request({ method: 'POST', path: '/a', body }))).status).toBe(413);
  });

  // T2.D1, V15.2.2
  it('gives up on a slow function', async () => {
    const slow = () =>
      new Promise<InvokeResult>((resolve) => setTimeout(resolve, 500, { ok: true, payload: '{}' }));
    const { host } = hostWith([{ routeKey: 'GET /a', timeoutMs: 50 }], slow);
    const response = await host.handle(request({ path: '/a' }));
    expect(response.status).toBe(503);
    expect(text(response.body)).toBe('{"message":"Service Unavailable"}');
  });
});

describe('the JWT authorizer', () => {
  const token = (claims: object, key = privateKey, expires: string | number = '1h') =>
    new SignJWT({ client_id: 'site', 'cognito:groups': ['admin', 'super_admin'], auth_time: 1234, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime(expires)
      .setSubject('user-1')
      .sign(key);

  async function ask(header: string | undefined) {
    const { host, events } = hostWith([{ routeKey: 'GET /a', authorizer: { issuer, audience: ['site'] } }]);
    const response = await host.handle(
      request({ path: '/a', headers: header === undefined ? {} : { authorization: header } }),
    );
    return { status: response.status, body: text(response.body), event: events[0] };
  }

  it('hands claims over as strings, lists in brackets', async () => {
    const { status, event } = await ask(`Bearer ${await token({})}`);
    expect(status).toBe(200);
    const { requestContext } = event as {
      requestContext: { authorizer: { jwt: { claims: object; scopes: null } } };
    };
    expect(requestContext.authorizer.jwt).toMatchObject({
      claims: {
        sub: 'user-1',
        client_id: 'site',
        'cognito:groups': '[admin super_admin]',
        auth_time: '1234',
      },
      scopes: null,
    });
  });

  it('takes the audience of an id token as well', async () => {
    expect((await ask(`Bearer ${await token({ client_id: undefined, aud: 'site' })}`)).status).toBe(200);
  });

  it.each([
    ['no token', async () => undefined],
    ['rubbish', async () => 'Bearer abc'],
    ['a token of another client', async () => `Bearer ${await token({ client_id: 'other' })}`],
    ['an expired token', async () => `Bearer ${await token({}, privateKey, 1000)}`],
    ['a forged token', async () => `Bearer ${await token({}, foreignKey)}`],
    [
      'an unsigned token',
      async () => {
        const [, payload] = (await token({})).split('.');
        return `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      },
    ],
  ])('refuses %s', async (_name, header) => {
    const { status, body, event } = await ask(await header());
    expect(status).toBe(401);
    expect(body).toBe('{"message":"Unauthorized"}');
    expect(event).toBeUndefined();
  });
});
