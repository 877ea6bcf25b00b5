import { Agent, request } from 'node:http';
import { constants, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** The first bytes of an HTTP/2 connection (RFC 9113, 3.4) begin with these, which no HTTP/1 method does. */
const preface = 'PRI ';

/** Large enough that a photograph fits without waiting for a window update. */
const windowBytes = 16 * 1024 * 1024;

/** Headers of one HTTP/1 connection, which HTTP/2 forbids. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Whether a connection with these first bytes uses HTTP/2. */
export function speaksHttp2(firstBytes: Buffer): boolean {
  return firstBytes.toString('latin1', 0, preface.length) === preface;
}

/**
 * Serves HTTP/2 connections by passing their requests to the HTTP/1 server on `port` of this machine. The SDK's
 * Bedrock client speaks HTTP/2 from the first byte, unlike all its others.
 */
export function createHttp2Bridge(port: () => number): { accept(socket: Socket): void; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ settings: { initialWindowSize: windowBytes } });
  server.on('session', (session) => session.setLocalWindowSize(windowBytes));
  server.on('stream', (stream, headers) => bridge(stream, headers, agent, port()));
  return {
    accept: (socket) => server.emit('connection', socket),
    close: () => agent.destroy(),
  };
}

function bridge(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, agent: Agent, port: number): void {
  const { ':method': method = 'GET', ':path': path = '/', ':authority': authority = '' } = headers;
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  const passed = request({
    agent,
    hostname: '127.0.0.1',
    port,
    method,
    path,
    // The signature covers the host under its HTTP/1 name.
    headers: { ...plain, host: authority },
  });
  passed.on('response', (reply) => {
    if (stream.destroyed) return;
    const kept = Object.entries(reply.headers).filter(([name]) => !connectionHeaders.has(name));
    stream.respond({ ...Object.fromEntries(kept), ':status': reply.statusCode ?? 502 });
    pipeline(reply, stream, () => {});
  });
  passed.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.on('error', () => passed.destroy());
  stream.on('close', () => passed.destroy());
  stream.pipe(passed);
}
