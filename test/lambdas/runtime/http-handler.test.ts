import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { AdminCaller, ReadRole, UserCaller } from '#lambdas/runtime/authorize.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { type Handlers, httpHandler } from '#lambdas/runtime/http-handler.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import type { Route } from '#shared/api/route.ts';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { originSecretHeader } from '#shared/origin-secret.ts';
import { httpEvent, invoke } from './http-event.ts';

const routes = {
  addDish: {
    method: 'POST',
    path: '/api/menus/{menuId}/dishes',
    access: 'user',
    owner: 'share',
    status: 201,
    summary: 'A route of this test.',
    params: z.strictObject({ menuId: z.string().check(z.maxLength(5)) }),
    query: z.strictObject({ limit: z._default(z.coerce.number().check(z.int(), z.maximum(9)), 3) }),
    body: z.strictObject({
      name: z.string().check(z.minLength(1, 'Product name is required'), z.maxLength(10)),
    }),
    reply: z.object({ id: z.string(), limit: z.number() }),
  },
  clear: {
    method: 'DELETE',
    path: '/api/menus',
    access: 'superAdmin',
    owner: 'share',
    status: 204,
    summary: 'A route of this test.',
  },
  look: {
    method: 'GET',
    path: '/api/kitchen',
    access: 'admin',
    owner: 'share',
    status: 200,
    summary: 'A route of this test.',
    reply: z.object({ role: z.string() }),
  },
  page: {
    method: 'GET',
    path: '/m',
    access: 'public',
    owner: 'share',
    status: 200,
    summary: 'A route of this test.',
    reply: 'html',
  },
  unsubscribe: {
    method: 'POST',
    path: '/m/{token}',
    access: 'public',
    owner: 'share',
    status: 204,
    summary: 'A route of this test.',
    params: z.strictObject({ token: z.string() }),
  },
} as const satisfies Record<string, Route>;

const { addDish, clear, look, page, unsubscribe } = routes;
const user = { userId: 'user-1' };

const handlers = {
  addDish: vi.fn<Handlers<typeof routes>['addDish']>(),
  clear: vi.fn<Handlers<typeof routes>['clear']>(),
  look: vi.fn<Handlers<typeof routes>['look']>(),
  page: vi.fn<Handlers<typeof routes>['page']>(),
  unsubscribe: vi.fn<Handlers<typeof routes>['unsubscribe']>(),
};
const readRole = vi.fn<ReadRole>();
const problemPage = vi.fn((problem: { title: string }) => `<h1>${problem.title}</h1>`);
const handler = httpHandler({ function: 'share', routes, handlers, readRole, problemPage });

/** The mode of the maintenance switch. */
let maintenance: MaintenanceMode = 'off';
dynamodb().middlewareStack.add(
  () => async () => ({
    response: {},
    output: { Item: { value: maintenance, changedAt: '2026-11-22T12:00:00.000Z' } } as never,
  }),
  { step: 'initialize', name: 'maintenanceSwitch', priority: 'high' },
);

beforeEach(() => {
  maintenance = 'off';
  forgetMaintenance();
  vi.resetAllMocks();
  vi.stubEnv('TABLE_NAME', 'table');
  logger.setLogLevel('SILENT');
  problemPage.mockImplementation(({ title }) => `<h1>${title}</h1>`);
  handlers.addDish.mockResolvedValue({ id: 'dish-1', limit: 3 });
});

function add(call: Parameters<typeof httpEvent>[1]) {
  return invoke(handler, httpEvent(addDish, { user, params: { menuId: 'lunch' }, ...call }));
}

