import { describe, expect, it, vi } from 'vitest';
import { createApiClient, urlOf } from '#web/lib/api-client.ts';
import { ApiError, isTransient, messageOf } from '#web/lib/api-error.ts';

const generationId = '01J00000000000000000000001';

function clientThat(answer: (request: Request) => Response | Promise<Response>) {
  const seen: Request[] = [];
  let refused = 0;
  let tokens = 1;
  const call = createApiClient({
    fetch: async (input, init) => {
      const request = new Request(new URL(String(input), 'https://site.example'), init);
      seen.push(request);
      return answer(request);
    },
    accessToken: ({ renew }) => {
      if (renew) tokens += 1;
      return Promise.resolve(`token-${tokens}`);
    },
    onUnauthenticated: () => {
      refused += 1;
    },
  });
  return { call, seen, refusals: () => refused };
}

const problem = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });

describe('the API client', () => {
  // C7.2
  it('fills parameters, sends the body as JSON and signs the call', async () => {
    const { call, seen } = clientThat(() => Response.json({ id: generationId }));
    await call('setCover', { params: { generationId }, body: { cover: 1 } });
    const [request] = seen;
    expect(request?.method).toBe('PATCH');
    expect(request?.url).toBe(`https://site.example/api/generations/${generationId}`);
    expect(request?.headers.get('authorization')).toBe('Bearer token-1');
    expect(await request?.json()).toEqual({ cover: 1 });
  });

  it('answers undefined for a 204', async () => {
    const { call } = clientThat(() => new Response(null, { status: 204 }));
    await expect(call('deleteGeneration', { params: { generationId } })).resolves.toBeUndefined();
  });

  it('lets a deletion arrive also when the document is closed, and stops everything else then', async () => {
    const { call, seen } = clientThat(({ method }) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: generationId }),
    );
    await call('deleteGeneration', { params: { generationId } });
    await call('getGeneration', { params: { generationId } });
    expect(seen.map(({ method, keepalive }) => [method, keepalive])).toEqual([
      ['DELETE', true],
      ['GET', false],
    ]);
  });

  it('turns problem+json into an error with its code, words and request id', async () => {
    const { call } = clientThat(() =>
      problem(402, {
        type: 'about:blank',
        title: 'Insufficient credits',
        status: 402,
        code: 'insufficient_credits',
        detail: 'You have 0 credits.',
        requestId: 'r-1',
      }),
    );
    const error = await call('getMe').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'insufficient_credits',
      status: 402,
      message: 'You have 0 credits.',
      requestId: 'r-1',
    });
  });

  it('gives replies of the gateway a code by their status', async () => {
    const codes = [];
    for (const [status, body] of [
      [401, '{"message":"Unauthorized"}'],
      [429, '{"message":"Too Many Requests"}'],
      [404, '{"message":"Not Found"}'],
      [502, '<html>Bad gateway</html>'],
      [500, ''],
    ] as const) {
      const { call } = clientThat(
        () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
      );
      codes.push(await call('getMe').catch((error: unknown) => (error as ApiError).code));
    }
    expect(codes).toEqual(['unauthenticated', 'busy', 'not_found', 'busy', 'internal']);
  });

  it('repeats a call once with a new token where the token was refused', async () => {
    const { call, seen, refusals } = clientThat((request) =>
      request.headers.get('authorization') === 'Bearer token-1'
        ? new Response('', { status: 401 })
        : Response.json({ id: generationId }),
    );
    await call('setCover', { params: { generationId }, body: { cover: 1 } });
    expect(seen.map(({ method, headers }) => [method, headers.get('authorization')])).toEqual([
      ['PATCH', 'Bearer token-1'],
      ['PATCH', 'Bearer token-2'],
    ]);
    expect(await seen[1]?.json()).toEqual({ cover: 1 });
    expect(refusals()).toBe(0);
  });

  it('reports only a token that is refused after its renewal as unauthenticated', async () => {
    const unauthorized = clientThat(() => new Response('', { status: 401 }));
    await expect(unauthorized.call('getMe')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(unauthorized.refusals()).toBe(1);
    expect(unauthorized.seen).toHaveLength(2);
    const missing = clientThat(() => new Response('', { status: 404 }));
    await missing.call('getMe').catch(() => undefined);
    expect(missing.refusals()).toBe(0);
  });

  it('reports a lost connection as offline, which is transient', async () => {
    const { call } = clientThat(() => {
      throw new TypeError('Failed to fetch');
    });
    const error = await call('getMe').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'offline', status: 0 });
    expect(isTransient(error)).toBe(true);
    expect(isTransient(new ApiError('format_locked'))).toBe(false);
  });

  it('gives up a call without an answer after 35 seconds, and tells the network', async () => {
    vi.useFakeTimers();
    const { call, seen } = clientThat(() => new Promise(() => undefined));
    const calling = call('getMe').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(34_000);
    expect(seen[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await calling).toMatchObject({ code: 'offline' });
    expect(seen[0]?.signal.aborted).toBe(true);
    vi.useRealTimers();
  });

  it('gives a large body the time that a slow connection needs for it', async () => {
    vi.useFakeTimers();
    const { call, seen } = clientThat(() => new Promise(() => undefined));
    const calling = call('setLogo', { body: { file: 'A'.repeat(1_600_000) } }).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(134_000);
    expect(seen[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await calling).toMatchObject({ code: 'offline' });
    vi.useRealTimers();
  });

  it('gives up one that waits for its token, too', async () => {
    vi.useFakeTimers();
    const call = createApiClient({
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
      accessToken: () => new Promise(() => undefined),
    });
    const calling = call('getMe').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await calling).toMatchObject({ code: 'offline' });
    vi.useRealTimers();
  });

  it('reports a reply that is not JSON as an error', async () => {
    const { call } = clientThat(() => new Response('<html>', { status: 200 }));
    await expect(call('getMe')).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('urlOf', () => {
  it('reports an incomplete reply as a lost connection, and rethrows a cancellation', async () => {
    const cancelled = new AbortController();
    const broken = (error: unknown) =>
      new Response(new ReadableStream({ start: (stream) => stream.error(error) }), {
        headers: { 'content-type': 'application/json' },
      });
    const { call } = clientThat(() => broken(new TypeError('network error')));
    await expect(call('getMe')).rejects.toMatchObject({ code: 'offline' });
    const { call: cancel } = clientThat(() => {
      cancelled.abort();
      return broken(cancelled.signal.reason);
    });
    await expect(cancel('getMe', {}, cancelled.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('escapes parameters and leaves out what is undefined', () => {
    expect(urlOf('/api/shares/{shareId}', { params: { shareId: 'a/b c' } })).toBe('/api/shares/a%2Fb%20c');
    expect(urlOf('/api/generations', { query: { cursor: undefined, limit: 24 } })).toBe(
      '/api/generations?limit=24',
    );
  });
});

describe('messageOf', () => {
  it('shows the API’s own words and never those of an unexpected error', async () => {
    const { call } = clientThat(() =>
      problem(409, { title: 'This image is not ready', status: 409, code: 'not_ready' }),
    );
    const refusal = await call('getMe').catch((error: unknown) => error);
    expect(messageOf(refusal)).toBe('This image is not ready');
    expect(messageOf(new Error('undefined is not a function'))).toBe('Something went wrong on our side');
  });
});
