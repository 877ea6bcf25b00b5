import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { duplexPair, pipeline } from 'node:stream';

const PREFACE = Buffer.from('PRI * HTTP/2.0');

/**
 * Lets a plain HTTP server answer HTTP/2 without TLS on the same port: the SDK's Bedrock runtime client speaks
 * HTTP/2 by default, also to an `http://` endpoint, while every other client speaks HTTP/1.1. Both kinds of
 * request go to the listeners of the server's `request` event.
 *
 * @returns ends the open HTTP/2 connections; call it when closing the server.
 */
export function acceptHttp2(server: Server): () => void {
  const sessions = new Set<ServerHttp2Session>();
  const http2 = createHttp2Server();
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  // The compatibility API of node:http2 offers everything that listeners of an HTTP/1.1 server use.
  http2.on('request', (req, res) => {
    server.emit('request', req as unknown as IncomingMessage, res as unknown as ServerResponse);
  });
  const serveHttp1 = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const ignore = () => socket.destroy();
    socket.once('error', ignore);
    socket.once('readable', () => {
      socket.off('error', ignore);
      const start: Buffer | null = socket.read();
      if (start) socket.unshift(start);
      if (start?.subarray(0, PREFACE.length).equals(PREFACE)) {
        // A socket that has already been read from does not report to node:http2 that the peer has closed; a duplex
        // pair does.
        const [outer, inner] = duplexPair();
        pipeline(socket, outer, socket, () => inner.destroy());
        http2.emit('connection', inner);
      } else for (const serve of serveHttp1) serve.call(server, socket);
    });
  });
  return () => {
    for (const session of sessions) session.destroy();
  };
}
