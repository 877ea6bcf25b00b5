import { randomUUID } from 'node:crypto';
import { type HttpRequest, type HttpResponse, textResponse } from '#src/http/http-message.ts';
import type { InvokeResult } from '#src/lambda/execution-environment.ts';
import { type Claims, JwtAuthorizer } from './jwt-authorizer.ts';
import { RouteTable } from './route-table.ts';
import { TokenBucket } from './token-bucket.ts';

export interface Throttle {
  rate: number;
  burst: number;
}

/** A route of the template, resolved. */
export interface RouteDefinition {
  /** `GET /api/me` */
  routeKey: string;
  functionArn: string;
  /** Milliseconds after which API Gateway gives up. */
  timeoutMs: number;
  authorizer: { issuer: string; audience: readonly string[] } | undefined;
  throttle: Throttle | undefined;
}

export interface HttpApiOptions {
  apiId: string;
  accountId: string;
  domainName: string;
  invoke: (functionArn: string, event: unknown) => Promise<InvokeResult>;
  now?: () => number;
}

interface HostedRoute {
  definition: RouteDefinition;
  authorizer: JwtAuthorizer | undefined;
  bucket: TokenBucket | undefined;
}

/** 10 MB, API Gateway's limit for a request's body. */
const maxBodyBytes = 10 * 1024 * 1024;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An HTTP API on the `$default` stage with Lambda proxy integrations of payload format 2.0. */
export class HttpApiHost {
  readonly #options: HttpApiOptions;
  #routes = new RouteTable<HostedRoute>();

  constructor(options: HttpApiOptions) {
    this.#options = options;
  }

  /** Replaces all routes. */
  setRoutes(definitions: readonly RouteDefinition[]): void {
    const table = new RouteTable<HostedRoute>();
    for (const definition of definitions) {
      const { authorizer, throttle } = definition;
      table.add(definition.routeKey, {
        definition,
        authorizer: authorizer && new JwtAuthorizer(authorizer.issuer, authorizer.audience),
        bucket: throttle && new TokenBucket(throttle.rate, throttle.burst, this.#now()),
      });
    }
    this.#routes = table;
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    const requestId = randomUUID();
    const response = await this.#respond(request, requestId);
    response.headers['apigw-requestid'] = requestId;
    return response;
  }

  async #respond(request: HttpRequest, requestId: string): Promise<HttpResponse> {
    const match = this.#routes.match(request.method, request.path);
    if (!match) return message(404, 'Not Found');
    const { definition, authorizer, bucket } = match.value;
    if (bucket && !bucket.take(this.#now())) return message(429, 'Too Many Requests');
    if (request.body.length > maxBodyBytes) return message(413, 'Request Entity Too Large');
    let claims: Claims | undefined;
    if (authorizer) {
      claims = await authorizer.authorize(request.headers.authorization);
      if (!claims) {
        const refused = message(401, 'Unauthorized');
        refused.headers['www-authenticate'] = 'Bearer';
        return refused;
      }
    }
    const event = this.#eventOf(request, requestId, definition.routeKey, match.params, claims);
    const timeout = new Promise<'timeout'>((resolve) => {
      setTimeout(() => resolve('timeout'), definition.timeoutMs).unref();
    });
    const result = await Promise.race([this.#options.invoke(definition.functionArn, event), timeout]);
    if (result === 'timeout') return message(503, 'Service Unavailable');
    return result.ok ? responseOf(result.payload) : message(500, 'Internal Server Error');
  }

  #eventOf(
    request: HttpRequest,
    requestId: string,
    routeKey: string,
    params: Record<string, string>,
    claims: Claims | undefined,
  ) {
    const { apiId, accountId, domainName } = this.#options;
    const { cookie, ...headers } = request.headers;
    const query = queryParameters(request.query);
    const isText = isTextType(headers['content-type']);
    const now = this.#now();
    return {
      version: '2.0',
      routeKey,
      rawPath: request.path,
      rawQueryString: request.query,
      ...(cookie !== undefined && { cookies: cookie.split('; ') }),
      headers,
      ...(query && { queryStringParameters: query }),
      ...(Object.keys(params).length > 0 && { pathParameters: params }),
      requestContext: {
        accountId,
        apiId,
        ...(claims && { authorizer: { jwt: { claims, scopes: null } } }),
        domainName,
        domainPrefix: domainName.split('.')[0],
        http: {
          method: request.method,
          path: request.path,
          protocol: 'HTTP/1.1',
          sourceIp: request.sourceIp,
          userAgent: headers['user-agent'] ?? '',
        },
        requestId,
        routeKey,
        stage: '$default',
        time: accessLogTime(now),
        timeEpoch: now,
      },
      ...(request.body.length > 0 && { body: request.body.toString(isText ? 'utf8' : 'base64') }),
      isBase64Encoded: request.body.length > 0 && !isText,
    };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function message(status: number, text: string): HttpResponse {
  return textResponse(status, 'application/json', JSON.stringify({ message: text }));
}

/** API Gateway passes these types as text and all others in base64. */
function isTextType(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('text/') || /^application\/(.+\+)?(json|xml|javascript)$/.test(type);
}

function queryParameters(query: string): Record<string, string> | undefined {
  if (query === '') return undefined;
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = earlier === undefined ? value : `${earlier},${value}`;
  }
  return values;
}

/** `12/Mar/2020:19:03:58 +0000` */
function accessLogTime(epochMs: number): string {
  const [date = '', time = ''] = new Date(epochMs).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** Reads a function's reply as payload format 2.0 has it; one without a status code is the body of a 200. */
function responseOf(payload: string): HttpResponse {
  const reply: unknown = JSON.parse(payload);
  if (typeof reply !== 'object' || reply === null || !('statusCode' in reply))
    return textResponse(200, 'application/json', typeof reply === 'string' ? reply : payload);
  const { statusCode, headers, cookies, body, isBase64Encoded } = reply as {
    statusCode: unknown;
    headers?: Record<string, unknown>;
    cookies?: string[];
    body?: unknown;
    isBase64Encoded?: boolean;
  };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return message(500, 'Internal Server Error');
  if (body !== undefined && body !== null && typeof body !== 'string')
    return message(500, 'Internal Server Error');
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const lowered = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  if (bytes.length > 0) lowered['content-type'] ??= 'text/plain;charset=UTF-8';
  return { status, headers: lowered, cookies: cookies ?? [], body: bytes };
}
