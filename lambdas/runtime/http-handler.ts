import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { type Problem, type ProblemCode, problems } from '#shared/api/problem.ts';
import {
  type Access,
  type Owner,
  type Route,
  type RouteInput,
  type RouteReply,
  routeKey,
} from '#shared/api/route.ts';
import '#shared/zod-messages.ts';
import { AppError } from './app-error.ts';
import { readEnvironment } from './env.ts';
import { logger } from './logger.ts';
import { count } from './metrics.ts';
import { observe } from './observe.ts';
import { agreedRole, parseGroups, type Role } from './role.ts';

/** The part of API Gateway's event (payload format 2.0) that we read. */
export type HttpEvent = Pick<
  APIGatewayProxyEventV2,
  'routeKey' | 'headers' | 'pathParameters' | 'queryStringParameters' | 'body' | 'isBase64Encoded'
> & {
  readonly requestContext: {
    readonly requestId: string;
    readonly authorizer?: { readonly jwt: { readonly claims: Readonly<Record<string, unknown>> } };
  };
};

export interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
}

/** A signed-in person, from a verified access token. */
export interface UserCaller {
  /** The token's `sub`: the user's id everywhere in the product. */
  readonly userId: string;
  /** Cognito's user name: what its admin calls ask for. */
  readonly username: string;
  /** Groups in the token: what it claims, not what the table confirms. */
  readonly groups: readonly string[];
}

/** A member of staff: token and table agree on the role. */
export interface AdminCaller extends UserCaller {
  readonly role: Role;
}

export type CallerFor<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'user'
    ? UserCaller
    : AdminCaller;

/** What a handler may need beside the validated input. */
export interface HttpRequest {
  readonly id: string;
  /** Names in lower case, as API Gateway sends them. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's bytes as they were sent, for signatures. */
  readonly rawBody: Buffer;
}

type Routes<F extends Owner> = Readonly<Record<string, Route & { readonly owner: F }>>;

/** One handler a route: a missing one, or one with a wrong reply, does not compile. */
export type Handlers<R extends Readonly<Record<string, Route>>> = {
  readonly [N in keyof R]: (
    input: RouteInput<R[N]>,
    caller: CallerFor<R[N]['access']>,
    request: HttpRequest,
  ) => Promise<RouteReply<R[N]>>;
};

type Staffed = { readonly access: 'admin' | 'superAdmin' };

/** Reads the role item consistently; demanded as soon as one route is for staff. */
type RoleOption<R> =
  Extract<R[keyof R], Staffed> extends never
    ? { readonly readRole?: never }
    : { readonly readRole: ReadRole };

/** Draws the page of a problem; demanded as soon as one route answers with a page. */
type PageOption<R> =
  Extract<R[keyof R], { readonly reply: 'html' }> extends never
    ? { readonly problemPage?: never }
    : { readonly problemPage: (problem: Problem) => string };

type AnyHandler = (input: object, caller: unknown, request: HttpRequest) => Promise<unknown>;

type ReadRole = (userId: string) => Promise<Role | undefined>;

interface Entry {
  readonly route: Route;
  readonly handle: AnyHandler;
  readonly readRole: ReadRole | undefined;
}

/** What a function serves, by route key. */
export type Served = ReadonlyMap<string, Entry>;

type Service<R extends Readonly<Record<string, Route>>> = {
  readonly routes: R;
  readonly handlers: Handlers<R>;
} & RoleOption<R>;

/** Pairs routes with their handlers: for those of a function that it loads later than others. */
export function serve<const F extends Owner, const R extends Routes<F>>(service: Service<R>): Served {
  const handlers = service.handlers as unknown as Record<string, AnyHandler>;
  const readRole = service.readRole as ReadRole | undefined;
  const entries = new Map<string, Entry>();
  for (const [name, route] of Object.entries(service.routes)) {
    const handle = handlers[name];
    if (handle) entries.set(routeKey(route), { route, handle, readRole });
  }
  return entries;
}

/**
 * The handler of a function that serves routes of the HTTP API: finds the route, checks the caller's access,
 * validates the input once, runs the use case and answers with JSON, a page or `application/problem+json`.
 * What a reply schema does not name is left out of the answer.
 */
