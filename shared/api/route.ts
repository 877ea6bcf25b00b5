import type * as z from 'zod/mini';

/**
 * Who may call a route.
 * - `public`: anybody; no token is read.
 * - `user`: a valid access token of the user pool.
 * - `admin`, `superAdmin`: besides, the group in the token and the role item in the table, read on each call.
 */
export type Access = 'public' | 'user' | 'admin' | 'superAdmin';

/** The function that serves a route: one Lambda per domain. */
export type Owner =
  | 'account'
  | 'generations'
  | 'delivery'
  | 'posts'
  | 'photos'
  | 'menus'
  | 'billing'
  | 'stripeWebhook'
  | 'share'
  | 'admin'
  | 'site'
  | 'siteAdmin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One entry of the contract. CDK creates the route, Lambda dispatches on it, and the web client takes its types from
 * it. Schemas with many parts are lazy, so that a starting function builds only those of the routes that it serves
 * (about 7 µs a part).
 */
export interface Route {
  readonly method: Method;
  /** API Gateway's form, with `{name}` for parameters; includes `/api` where CloudFront routes by it. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly owner: Owner;
  /** Status of a success. */
  readonly status: 200 | 201 | 202 | 204;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Absent for 204; `html` for a page. */
  readonly reply?: z.ZodMiniType | 'html';
  /**
   * Mode of the maintenance switch from which the route is refused. By default, a route that is not a GET is refused
   * while nothing may be written (`all`).
   */
  readonly refusedFrom?: 'generation' | 'never';
  /** Seconds for which CloudFront may answer a GET from its cache, for everybody. Not cached if absent. */
  readonly edgeSeconds?: number;
}

type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

/** The validated input of a handler of the route `R`. */
export interface RouteInput<R extends Route> {
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: Parsed<R['body']>;
}

/** The client's input for the route `R`, before defaults are applied. */
export interface RouteRequest<R extends Route> {
  readonly params: Sent<R['params']>;
  readonly query: Sent<R['query']>;
  readonly body: Sent<R['body']>;
}

/** The reply of a handler of the route `R`. */
export type RouteReply<R extends Route> = R['reply'] extends z.ZodMiniType
  ? z.output<R['reply']>
  : R['reply'] extends 'html'
    ? string
    : undefined;

/** Methods that a route is served for: of a page also HEAD, by which link previews look at it. */
export function methodsOf({ method, reply }: Pick<Route, 'method' | 'reply'>): (Method | 'HEAD')[] {
  return method === 'GET' && reply === 'html' ? [method, 'HEAD'] : [method];
}

/** API Gateway's names of a route, one for each method. */
export function routeKeys(route: Pick<Route, 'method' | 'path' | 'reply'>): string[] {
  return methodsOf(route).map((method) => `${method} ${route.path}`);
}

/** API Gateway's name of a route, as it arrives in `event.routeKey`. */
export function routeKey(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
