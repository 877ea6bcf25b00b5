import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from './http-message.ts';

/** Above the limit of every behaviour; the HTTP API refuses bodies over 10 MB. */
const largestBody = 20 * 1024 * 1024;

export interface HttpServerOptions {
  port: number;
  handle: (request: HttpRequest) => Promise<HttpResponse>;
  /** Called before `handle`; returns true when it has answered the request. */
  intercept?: (req: IncomingMessage, res: ServerResponse) => boolean;
}

/** Serves `handle` on 127.0.0.1. Rejects when the port is taken. */
export async function startHttpServer({ port, handle, intercept }: HttpServerOptions): Promise<Server> {
  const server = createServer(async (req, res) => {
    if (intercept?.(req, res)) return;
    try {
      // HTTP/1.1 has no request without it, and CloudFront refuses one of HTTP/1.0.
      if (req.headers.host === undefined) return writeResponse(res, withoutHost);
      const request = await readRequest(req);
      writeResponse(res, request === undefined ? tooLarge : await handle(request));
    } catch (error) {
      console.error(`${req.method} ${req.url} failed:`, error);
      if (!res.headersSent) res.writeHead(502, { 'content-type': 'text/plain' });
      res.end('Bad gateway');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

const tooLarge: HttpResponse = {
  status: 413,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from('{"message":"Request Entity Too Large"}'),
};

const withoutHost: HttpResponse = {
  status: 400,
  headers: { 'content-type': 'text/plain' },
  cookies: [],
  body: Buffer.from('Bad request'),
};

async function readRequest(req: IncomingMessage): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) return undefined;
  const [path = '/', ...query] = (req.url ?? '/').split('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headersDistinct))
    if (value) headers[name] = value.join(name === 'cookie' ? '; ' : ',');
  return {
    method: req.method ?? 'GET',
    path,
    query: query.join('?'),
    headers,
    body: Buffer.concat(chunks),
    sourceIp: req.socket.remoteAddress ?? '127.0.0.1',
  };
}

export function writeResponse(res: ServerResponse, { status, headers, cookies, body }: HttpResponse): void {
  const {
    'content-length': _stated,
    'transfer-encoding': _coding,
    connection: _connection,
    ...rest
  } = headers;
  const hasBody = status !== 204 && status !== 304;
  res.writeHead(status, {
    ...rest,
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
    // A response to HEAD has no body but the length of the response to GET.
    ...(hasBody && { 'content-length': body.length || headers['content-length'] || 0 }),
  });
  res.end(hasBody ? body : undefined);
}