describe('a good request', () => {
  // V14.3.2
  it('reaches its handler validated, with defaults and caller, and the reply has status and JSON', async () => {
    const reply = await add({ body: { name: 'Soup' } });
    expect(handlers.addDish).toHaveBeenCalledWith(
      { params: { menuId: 'lunch' }, query: { limit: 3 }, body: { name: 'Soup' } },
      { userId: 'user-1', username: 'user-1', groups: [], scopes: ['aws.cognito.signin.user.admin'] },
      {
        id: 'request-1',
        headers: { 'content-type': 'application/json' },
        rawBody: Buffer.from('{"name":"Soup"}'),
      },
    );
    expect(reply).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: { id: 'dish-1', limit: 3 },
    });
  });

  it('leaves out of the reply what the contract does not name', async () => {
    handlers.addDish.mockResolvedValue(Object.assign({ id: 'dish-1', limit: 3 }, { pk: 'USER#1' }));
    // T2.I1, V8.2.3, V15.3.1
    expect((await add({ body: { name: 'Soup' } })).body).toEqual({ id: 'dish-1', limit: 3 });
  });

  it('reads a base64 body', async () => {
    const event = httpEvent(addDish, { user, params: { menuId: 'lunch' } });
    const body = Buffer.from('{"name":"Crème"}').toString('base64');
    expect((await invoke(handler, { ...event, body, isBase64Encoded: true })).status).toBe(201);
    expect(handlers.addDish.mock.calls[0]?.[0].body).toEqual({ name: 'Crème' });
  });

  it('answers a page as HTML that may be cached for a minute', async () => {
    handlers.page.mockResolvedValue('<p>Menu</p>');
    expect(await invoke(handler, httpEvent(page))).toEqual({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      body: '<p>Menu</p>',
    });
  });
});

describe('HEAD', () => {
  const head = { ...httpEvent(page), routeKey: `HEAD ${page.path}` };

  it('of a page, as link previews send it, is answered like GET without the body', async () => {
    handlers.page.mockResolvedValue('<p>Menu</p>');
    const { body, ...reply } = await invoke(handler, httpEvent(page));
    expect(body).toBe('<p>Menu</p>');
    expect(await invoke(handler, head)).toEqual({ ...reply, body: undefined });
  });

  it('of a page with a problem is answered the same way', async () => {
    handlers.page.mockRejectedValue(new AppError('not_found'));
    const { body, ...reply } = await invoke(handler, httpEvent(page));
    expect(body).toBe('<h1>Not found</h1>');
    expect(await invoke(handler, head)).toEqual({ ...reply, body: undefined });
  });
});

describe('bad input', () => {
  // V1.1.1
  it.each([
    ['no body', {}, ''],
    ['a body that is not JSON', { text: '{"name":' }, ''],
    ['an unknown field', { body: { name: 'Soup', price: 1 } }, ''],
    ['a wrong type', { body: { name: 7 } }, 'name'],
    ['a field too long', { body: { name: 'x'.repeat(11) } }, 'name'],
    ['an array', { body: [] }, ''],
    ['a bad parameter', { body: { name: 'Soup' }, params: { menuId: 'too long' } }, 'menuId'],
    ['a bad query', { body: { name: 'Soup' }, query: { limit: '10' } }, 'limit'],
  ])('%s is a problem that says where', async (_what, call, path) => {
    const { status, headers, body } = await add(call);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body).toMatchObject({ code: 'invalid_input', status: 400, requestId: 'request-1' });
    expect(body.issues[0].path).toBe(path);
    expect(handlers.addDish).not.toHaveBeenCalled();
  });

  it("carries the specification's message with its prefix", async () => {
    const { body } = await add({ body: { name: '' } });
    // C5.48
    expect(body.detail).toBe('Invalid input: Product name is required');
  });

  it('has the prefix once, also where the reason is that of the validator', async () => {
    const detailOf = async (text: string) => (await add({ text })).body.detail;
    expect(await detailOf('null')).toBe('Invalid input: expected object, received null');
    expect(await detailOf('{"name":7}')).toBe('Invalid input: name: expected string, received number');
  });

  it('an unknown route is not found', async () => {
    expect((await invoke(handler, httpEvent({ method: 'GET', path: '/api/nothing' }))).body.code).toBe(
      'not_found',
    );
  });
});

describe('a text', () => {
  it('with a lone surrogate is repaired, because it cannot be stored', async () => {
    await add({ text: String.raw`{"name":"a\ud800b"}` });
    // T2.T3
    expect(handlers.addDish.mock.calls[0]?.[0].body).toEqual({ name: 'a\ufffdb' });
  });
});

