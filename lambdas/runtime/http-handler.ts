import { createHash, timingSafeEqual } from 'node:crypto';
import middy from '@middy/core';
import type { Problem } from '#shared/api/problem.ts';
import { type Owner, type Route, type RouteInput, type RouteReply, routeKeys } from '#shared/api/route.ts';
import { originSecretHeader } from '#shared/origin-secret.ts';
import { AppError } from './app-error.ts';
import { authorize, type CallerFor, type ReadRole } from './authorize.ts';
import { compress } from './compress.ts';
import { readEnvironment, readVariable } from './env.ts';
import { bodyOf, type HttpEvent, type HttpReply } from './http-event.ts';
import { logger } from './logger.ts';
import {
  despiteMaintenance,
  readMaintenance,
  refusal,
  stopWritesDuringMaintenance,
} from './maintenance-store.ts';
import { observe } from './observe.ts';
import { problemReplies } from './problem-replies.ts';
import { readInput } from './read-input.ts';

/** Further parts of a request, beside the validated input. */
export interface HttpRequest {
  readonly id: string;
  /** Names in lower case, as API Gateway sends them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's bytes as they were sent, for signatures. */
  readonly rawBody: Buffer;
}

type Routes<F extends Owner> = Readonly<Record<string, Route & { readonly owner: F }>>;

/** One handler for each route: a missing handler, or one with a wrong reply, does not compile. */
export type Handlers<R extends Readonly<Record<string, Route>>> = {
  readonly [N in keyof R]: (
    input: RouteInput<R[N]>,
    caller: CallerFor<R[N]['access']>,
    request: HttpRequest,
  ) => Promise<RouteReply<R[N]>>;
};

type StaffRoute = { readonly access: 'admin' | 'superAdmin' };

/** `readRole` is required if one of the routes is for staff. */
type RoleOption<R> =
  Extract<R[keyof R], StaffRoute> extends never
    ? { readonly readRole?: never }
    : { readonly readRole: ReadRole };

/** `problemPage`, which renders a problem as a page, is required if one of the routes replies with a page. */
type PageOption<R> =
  Extract<R[keyof R], { readonly reply: 'html' }> extends never
    ? { readonly problemPage?: never }
    : { readonly problemPage: (problem: Problem) => string };

type AnyHandler = (input: object, caller: unknown, request: HttpRequest) => Promise<unknown>;

/**
 * The handler of a function that serves routes of the HTTP API: refuses requests that did not come through CloudFront,
 * finds the route, checks the caller's access, validates the input, runs the use case and replies with JSON, a page or
 * `application/problem+json`. Fields that the reply's schema does not name are left out.
 */
export function httpHandler<const F extends Owner, const R extends Routes<F>>(
  options: { readonly function: F; readonly routes: R; readonly handlers: Handlers<R> } & RoleOption<R> &
    PageOption<R>,
) {
  const handlers = options.handlers as unknown as Record<string, AnyHandler>;
  const readRole = options.readRole as ReadRole | undefined;
  const problemPage = options.problemPage as ((problem: Problem) => string) | undefined;
  const entries = new Map(
    Object.entries<Route>(options.routes).flatMap(([name, route]) =>
      routeKeys(route).map((key) => [key, { route, handle: handlers[name] }]),
    ),
  );

  stopWritesDuringMaintenance();

  async function answer(event: HttpEvent): Promise<HttpReply> {
    readEnvironment(options.function);
    if (!cameThroughCloudFront(event)) throw new AppError('forbidden');
    const { route, handle } = entries.get(event.routeKey) ?? {};
    if (!route || !handle) throw new AppError('not_found');
    const caller = await authorize(event, route.access, readRole);
    if (caller) logger.appendKeys({ userId: caller.userId });
    await refuseDuringMaintenance(route);
    const input = readInput(event, route);
    const entityId = Object.values(input.params ?? {})[0];
    // Of a public page the address is the key: who reads the log must not be able to open it.
    if (entityId !== undefined && route.access !== 'public') logger.appendKeys({ entityId });
    const { [originSecretHeader]: _secret, ...headers } = event.headers;
    const request = {
      id: event.requestContext.requestId,
      headers,
      rawBody: bodyOf(event),
    };
    const run = () => handle(input, caller, request);
    const result = await (route.refusedFrom === 'never' ? despiteMaintenance(run) : run());
    return compress(toReply(route, result), event.headers['accept-encoding']);
  }

  return middy<HttpEvent, HttpReply>(
    answer,
    observe<HttpEvent, HttpReply>(({ event, response }) => ({
      route: event.routeKey,
      status: response?.statusCode,
      requestId: event.requestContext.requestId,
    })),
  )
    .before(({ event }) => {
      logger.appendKeys({ requestId: event.requestContext.requestId, route: event.routeKey });
    })
    .use({ after: leaveOutBodyOfHead, onError: leaveOutBodyOfHead })
    .use(
      problemReplies(({ routeKey: key }) =>
        entries.get(key)?.route.reply === 'html' ? problemPage : undefined,
      ),
    );
}

function cameThroughCloudFront({ headers }: HttpEvent): boolean {
  const [given, wanted] = [headers[originSecretHeader] ?? '', readVariable('ORIGIN_SECRET')].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return Boolean(given && wanted && timingSafeEqual(given, wanted));
}

function leaveOutBodyOfHead({ event, response }: { event: HttpEvent; response: HttpReply | null }): void {
  if (response && event.routeKey.startsWith('HEAD ')) delete response.body;
}

/** @throws AppError `maintenance` */
async function refuseDuringMaintenance({ method, refusedFrom }: Route): Promise<void> {
  if (method === 'GET' || refusedFrom === 'never') return;
  const { mode } = await readMaintenance();
  if (mode === 'all' || (mode === 'generation' && refusedFrom === 'generation')) throw refusal(mode);
}

function toReply(route: Route, result: unknown): HttpReply {
  if (route.reply === 'html')
    return {
      statusCode: route.status,
      // A page that was taken down must disappear at once, also from browsers' caches.
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      body: String(result),
    };
  const headers = {
    // Browsers revalidate with the edge every time, so that they never show an older reply than the edge's.
    'cache-control': route.edgeSeconds ? `public, max-age=0, s-maxage=${route.edgeSeconds}` : 'no-store',
  };
  if (!route.reply) return { statusCode: route.status, headers };
  return {
    statusCode: route.status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(route.reply.parse(result)),
  };
}
