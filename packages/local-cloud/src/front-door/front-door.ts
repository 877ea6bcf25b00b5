import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import type { CredentialBook } from '#src/aws/credential-book.ts';
import type { Handler } from '#src/aws/handler.ts';
import { createVerifier } from '#src/aws/signature.ts';
import { hangUp } from '#src/http/hang-up.ts';
import type { AwsCall, CallFault, Observe } from './call-faults.ts';
import { createHttp2Bridge, speaksHttp2 } from './http2-bridge.ts';
import { type IdentifiedCall, identifyCall } from './identify-call.ts';

export interface FrontDoorOptions {
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  credentials: CredentialBook;
  /** By the service's name in the SigV4 scope: 's3', 'dynamodb', 'sqs', 'bedrock', 'cognito-idp', … */
  services: Readonly<Record<string, Handler>>;
  observe?: Observe;
}

export interface FrontDoor {
  /** `http://127.0.0.1:<port>`, the value for AWS_ENDPOINT_URL. */
  url: string;
  close(): Promise<void>;
}

/** Largest body in bytes. Bodies are held in memory. */
const largestBody = 110 * 1024 * 1024;

/** Services that decide themselves which calls may be unsigned. Unsigned calls have no caller. */
const servesUnsigned = new Set(['cognito-idp']);

/**
 * The endpoint of all AWS APIs on this machine. It identifies service and caller, verifies the signature and forwards
 * the call to the service. S3 verifies signatures itself, so that its errors have the bucket's CORS headers. Rejects
 * when the port is taken.
 */
export async function startFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { credentials, services, observe } = options;
  const verify = createVerifier(credentials);
  const sequences = new Map<string, number>();

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    let identified: IdentifiedCall | undefined;
    // The SDK compares it with its own clock. Node's own header would not follow a clock that is moved.
    res.setHeader('date', new Date().toUTCString());
    try {
      const body = await readBody(req);
      identified = identifyCall(req, body);
      const { service, accessKeyId } = identified;
      const handle = Object.hasOwn(services, service) ? services[service] : undefined;
      if (handle === undefined) {
        throw new AwsError(501, 'NotImplemented', `The local cloud has no service named ${service}.`);
      }
      let caller = accessKeyId === undefined ? undefined : credentials.lookup(accessKeyId)?.name;
      const unsignedIsFine = accessKeyId === undefined && servesUnsigned.has(service);
      if (service !== 's3' && !unsignedIsFine) caller = verify(req, body, service).caller;
      const pass: Pass = () => handle(req, res, body, caller);
      if (observe === undefined) {
        await pass();
        return;
      }
      const sequenceOf = `${caller} ${service} ${identified.operation}`;
      const sequence = (sequences.get(sequenceOf) ?? 0) + 1;
      sequences.set(sequenceOf, sequence);
      const { operation, region } = identified;
      const call: AwsCall = { caller, service, region, operation, sequence, body };
      await act(call, await observe(call), pass, req, res);
    } catch (error) {
      // The caller was killed in the middle of the call.
      if (!res.destroyed) replyWithError(res, identified?.service ?? 's3', asAwsError(error));
    }
  };

  const http1 = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    void serve(req, res);
  });
  let port = options.port;
  const http2 = createHttp2Bridge(() => port);
  const sockets = new Set<Socket>();
  // TCP_NODELAY, as Node's HTTP server sets it: otherwise an answer in two parts waits 40 ms for the delayed
  // acknowledgement of the first.
  const server = createTcpServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (firstBytes) => {
      socket.pause();
      socket.unshift(firstBytes);
      if (speaksHttp2(firstBytes)) http2.accept(socket);
      else http1.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      http1.close();
      http2.close();
      await closed;
    },
  };
}

type Pass = () => Promise<void>;

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const tooLarge = () =>
    new AwsError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
      ProposedSize: req.headers['content-length'] ?? 'unknown',
      MaxSizeAllowed: largestBody,
    });
  if (Number(req.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of a refused body is read and discarded, so that the answer reaches the sender.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

async function act(
  call: AwsCall,
  action: CallFault | undefined,
  pass: Pass,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  switch (action?.kind) {
    case undefined:
      return pass();
    case 'delay':
      await sleep(action.ms);
      return pass();
    case 'error':
      throw action.error;
    case 'before':
      await action.run(call);
      return pass();
    case 'after': {
      const release = holdReply(res);
      try {
        await pass();
        await action.run(call);
      } finally {
        release();
      }
      return;
    }
    case 'drop-request':
      await action.run?.(call);
      hangUp(req, res);
      return;
    case 'drop-reply':
      holdReply(res);
      try {
        await pass();
        await action.run?.(call);
      } finally {
        hangUp(req, res);
      }
      return;
  }
}

/** Holds back everything that is written to `res` until the returned function is called. */
function holdReply(res: ServerResponse): () => void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let ended = false;
  const keep = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string') {
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
    } else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const called = (args: unknown[]): void => {
    const callback = args.findLast((arg) => typeof arg === 'function') as (() => void) | undefined;
    if (callback !== undefined) process.nextTick(callback);
  };
  res.write = (...args: unknown[]) => {
    keep(args[0], args[1]);
    called(args);
    return true;
  };
  res.end = (...args: unknown[]) => {
    keep(args[0], args[1]);
    called(args);
    ended = true;
    return res;
  };
  return () => {
    res.write = write;
    res.end = end;
    if (ended) res.end(Buffer.concat(chunks));
  };
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  console.error('The local cloud failed to serve an AWS call:', error);
  return new AwsError(500, 'InternalFailure', 'The local cloud failed to serve this call.');
}