export function httpHandler<const F extends Owner, const R extends Routes<F>>(
  options: {
    readonly function: F;
    /** Routes that are loaded with the first request for one of them. */
    readonly more?: () => Promise<Served>;
  } & Service<R> &
    PageOption<R>,
) {
  const entries = serve<F, R>(options);
  const problemPage = options.problemPage as ((problem: Problem) => string) | undefined;

  async function answer(event: HttpEvent, _context: Context): Promise<HttpReply> {
    readEnvironment(options.function);
    const entry = entries.get(event.routeKey) ?? (await options.more?.())?.get(event.routeKey);
    if (!entry) throw new AppError('not_found');
    const { route, readRole } = entry;
    const caller = await authorize(event, route.access, readRole);
    if (caller) logger.appendKeys({ userId: caller.userId });
    const input = readInput(event, route);
    const entityId = Object.values(input.params ?? {})[0];
    if (entityId !== undefined) logger.appendKeys({ entityId });
    const request = {
      id: event.requestContext.requestId,
      headers: event.headers,
      rawBody: bodyOf(event),
    };
    return reply(route, await entry.handle(input, caller, request));
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
    .onError((request) => {
      const problem = toProblem(request.error, request.event.requestContext.requestId);
      const page = entries.get(request.event.routeKey)?.route.reply === 'html' && problemPage;
      request.response = {
        statusCode: problem.status,
        headers: {
          'content-type': page ? 'text/html; charset=utf-8' : 'application/problem+json',
          'cache-control': 'no-store',
        },
        body: page ? page(problem) : JSON.stringify(problem),
      };
    });
}

async function authorize(
  event: HttpEvent,
  access: Access,
  readRole: ReadRole | undefined,
): Promise<UserCaller | AdminCaller | undefined> {
  if (access === 'public') return undefined;
  const claims = event.requestContext.authorizer?.jwt.claims ?? {};
  const { sub, username } = claims;
  // The authorizer has verified the signature; an id token passes it too, but is not meant for APIs.
  if (claims.token_use !== 'access' || typeof sub !== 'string' || typeof username !== 'string')
    throw new AppError('unauthenticated');
  const caller = { userId: sub, username, groups: parseGroups(claims['cognito:groups']) };
  if (access === 'user') return caller;
  const role = agreedRole(caller.groups, await readRole?.(sub));
  if (!role || (access === 'superAdmin' && role !== 'super_admin')) throw new AppError('forbidden');
  return { ...caller, role };
}

function readInput(event: HttpEvent, route: Route): RouteInput<Route> {
  return {
    params: route.params && validate(route.params, event.pathParameters ?? {}),
    query: route.query && validate(route.query, event.queryStringParameters ?? {}),
    body: route.body && validate(route.body, parseBody(event)),
  } as RouteInput<Route>;
}

function bodyOf({ body, isBase64Encoded }: HttpEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

function parseBody(event: HttpEvent): unknown {
  const text = bodyOf(event).toString();
  if (!text) throw invalidInput([{ path: '', message: 'A JSON body is required' }]);
  try {
    // Half a surrogate pair is no text that could be stored.
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch {
    throw invalidInput([{ path: '', message: 'The body is not valid JSON' }]);
  }
}

function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(
    result.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** The prefix is the specification's (customer-product.md section 5). */
function invalidInput(issues: NonNullable<Problem['issues']>): AppError {
  return new AppError('invalid_input', `Invalid input: ${issues[0]?.message ?? ''}`, issues);
}

function reply(route: Route, result: unknown): HttpReply {
  if (route.reply === 'html')
    return {
      statusCode: route.status,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' },
      body: String(result),
    };
  const headers = {
    // Browsers ask the edge each time, so that nothing is older than what the edge holds.
    'cache-control': route.edgeSeconds ? `public, max-age=0, s-maxage=${route.edgeSeconds}` : 'no-store',
  };
  if (!route.reply) return { statusCode: route.status, headers };
  return {
    statusCode: route.status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(route.reply.parse(result)),
  };
}

/** Names of the SDK's errors that mean "too much at once", whichever service said so. */
const throttling = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TooManyRequestsException',
  'SlowDown',
]);

function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof AppError) return problemOf(error.code, requestId, error);
  if (error instanceof Error && throttling.has(error.name)) {
    logger.warn('Throttled by a service of ours', error);
    return problemOf('busy', requestId);
  }
  logger.error('Unexpected error', { error: error instanceof Error ? error : new Error(String(error)) });
  count('UnexpectedError');
  return problemOf('internal', requestId);
}

function problemOf(code: ProblemCode, requestId: string, error?: AppError): Problem {
  const { status, title } = problems[code];
  return {
    type: 'about:blank',
    title,
    status,
    code,
    ...(error?.detail !== undefined && { detail: error.detail }),
    requestId,
    ...(error?.issues && { issues: error.issues }),
  };
}
