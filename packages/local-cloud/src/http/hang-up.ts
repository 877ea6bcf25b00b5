import type { IncomingMessage, ServerResponse } from 'node:http';

/** Closes the connection without a response; of an HTTP/2 connection, only the request's stream. */
export function hangUp(req: IncomingMessage, res: ServerResponse): void {
  res.destroy();
  // A reply has no socket yet while the one before it on the same connection is still being finished.
  if (req.httpVersionMajor === 1) req.socket.destroy();
}
