import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsError } from '#src/aws/aws-error.ts';
import type { Handler } from '#src/aws/handler.ts';

/**
 * Headers that belong to one connection and must not be forwarded (RFC 9110, 7.6.1), and the time, which is the front
 * door's.
 */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'date',
]);

/** Forwards calls to a server in another process of this machine, over connections that are kept open. */
export function createProxy(origin: string): Handler {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return async (req, res, body) => {
    const headers = { ...endToEnd(req.headers), 'content-length': String(body.length) };
    const send = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const upstream = httpRequest(origin, { agent, method: req.method, path: req.url, headers }, resolve);
        // A long poll must end with its caller; otherwise it would receive messages that no one handles.
        res.once('close', () => {
          if (!res.writableFinished) upstream.destroy();
        });
        upstream.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed an idle connection while it was being used again.
          if (upstream.reusedSocket && error.code === 'ECONNRESET' && !res.destroyed)
            send().then(resolve, reject);
          else reject(error);
        });
        upstream.end(body);
      });
    try {
      const reply = await send();
      await forward(reply, res);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AwsError(503, 'ServiceUnavailable', `The engine at ${origin} gave no answer: ${reason}`);
    }
  };
}

async function forward(reply: IncomingMessage, res: ServerResponse): Promise<void> {
  const bytes = await buffer(reply);
  res.writeHead(reply.statusCode ?? 502, { ...endToEnd(reply.headers), 'content-length': bytes.length });
  res.end(bytes);
}

function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !hopByHop.has(name)),
  );
}
