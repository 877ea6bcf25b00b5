import { randomBytes } from 'node:crypto';
import { type HttpRequest, type HttpResponse, textResponse } from '#src/http/http-message.ts';
import { compress } from './compress.ts';
import {
  type Behavior,
  type Distribution,
  matchesPathPattern,
  type ResponseHeadersPolicy,
} from './distribution.ts';
import { EdgeCache, secondsToKeep } from './edge-cache.ts';

/** Seconds for which CloudFront caches an error that the distribution does not configure. */
const defaultErrorSeconds = 10;

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** One distribution: behaviours, functions, cache, headers and compression, in CloudFront's order. */
export class Edge {
  readonly #cache = new EdgeCache();
  readonly #now: () => number;
  #distribution: Distribution;

  constructor(distribution: Distribution, now: () => number = Date.now) {
    this.#distribution = distribution;
    this.#now = now;
  }

  /** Replaces the distribution. The cache is kept until it is invalidated or expires. */
  update(distribution: Distribution): void {
    this.#distribution = distribution;
  }

  get id(): string {
    return this.#distribution.id;
  }

  invalidate(patterns: readonly string[]): void {
    this.#cache.invalidate(patterns);
  }

  /** Whether a request target falls to the default behaviour. */
  servesByDefault(target: string): boolean {
    const path = target.split('?')[0] ?? '/';
    return behaviorFor(this.#distribution, path).pathPattern === undefined;
  }

  async handle(viewerRequest: HttpRequest): Promise<HttpResponse> {
    const distribution = this.#distribution;
    const requestId = randomBytes(40).toString('base64url');
    const behavior = behaviorFor(distribution, viewerRequest.path);
    const context = {
      distributionDomainName: distribution.domainName,
      distributionId: distribution.id,
      requestId,
    };
    let response: HttpResponse;
    if (!behavior.methods.includes(viewerRequest.method))
      response = errorPage(403, 'ERROR: The request could not be satisfied');
    else {
      let request = viewerRequest;
      let early: HttpResponse | undefined;
      if (behavior.onRequest) {
        const result = await behavior.onRequest.onRequest(request, context);
        if ('response' in result) early = result.response;
        else request = result.request;
      }
      response = early ?? (await this.#fetch(behavior, request));
      // Not on errors:
      // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html
      if (behavior.onResponse && response.status < 400)
        response = await behavior.onResponse.onResponse(request, response, context);
    }
    response = applyHeaders(response, behavior.responseHeaders);
    response.headers['x-amz-cf-id'] = requestId;
    response.headers.via = '1.1 local (CloudFront)';
    response = conditional(viewerRequest, response);
    if (behavior.compress && behavior.cache.compresses)
      response = await compress(response, viewerRequest.headers['accept-encoding'] ?? '');
    return viewerRequest.method === 'HEAD' ? { ...response, body: Buffer.alloc(0) } : response;
  }

  async #fetch(behavior: Behavior, request: HttpRequest): Promise<HttpResponse> {
    const response = await this.#fromCacheOrOrigin(behavior, request);
    const custom = this.#distribution.customErrors.find(({ status }) => status === response.status);
    if (!custom?.page) return response;
    const page = await this.#fetchErrorPage(custom.page);
    return { ...page, status: custom.responseStatus ?? response.status };
  }

  /** A custom error page is looked up through the behaviours like any request. */
  async #fetchErrorPage(path: string): Promise<HttpResponse> {
    const behavior = behaviorFor(this.#distribution, path);
    const request = {
      method: 'GET',
      path,
      query: '',
      headers: {},
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
    };
    return this.#fromCacheOrOrigin(behavior, request);
  }

  async #fromCacheOrOrigin(behavior: Behavior, viewerRequest: HttpRequest): Promise<HttpResponse> {
    const { defaultRootObject, origins, customErrors } = this.#distribution;
    const origin = origins.get(behavior.originId);
    if (!origin) throw new Error(`The distribution has no origin ${behavior.originId}`);
    const path =
      viewerRequest.path === '/' && defaultRootObject ? `/${defaultRootObject}` : viewerRequest.path;
    const request = toOrigin(behavior, { ...viewerRequest, path });
    const cacheable = viewerRequest.method === 'GET' || viewerRequest.method === 'HEAD';
    const key = cacheKey(behavior, request);
    const cached = cacheable ? this.#cache.get(key, this.#now()) : undefined;
    if (cached) {
      const headers = {
        ...cached.response.headers,
        age: String(cached.age),
        'x-cache': 'Hit from cloudfront',
      };
      return { ...cached.response, headers };
    }
    const asksForWhole = cacheable && behavior.cache.times.max > 0;
    // Only whole responses are cached, because a later request may want another range.
    const {
      range: _range,
      'if-none-match': _etag,
      'if-modified-since': _since,
      ...wholeHeaders
    } = request.headers;
    const response = await origin(
      asksForWhole ? { ...request, method: 'GET', headers: wholeHeaders } : request,
    );
    if (cacheable) {
      const errorSeconds = customErrors.find(({ status }) => status === response.status)?.keepFor;
      const ttl = secondsToKeep(response, behavior.cache.times, errorSeconds ?? defaultErrorSeconds);
      this.#cache.put(key, path, response, ttl, this.#now());
    }
    const xCache = response.status >= 400 ? 'Error from cloudfront' : 'Miss from cloudfront';
    return { ...response, headers: { ...response.headers, 'x-cache': xCache } };
  }
}

