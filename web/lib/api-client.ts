import type { RouteReply, RouteRequest } from '#shared/api/route.ts';
import { type RouteName, routes } from '#shared/api/routes.ts';
import { ApiError, apiErrorOf } from './api-error.ts';

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
  /** A valid access token; throws an ApiError `unauthenticated` when there is no session. */
  readonly accessToken: () => Promise<string>;
  /** Called when the API refuses the token. */
  readonly onUnauthenticated?: () => void;
}

/**
 * A client typed by the contract: `call('getGeneration', { params: { generationId } })`. It throws ApiError and
 * nothing else.
 */
export function createApiClient(options: ApiClientOptions) {
  return async function call<N extends RouteName>(
    name: N,
    ...[request, signal]: CallArguments<N>
  ): Promise<CallReply<N>> {
    const route = routes[name];
    const parts = (request ?? {}) as { params?: object; query?: object; body?: unknown };
    const headers = new Headers({ accept: 'application/json' });
    if (route.access !== 'public') headers.set('authorization', `Bearer ${await options.accessToken()}`);
    const init: RequestInit = { method: route.method, headers, ...(signal && { signal }) };
    if (parts.body !== undefined) {
      headers.set('content-type', 'application/json');
      init.body = JSON.stringify(parts.body);
    }

    let response: Response;
    try {
      response = await options.fetch(urlOf(route.path, parts), init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError('offline');
    }
    if (!response.ok) {
      const error = await apiErrorOf(response);
      if (error.code === 'unauthenticated') options.onUnauthenticated?.();
      throw error;
    }
    if (response.status === 204) return undefined as CallReply<N>;
    try {
      return (await response.json()) as CallReply<N>;
    } catch (error) {
      if (signal?.aborted) throw error;
      // An incomplete body is a network failure; a body that is not JSON is an error of the server.
      const code = error instanceof SyntaxError ? 'internal' : 'offline';
      throw new ApiError(code, { status: response.status });
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
