import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Edge } from '#src/cloudfront/edge.ts';
import { escapeHtml } from '#src/http/html.ts';
import { type HttpResponse, textResponse } from '#src/http/http-message.ts';
import { startHttpServer, writeResponse } from '#src/http/http-server.ts';
import type { Mailbox } from '#src/mailbox/mailbox.ts';
import type { Extension } from './extension.ts';

/** A route under the site's address that is not part of the stack, such as a stand-in for a third party. */
export interface SiteRoute extends Extension {
  /** Whether the route serves this path. */
  matches(path: string): boolean;
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
}

/** Answers a request for a page or file of the site and returns true, or leaves it to the edge. */
export type SiteMiddleware = (req: IncomingMessage, res: ServerResponse) => boolean;

/** The server that browsers use: the distribution of the stack, the mailbox and the site routes. */
export interface Site {
  readonly server: Server;
  /** `127.0.0.1:<port>` */
  readonly host: string;
  readonly routes: SiteRoute[];
  middleware: SiteMiddleware | undefined;
  /** Set once the stack is provisioned; until then the site shows a page that reloads itself. */
  isProvisioned: boolean;
  /** While set, every other request gets the page that reloads itself. */
  admits: ((req: IncomingMessage) => boolean) | undefined;
}

export async function openSite(options: {
  /** Name of the application. */
  name: string;
  port: number;
  mailbox: Mailbox;
  edge: () => Edge | undefined;
  admits: Site['admits'];
}): Promise<Site> {
  const { edge, mailbox } = options;
  const isSiteFile = (req: IncomingMessage) => edge()?.servesByDefault(req.url ?? '/') === true;
  const intercept = (req: IncomingMessage, res: ServerResponse): boolean => {
    if (site.admits?.(req) === false) {
      writeResponse(res, starting);
      return true;
    }
    const path = pathOf(req);
    if (path.startsWith('/_local/mail')) {
      if (isLoopback(req.headers.host)) mailbox.handle(req, res);
      else writeResponse(res, misdirected);
      return true;
    }
    const route = site.routes.find((candidate) => candidate.matches(path));
    if (route) {
      void serveRoute(route, req, res);
      return true;
    }
    return site.middleware !== undefined && isSiteFile(req) && site.middleware(req, res);
  };
  const starting = startingPage(options.name);
  const server = await startHttpServer({
    port: options.port,
    intercept: (req, res) => intercept(req, res),
    handle: async (request) =>
      (await edge()?.handle(request)) ?? (site.isProvisioned ? noDistribution : starting),
  });
  const site: Site = {
    server,
    host: hostOf(server),
    routes: [],
    middleware: undefined,
    isProvisioned: false,
    admits: options.admits,
  };
  return site;
}

/**
 * Whether a Host header names this machine. A page of the internet whose name leads to 127.0.0.1 must not read the
 * codes in the mailbox: its requests carry its own name.
 */
function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

const misdirected = textResponse(
  421,
  'text/plain; charset=utf-8',
  'The mailbox answers at 127.0.0.1 and localhost only.',
);

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '/').split('?')[0] ?? '/';
}

async function serveRoute(route: SiteRoute, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    await route.handle(req, res, await buffer(req));
  } catch (error) {
    console.error(`${req.method} ${req.url} failed:`, error);
    if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
    res.end('Internal server error');
  }
}

/** The page while the stack is being provisioned; browsers reload it by themselves. */
function startingPage(name: string): HttpResponse {
  const title = escapeHtml(name);
  return textResponse(
    503,
    'text/html; charset=utf-8',
    `<!doctype html><title>${title}</title><meta http-equiv="refresh" content="1"><p>${title} is starting …`,
  );
}

const noDistribution = textResponse(
  404,
  'text/plain; charset=utf-8',
  'The stack has no CloudFront distribution, so there is no site here.',
);

/** `127.0.0.1:<port>` of a server that listens. */
export function hostOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return `127.0.0.1:${address.port}`;
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