function behaviorFor({ behaviors }: Distribution, path: string): Behavior {
  const behavior = behaviors.find(
    ({ pathPattern }) => pathPattern === undefined || matchesPathPattern(pathPattern, path),
  );
  if (!behavior) throw new Error('A distribution without a default behaviour');
  return behavior;
}

/** The request to the origin, reduced by the policies of the behaviour. */
function toOrigin(behavior: Behavior, request: HttpRequest): HttpRequest {
  const { cache, originRequest } = behavior;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (hopByHop.has(name)) continue;
    const wanted =
      originRequest.headers === 'all' ||
      (originRequest.headers === 'all-except-host' && name !== 'host') ||
      (Array.isArray(originRequest.headers) && originRequest.headers.includes(name)) ||
      cache.headers.includes(name) ||
      // The edge always forwards these headers.
      ['content-type', 'content-length', 'range', 'if-none-match', 'if-modified-since'].includes(name);
    if (wanted) headers[name] = value;
  }
  headers['user-agent'] ??= 'Amazon CloudFront';
  headers['x-forwarded-for'] = [request.headers['x-forwarded-for'], request.sourceIp]
    .filter(Boolean)
    .join(', ');
  headers.via = '1.1 local (CloudFront)';
  return { ...request, headers, query: queryFor(request.query, cache.query, originRequest.query) };
}

function queryFor(query: string, ...wanted: Behavior['cache']['query'][]): string {
  if (wanted.includes('all')) return query;
  const names = new Set(wanted.flatMap((entry) => (Array.isArray(entry) ? entry : [])));
  return query
    .split('&')
    .filter((pair) => names.has(pair.split('=')[0] ?? ''))
    .join('&');
}

function cacheKey({ pathPattern, cache }: Behavior, request: HttpRequest): string {
  const headers = cache.headers.map((name) => `${name}=${request.headers[name] ?? ''}`);
  return [pathPattern ?? '', request.path, queryFor(request.query, cache.query), ...headers].join('\n');
}

function applyHeaders(response: HttpResponse, policy: ResponseHeadersPolicy | undefined): HttpResponse {
  const headers = { ...response.headers };
  for (const name of policy?.remove ?? []) delete headers[name];
  for (const { name, value, override } of policy?.set ?? [])
    if (override || headers[name] === undefined) headers[name] = value;
  return { ...response, headers };
}

/** Answers If-None-Match and Range from the whole answer. */
function conditional(request: HttpRequest, response: HttpResponse): HttpResponse {
  if (response.status !== 200) return response;
  const { headers, body } = response;
  const strip = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = request.headers['if-none-match']?.split(',').map(strip) ?? [];
  if (headers.etag !== undefined && (known.includes(strip(headers.etag)) || known.includes('*'))) {
    const { 'content-length': _length, ...rest } = headers;
    return { ...response, status: 304, headers: rest, body: Buffer.alloc(0) };
  }
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range || (range[1] === '' && range[2] === '')) return response;
  const start = range[1] === '' ? Math.max(0, body.length - Number(range[2])) : Number(range[1]);
  const end =
    range[1] === '' || range[2] === '' ? body.length - 1 : Math.min(Number(range[2]), body.length - 1);
  if (start > end) {
    const refused = errorPage(416, 'Requested Range Not Satisfiable');
    refused.headers['content-range'] = `bytes */${body.length}`;
    return refused;
  }
  const part = body.subarray(start, end + 1);
  return {
    ...response,
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end}/${body.length}`,
      'content-length': String(part.length),
    },
    body: part,
  };
}

function errorPage(status: number, title: string): HttpResponse {
  return textResponse(
    status,
    'text/html',
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
  );
}