it('compresses a long reply for clients that accept compression', async () => {
  handlers.page.mockResolvedValue('<p>soup</p>'.repeat(500));
  const event = httpEvent(page);
  expect((await invoke(handler, event)).headers).not.toHaveProperty('content-encoding');
  const packed = await invoke(handler, {
    ...event,
    headers: { ...event.headers, 'accept-encoding': 'gzip, br' },
  });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
  expect(String(packed.body).length).toBeLessThan(500);
});

describe('the maintenance switch', () => {
  const switchRoutes = {
    ...routes,
    draw: { ...routes.clear, path: '/api/drawings', access: 'user', refusedFrom: 'generation' },
    turn: { ...routes.clear, path: '/api/switch', access: 'user', refusedFrom: 'never' },
    note: { ...routes.clear, path: '/api/notes', access: 'user' },
  } as const satisfies Record<string, Route>;
  const done = vi.fn(async () => undefined);
  const handle = httpHandler({
    function: 'share',
    routes: switchRoutes,
    handlers: { ...handlers, draw: done, turn: done, note: done },
    readRole,
    problemPage,
  });
  const statusOf = async (name: keyof typeof switchRoutes) =>
    (await invoke(handle, httpEvent(switchRoutes[name], { user }))).status;

  it.each([
    ['off', { draw: 204, turn: 204, note: 204, page: 200 }],
    ['generation', { draw: 503, turn: 204, note: 204, page: 200 }],
    ['all', { draw: 503, turn: 204, note: 503, page: 200 }],
  ] as const)('%s: %o', async (mode, expected) => {
    maintenance = mode;
    handlers.page.mockResolvedValue('<p>');
    for (const name of ['draw', 'turn', 'note', 'page'] as const)
      expect(await statusOf(name), name).toBe(expected[name]);
  });

  it('says when to retry, in words that fit all work of a model', async () => {
    maintenance = 'generation';
    const refused = await invoke(handle, httpEvent(switchRoutes.draw, { user }));
    expect(refused).toMatchObject({
      headers: { 'retry-after': '60', 'cache-control': 'no-store' },
      body: {
        code: 'maintenance',
        detail: 'This is paused while we work on it. Nothing was charged. Please try again in a few minutes.',
      },
    });
  });
});

describe('access', () => {
  it.each([
    ['no secret', {}],
    ['another secret', { [originSecretHeader]: 'a guess' }],
    ['an empty secret', { [originSecretHeader]: '' }],
  ])('refuses what did not come through CloudFront: %s', async (_name, headers) => {
    const event = {
      ...httpEvent(addDish, { user, params: { menuId: 'lunch' }, body: { name: 'Soup' } }),
      headers,
    };
    expect(await invoke(handler, event)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await invoke(handler, { ...httpEvent(page), headers })).status).toBe(403);
    expect(handlers.addDish).not.toHaveBeenCalled();
    expect(handlers.page).not.toHaveBeenCalled();
  });

  it('refuses a call without token, and with an id token', async () => {
    const anonymous = httpEvent(addDish, { params: { menuId: 'lunch' }, body: { name: 'Soup' } });
    expect((await invoke(handler, anonymous)).body.code).toBe('unauthenticated');
    const idToken = { jwt: { claims: { sub: 'user-1', username: 'user-1', token_use: 'id' } } };
    const event = { ...anonymous, requestContext: { requestId: 'r', authorizer: idToken } };
    expect((await invoke(handler, event)).status).toBe(401);
  });

  it.each([
    // [claim, role item, may look (admin), may clear (super admin)]
    [undefined, undefined, false, false],
    ['[admin]', undefined, false, false],
    [undefined, 'super_admin', false, false],
    ['[admin]', 'admin', true, false],
    ['[admin]', 'super_admin', true, false],
    ['[super_admin]', 'admin', true, false],
    ['[admin super_admin]', 'super_admin', true, true],
    ['[super_admin]', 'super_admin', true, true],
    ['[customers]', 'super_admin', false, false],
  ] as const)('groups %s with role %s: admin %s, super admin %s', async (groups, role, admin, superAdmin) => {
    readRole.mockResolvedValue(role);
    handlers.look.mockImplementation(async (_input, caller) => ({ role: caller.role }));
    handlers.clear.mockResolvedValue(undefined);
    const staff = groups === undefined ? user : { ...user, groups };
    // B6.11
    expect((await invoke(handler, httpEvent(look, { user: staff }))).status).toBe(admin ? 200 : 403);
    expect((await invoke(handler, httpEvent(clear, { user: staff }))).status).toBe(superAdmin ? 204 : 403);
    expect(handlers.clear).toHaveBeenCalledTimes(superAdmin ? 1 : 0);
  });

  // V16.5.3
  it('lets nobody in as staff when the role cannot be read', async () => {
    readRole.mockRejectedValue(new Error('the table is away'));
    const staff = { ...user, groups: '[admin super_admin]' };
    // B4.10, T2.E1
    expect((await invoke(handler, httpEvent(look, { user: staff }))).status).toBe(500);
    expect((await invoke(handler, httpEvent(clear, { user: staff }))).status).toBe(500);
    expect(handlers.look).not.toHaveBeenCalled();
    expect(handlers.clear).not.toHaveBeenCalled();
  });

  it('reads the role item of the token`s user', async () => {
    await invoke(handler, httpEvent(look, { user: { ...user, groups: '[admin]' } }));
    expect(readRole).toHaveBeenCalledWith(expect.objectContaining({ userId: 'user-1' }));
  });
});

