import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Handler } from '#src/aws/front-door.ts';

/** Passes calls on to a server in another process of this machine, over connections that are kept open. */
export function createProxy(origin: string): Handler {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return async (req, res, body) => {
    const { connection: _connection, 'transfer-encoding': _coding, ...headers } = req.headers;
    headers['content-length'] = String(body.length);
    const send = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const upstream = httpRequest(origin, { agent, method: req.method, path: req.url, headers }, resolve);
        upstream.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed an idle connection at the moment in which it was used again.
          if (upstream.reusedSocket && error.code === 'ECONNRESET') send().then(resolve, reject);
          else reject(error);
        });
        upstream.end(body);
      });
    const reply = await send();
    const bytes = await buffer(reply);
    const { connection: _theirs, 'transfer-encoding': _theirCoding, ...replyHeaders } = reply.headers;
    res.writeHead(reply.statusCode ?? 502, { ...replyHeaders, 'content-length': bytes.length });
    res.end(bytes);
  };
}
