import { createContext, Script } from 'node:vm';
import type { HttpRequest, HttpResponse } from '#src/http/http-message.ts';
import { plainHttpOnLoopback } from '#src/http/loopback.ts';

interface EdgeValue {
  value: string;
  multiValue?: { value: string }[];
}

/** Request and response as CloudFront Functions see them (event structure, version 1.0). */
interface EdgeRequest {
  method: string;
  uri: string;
  querystring: Record<string, EdgeValue>;
  headers: Record<string, EdgeValue>;
  cookies: Record<string, EdgeValue>;
}

interface EdgeResponse {
  statusCode: number;
  statusDescription?: string;
  headers?: Record<string, EdgeValue>;
  cookies?: Record<string, { value: string; attributes?: string }>;
  body?: string | { encoding?: 'text' | 'base64'; data: string };
}

/** CloudFront stops a function within a millisecond or so; this only ends endless loops. */
const timeLimitMs = 2_000;

/** A CloudFront Function of runtime cloudfront-js-2.0: the template's code in a separate context. */
export class EdgeFunction {
  readonly #handler: (event: unknown) => unknown;
  readonly #name: string;

  /** Throws when the code does not define `handler`. */
  constructor(name: string, code: string) {
    this.#name = name;
    const context = createContext({ console }, { codeGeneration: { strings: false, wasm: false } });
    const handler: unknown = new Script(`${code}\n;handler`, { filename: name }).runInContext(context, {
      timeout: timeLimitMs,
    });
    if (typeof handler !== 'function') throw new Error(`The CloudFront function ${name} has no handler`);
    const call = new Script('handler(JSON.parse(eventText))', { filename: name });
    this.#handler = (event) => {
      // Data crosses as text, so that the function can neither reach nor change this process.
      context.eventText = JSON.stringify(event);
      return call.runInContext(context, { timeout: timeLimitMs });
    };
  }

  /** Runs at viewer request: the request to go on with, or the response to answer at once. */
  async onRequest(
    request: HttpRequest,
    context: Record<string, string>,
  ): Promise<{ request: HttpRequest } | { response: HttpResponse }> {
    const event = this.#event('viewer-request', context, request);
    const result = (await this.#handler(event)) as EdgeRequest | EdgeResponse | undefined;
    if (typeof result !== 'object' || result === null)
      throw new Error(`The CloudFront function ${this.#name} returned nothing`);
    if ('statusCode' in result) return { response: httpResponseOf(result) };
    const query = Object.entries(result.querystring).flatMap(([name, { value, multiValue }]) =>
      (multiValue ?? [{ value }]).map((entry) => (entry.value === '' ? name : `${name}=${entry.value}`)),
    );
    const headers = flatten(result.headers);
    const cookies = Object.entries(result.cookies).map(([name, { value }]) => `${name}=${value}`);
    if (cookies.length > 0) headers.cookie = cookies.join('; ');
    return { request: { ...request, path: result.uri, query: query.join('&'), headers } };
  }

  /** Runs at viewer response; the body cannot be read, as at the edge. */
  async onResponse(
    request: HttpRequest,
    response: HttpResponse,
    context: Record<string, string>,
  ): Promise<HttpResponse> {
    const event = this.#event('viewer-response', context, request, {
      statusCode: response.status,
      headers: expand(response.headers),
      cookies: {},
    });
    const result = (await this.#handler(event)) as EdgeResponse;
    const changed = httpResponseOf(result);
    return {
      status: changed.status,
      headers: changed.headers,
      cookies: [...response.cookies, ...changed.cookies],
      body: result.body === undefined ? response.body : changed.body,
    };
  }

  #event(eventType: string, context: Record<string, string>, request: HttpRequest, response?: EdgeResponse) {
    const { cookie, ...headers } = request.headers;
    const cookies: Record<string, EdgeValue> = {};
    for (const pair of cookie?.split('; ') ?? []) {
      const [name = '', ...value] = pair.split('=');
      cookies[name] = { value: value.join('=') };
    }
    const querystring: Record<string, EdgeValue> = {};
    for (const pair of request.query === '' ? [] : request.query.split('&')) {
      const [name = '', ...rest] = pair.split('=');
      const value = rest.join('=');
      const earlier = Object.hasOwn(querystring, name) ? querystring[name] : undefined;
      if (earlier) earlier.multiValue = [...(earlier.multiValue ?? [{ value: earlier.value }]), { value }];
      else querystring[name] = { value };
    }
    return {
      version: '1.0',
      context: { ...context, eventType },
      viewer: { ip: request.sourceIp },
      request: { method: request.method, uri: request.path, querystring, headers: expand(headers), cookies },
      ...(response && { response }),
    };
  }
}

function expand(headers: Record<string, string>): Record<string, EdgeValue> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
}

function flatten(headers: Record<string, EdgeValue> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, { value, multiValue }]) => [
      name.toLowerCase(),
      plainHttpOnLoopback(multiValue ? multiValue.map((entry) => entry.value).join(', ') : value),
    ]),
  );
}

function httpResponseOf({ statusCode, headers, cookies, body }: EdgeResponse): HttpResponse {
  const { data, encoding } = typeof body === 'object' ? body : { data: body ?? '', encoding: 'text' };
  return {
    status: statusCode,
    headers: flatten(headers),
    cookies: Object.entries(cookies ?? {}).map(
      ([name, { value, attributes }]) => `${name}=${value}${attributes ? `; ${attributes}` : ''}`,
    ),
    body: Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8'),
  };
}