describe('errors', () => {
  it('sends the caller the error of a use case', async () => {
    handlers.addDish.mockRejectedValue(new AppError('insufficient_credits', 'Too few'));
    const { status, body } = await add({ body: { name: 'Soup' } });
    expect(status).toBe(402);
    // C8.54, B8.46
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Insufficient credits',
      status: 402,
      code: 'insufficient_credits',
      detail: 'Too few',
      requestId: 'request-1',
    });
  });

  // C8.28, B8.46
  it('says after how many seconds to retry a temporary refusal', async () => {
    const waits: Record<string, string | undefined> = {};
    for (const code of ['busy', 'too_many_generations', 'daily_limit_reached', 'conflict'] as const) {
      handlers.addDish.mockRejectedValueOnce(new AppError(code));
      waits[code] = (await add({ body: { name: 'Soup' } })).headers['retry-after'];
    }
    expect(waits).toEqual({
      busy: '1',
      too_many_generations: '20',
      daily_limit_reached: expect.stringMatching(/^[1-9]\d{0,4}$/),
      conflict: undefined,
    });
  });

  it('sends only the request id of an unexpected error, and logs the error', async () => {
    const logged = vi.spyOn(logger, 'error');
    const error = new Error('secret table name');
    handlers.addDish.mockRejectedValue(error);
    const { status, body } = await add({ body: { name: 'Soup' } });
    expect(status).toBe(500);
    expect(body.requestId).toBe('request-1');
    // C8.54, T2.I1, V16.5.1
    expect(JSON.stringify(body)).not.toContain('secret');
    // V16.3.4
    expect(logged).toHaveBeenCalledWith('Unexpected error', { error });
  });

  it('a reply against the contract is an unexpected error', async () => {
    handlers.addDish.mockResolvedValue({ id: 7 } as never);
    expect((await add({ body: { name: 'Soup' } })).status).toBe(500);
  });

  it('throttling of an AWS service is reported as "busy"', async () => {
    handlers.addDish.mockRejectedValue(Object.assign(new Error(), { name: 'ThrottlingException' }));
    expect((await add({ body: { name: 'Soup' } })).body.code).toBe('busy');
  });

  it('renders the problem of a page as a page', async () => {
    handlers.page.mockRejectedValue(new AppError('not_found'));
    const reply = await invoke(handler, httpEvent(page));
    expect(reply).toMatchObject({ status: 404, body: '<h1>Not found</h1>' });
    expect(reply.headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('names the missing environment variable in the log only', async () => {
    vi.stubEnv('TABLE_NAME', '');
    const logged = vi.spyOn(logger, 'error');
    const { status, body } = await add({ body: { name: 'Soup' } });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('TABLE_NAME');
    expect(logged.mock.calls[0]?.[1]).toMatchObject({
      error: { message: expect.stringContaining('TABLE_NAME') },
    });
  });
});

describe('logs', () => {
  it('carry request id, route, user and entity, and never body or token', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    logger.setLogLevel('INFO');
    await add({ body: { name: 'Secret' } });
    write.mockRestore();
    expect(lines.length).toBeGreaterThan(0);
    // V16.2.1, V16.2.4, V16.3.2
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      requestId: 'request-1',
      route: 'POST /api/menus/{menuId}/dishes',
      userId: 'user-1',
      entityId: 'lunch',
      status: 201,
    });
    // T2.I1
    expect(lines.join()).not.toContain('Secret');
  });

  it('of a public route do not carry the address, which is all that its caller needs', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    logger.setLogLevel('INFO');
    await invoke(handler, httpEvent(unsubscribe, { params: { token: 'unguessable' } }));
    write.mockRestore();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ route: 'POST /m/{token}', status: 204 });
    expect(lines.join()).not.toContain('unguessable');
  });
});

