/**
 * An API for component tests, typed by the contract. It takes the place of `fetch` until the test ends.
 *
 *     const api = fakeApi({ listGenerations: () => ({ items: [], total: 0 }) });
 *     api.answer({ deleteGeneration: () => problem('busy') });
 *     expect(api.requests('deleteGeneration')).toEqual([{ params: { generationId }, query: undefined, body: undefined }]);
 *
 * A call that no handler answers, and a request or reply that does not fit the contract, fail the test.
 */
import { vi } from 'vitest';
import { type Problem, type ProblemCode, problems } from '#shared/api/problem.ts';
import type { Route, RouteInput, RouteReply } from '#shared/api/route.ts';
import { type RouteName, routes } from '#shared/api/routes.ts';
import type { Offer } from '#shared/api/site.ts';

type Routes = typeof routes;
type Input<N extends RouteName> = RouteInput<Routes[N]>;
type Reply<N extends RouteName> = RouteReply<Routes[N]> | Refusal;

type Handlers = { [N in RouteName]?: (input: Input<N>) => Reply<N> | Promise<Reply<N>> };

/** An answer with an error of the contract; made by `problem`. */
class Refusal {
  readonly body: Problem;
  constructor(body: Problem) {
    this.body = body;
  }
}

/** The API's answer with the error `code`; `detail` is the text that people read. */
export function problem(code: ProblemCode, detail?: string): Refusal {
  const { status, title } = problems[code];
  return new Refusal({ type: 'about:blank', title, status, code, ...(detail !== undefined && { detail }) });
}

/** A connection that is lost before the answer. */
export function offline(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** Refuses what is pending: a request that outlives its test would be repeated in the next one. */
const endings: (() => void)[] = [];

/** An answer that never arrives during the test: the pending state. */
export function pending(): Promise<Refusal> {
  return new Promise((resolve) => {
    endings.push(() => resolve(problem('forbidden')));
  });
}

export interface FakeApi {
  /** Adds handlers; one for the same route replaces the earlier one. */
  answer(handlers: Handlers): void;
  /** Requests to a route, in order, with the contract's defaults. */
  requests<N extends RouteName>(name: N): readonly Input<N>[];
}

/** Default replies to the calls that every page makes. */
const usualOffer: Offer = {
  freeCredits: 2,
  outpaintCredits: 0,
  specialPackLabel: 'Best Value',
  maintenance: 'off',
};

interface Call {
  readonly name: RouteName;
  readonly input: Input<RouteName>;
}

const unexpected: string[] = [];

/** Starts to answer the test's requests. */
export function fakeApi(initial: Handlers = {}): FakeApi {
  const handlers: Handlers = {
    getOffer: () => usualOffer,
    listStyles: () => ({ items: [], defaultId: null }),
    listCollections: () => ({ items: [] }),
    getNotifications: () => ({ pushKey: 'key', devices: [], email: 'off' }),
    getPost: () => ({ text: null, former: [], revision: 0, isBeingWritten: false }),
    ...initial,
  };
  const calls: Call[] = [];

  async function respond(request: Request): Promise<Response> {
    const matched = matchRoute(request);
    if (matched === undefined) return refuse(`${request.method} ${request.url} is no route of the API`);
    const { name, params } = matched;
    const route: Route = routes[name];
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined;
    if (handler === undefined) return refuse(`No handler answers ${name} (${request.method} ${request.url})`);
    const text = await request.text();
    const search = Object.fromEntries(new URL(request.url).searchParams);
    const input = {
      params: route.params?.parse(params),
      query: route.query?.parse(search),
      body: route.body?.parse(text === '' ? undefined : JSON.parse(text)),
    };
    calls.push({ name, input: input as Input<RouteName> });
    const reply = await handler(input);
    if (reply instanceof Refusal)
      return Response.json(reply.body, {
        status: reply.body.status,
        headers: { 'content-type': 'application/problem+json' },
      });
    if (route.reply === undefined) return new Response(null, { status: route.status });
    if (route.reply === 'html') return new Response(String(reply), { status: route.status });
    return Response.json(route.reply.parse(reply), { status: route.status });
  }

  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const request = new Request(...args);
    // The site's own files, and those that the test made.
    if (/^blob:|\.woff$/.test(request.url)) return real(...args);
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
    return Promise.race([respond(request).catch(failTest), aborted]);
  });
  return {
    answer: (more) => void Object.assign(handlers, more),
    requests: <N extends RouteName>(name: N) =>
      calls.filter((call) => call.name === name).map((call) => call.input as Input<N>),
  };
}

/** Restores `fetch` and throws when the test sent a request that it did not prepare an answer for. */
export function endFakeApi(): void {
  for (const end of endings.splice(0)) end();
  vi.unstubAllGlobals();
  const found = unexpected.splice(0);
  if (found.length > 0) throw new Error(`Unexpected requests:\n${found.join('\n')}`);
}

/** A lost connection is a prepared answer; any other error thrown here is a mistake in the test. */
function failTest(error: unknown): never {
  if (!(error instanceof TypeError && error.message === 'Failed to fetch')) unexpected.push(String(error));
  throw error;
}

function refuse(message: string): Response {
  unexpected.push(message);
  return new Response(null, { status: 501 });
}

function matchRoute(request: Request): { name: RouteName; params: Record<string, string> } | undefined {
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return undefined;
  const names = Object.keys(routes) as RouteName[];
  // Fixed paths come before those with parameters, as in API Gateway.
  names.sort((a, b) => Number(routes[a].path.includes('{')) - Number(routes[b].path.includes('{')));
  for (const name of names) {
    const { method, path } = routes[name];
    if (method !== request.method) continue;
    const found = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
    if (found === null) continue;
    const params = Object.entries(found.groups ?? {});
    return {
      name,
      params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])),
    };
  }
  return undefined;
}
