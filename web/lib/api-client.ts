import type { RouteReply, RouteRequest } from '#shared/api/route.ts';
import { routeAddresses } from '#shared/api/route-addresses.ts';
import type { RouteName, routes } from '#shared/api/routes.ts';
import { ApiError, apiErrorOf } from './api-error.ts';
import { noteServerTime } from './server-time.ts';
import { withinTime } from './time-limit.ts';

type Routes = typeof routes;

/** Only the parts that the route declares: `params`, `query` and `body`. */
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Input of the route `N`. */
export type CallRequest<N extends RouteName> = Present<RouteRequest<Routes[N]>>;

/** Reply of the route `N`. */
export type CallReply<N extends RouteName> = RouteReply<Routes[N]>;

type CallArguments<N extends RouteName> = keyof CallRequest<N> extends never
  ? [request?: Record<string, never>, signal?: AbortSignal]
  : [request: CallRequest<N>, signal?: AbortSignal];

export interface ApiClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** A valid access token, or with `renew` a new one; throws an ApiError `unauthenticated` without a session. */
  readonly accessToken: (options: { readonly renew: boolean }) => Promise<string>;
  /** Called if the API refuses a renewed token as well. */
  readonly onUnauthenticated?: () => void;
}

/**
 * Timeout of a call in milliseconds, without the time to send its body. API Gateway replies within 30 seconds, if only
 * with an error.
 */
const callTimeout = 35_000;
/** The slowest upload that is waited for, in bytes per millisecond (128 kbit/s): a logo is a body of up to 4 MB. */
const slowestUpload = 16;

/**
 * A client typed by the contract: `call('getGeneration', { params: { generationId } })`.
 * @throws ApiError and nothing else
 */
export function createApiClient(options: ApiClientOptions) {
  return async function call<N extends RouteName>(
    name: N,
    ...[request, signal]: CallArguments<N>
  ): Promise<CallReply<N>> {
    const route = routeAddresses[name];
    const parts = (request ?? {}) as { params?: object; query?: object; body?: unknown };
    const isPublic = route.access === 'public';
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);

    async function send(renew: boolean, limited: AbortSignal): Promise<Response> {
      const headers = new Headers({ accept: 'application/json' });
      if (!isPublic) headers.set('authorization', `Bearer ${await options.accessToken({ renew })}`);
      // A deletion arrives even if the document is closed.
      const keepalive = route.method === 'DELETE';
      const init: RequestInit = { method: route.method, headers, signal: limited, keepalive };
      if (body !== undefined) {
        headers.set('content-type', 'application/json');
        init.body = body;
      }
      return options.fetch(urlOf(route.path, parts), init);
    }

    async function receive(limited: AbortSignal): Promise<CallReply<N>> {
      const first = await send(false, limited);
      // The token may have been refused by mistake, or before its renewal: a new one decides.
      const response = first.status === 401 && !isPublic ? await send(true, limited) : first;
      if (!isPublic) noteServerTime(response);
      if (!response.ok) {
        const error = await apiErrorOf(response);
        if (error.code === 'unauthenticated') options.onUnauthenticated?.();
        throw error;
      }
      if (response.status === 204) return undefined as CallReply<N>;
      try {
        return (await response.json()) as CallReply<N>;
      } catch (error) {
        // An incomplete body is a network failure; a body that is not JSON is an error of the server.
        if (error instanceof SyntaxError) throw new ApiError('internal', { status: response.status });
        throw error;
      }
    }

    try {
      return await withinTime(callTimeout + (body?.length ?? 0) / slowestUpload, signal, receive);
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      throw new ApiError('offline');
    }
  };
}

/** Fills `{name}` in the path and appends the query; undefined members are left out. */
export function urlOf(path: string, parts: { params?: object; query?: object }): string {
  const params = new Map(Object.entries(parts.params ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  return search === '' ? filled : `${filled}?${search}`;
}