describe('lines of the log', () => {
  it('stay one line of JSON each, whatever a caller writes', async () => {
    const lines: string[] = [];
    // Errors go to the second.
    const writes = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((line) => {
        lines.push(String(line));
        return true;
      }),
    );
    logger.setLogLevel('INFO');
    handlers.addDish.mockRejectedValue(new Error('table\n{"level":"INFO","message":"forged"}'));
    for (const menuId of ['a\n{}', '\r\u2028', '\u001b[2J', '"}\n'])
      await add({ params: { menuId }, body: { name: 'x\ny' } });
    for (const write of writes) write.mockRestore();
    const text = lines.join('');
    const written = text.split('\n').filter((line) => line !== '');
    expect(written.length).toBeGreaterThanOrEqual(8);
    for (const line of written) {
      // T2.I1, V1.2.3, V16.2.4, V16.4.1
      expect(JSON.parse(line).message, line).not.toBe('forged');
      expect(line).not.toContain('\u001b');
    }
  });
});

describe('types', () => {
  it('give each handler its input and its caller', () => {
    type H = Handlers<typeof routes>;
    expectTypeOf<Parameters<H['addDish']>[0]['body']>().toEqualTypeOf<{ name: string }>();
    expectTypeOf<Parameters<H['addDish']>[0]['query']>().toEqualTypeOf<{ limit: number }>();
    expectTypeOf<Parameters<H['clear']>[0]['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<H['addDish']>[1]>().toEqualTypeOf<UserCaller>();
    expectTypeOf<Parameters<H['look']>[1]>().toEqualTypeOf<AdminCaller>();
    expectTypeOf<Parameters<H['page']>[1]>().toEqualTypeOf<undefined>();
    expectTypeOf<ReturnType<H['page']>>().toEqualTypeOf<Promise<string>>();
    expectTypeOf<ReturnType<H['clear']>>().toEqualTypeOf<Promise<undefined>>();
  });

  it('refuse a missing handler, a wrong reply, a foreign route and a missing role reader', () => {
    const { page: _page, ...withoutPage } = handlers;
    // @ts-expect-error: the handler of `page` is missing
    httpHandler({ function: 'share', routes, handlers: withoutPage, readRole, problemPage });
    const wrongReply = { ...handlers, addDish: async () => ({ id: 1, limit: 3 }) };
    // @ts-expect-error: the id of the reply is not text
    httpHandler({ function: 'share', routes, handlers: wrongReply, readRole, problemPage });
    // @ts-expect-error: these routes belong to another function
    httpHandler({ function: 'account', routes, handlers, readRole, problemPage });
    // @ts-expect-error: routes for staff need the role item
    httpHandler({ function: 'share', routes, handlers, problemPage });
    // @ts-expect-error: a route that answers with a page needs one for problems
    httpHandler({ function: 'share', routes, handlers, readRole });
  });
});
