import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';

/**
 * Serves the sign-in pages of the pools' domain on 127.0.0.1, over TLS: identity libraries speak nothing else to
 * them. Rejects when the port is taken.
 */
export async function startSignInHost(options: {
  port: number;
  /** Both in PEM. */
  certificate: { key: string; cert: string };
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer, caller: undefined) => Promise<void>;
}): Promise<Server> {
  const server = createServer(options.certificate, async (req, res) => {
    try {
      await options.handle(req, res, await buffer(req), undefined);
    } catch (error) {
      console.error(`${req.method} ${req.url} failed:`, error);
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
      res.end('The sign-in page failed');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return server;
}
