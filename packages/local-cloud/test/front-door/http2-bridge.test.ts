import { createHash } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCredentialBook } from '#src/aws/credential-book.ts';
import type { Handler } from '#src/aws/handler.ts';
import { CallFaultRules } from '#src/front-door/call-faults.ts';
import { type FrontDoor, startFrontDoor } from '#src/front-door/front-door.ts';

const credentials = createCredentialBook('seed of the tests');
const faults = new CallFaultRules();
let door: FrontDoor;
let client: BedrockRuntimeClient;
let httpVersion = '';

/** Answers the hash of what came, and as many bytes as that. */
const echo: Handler = async (req, res, body) => {
  httpVersion = req.httpVersion;
  res.writeHead(200, { 'content-type': 'application/json', connection: 'keep-alive' });
  res.end(JSON.stringify({ hash: hashOf(body), filler: 'x'.repeat(body.length) }));
};

/** Waits for its caller to go away. */
let hungUp: Promise<void>;
let arrived: Promise<void>;
let hanging: Handler;

const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

beforeAll(async () => {
  let noteArrival = () => {};
  let noteHangUp = () => {};
  arrived = new Promise((resolve) => {
    noteArrival = resolve;
  });
  hungUp = new Promise((resolve) => {
    noteHangUp = resolve;
  });
  hanging = async (_req, res) => {
    res.once('close', noteHangUp);
    noteArrival();
    await hungUp;
  };
  door = await startFrontDoor({
    port: 0,
    credentials,
    services: { bedrock: echo, 'cognito-idp': (...call) => hanging(...call) },
    observe: faults.observe,
  });
  // Its default request handler speaks HTTP/2.
  client = new BedrockRuntimeClient({
    endpoint: door.url,
    region: 'us-east-1',
    credentials: credentials.issue('worker'),
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.destroy();
  await door.close();
});
afterEach(() => faults.clear());

const invoke = (body: Uint8Array) => client.send(new InvokeModelCommand({ modelId: 'a.model-v1:0', body }));

describe('a client that speaks HTTP/2', () => {
  it('is served as one that speaks HTTP/1, with the largest body of the model', async () => {
    const body = Buffer.alloc(25_000_000, 'photo');
    const reply = JSON.parse((await invoke(body)).body.transformToString());
    expect(reply.hash).toBe(hashOf(body));
    expect(reply.filler).toHaveLength(body.length);
    expect(httpVersion).toBe('1.1');
  });

  it('is served many calls at once', async () => {
    const bodies = Array.from({ length: 30 }, (_, index) => Buffer.alloc(50_000, index));
    const replies = await Promise.all(bodies.map(invoke));
    expect(replies.map(({ body }) => JSON.parse(body.transformToString()).hash)).toEqual(bodies.map(hashOf));
  });

  it('loses its reply where a fault says so, and goes on afterwards', async () => {
    faults.add({ operation: 'InvokeModel', action: { kind: 'drop-reply' } });
    await expect(invoke(Buffer.from('{}'))).rejects.toThrow();
    expect((await invoke(Buffer.from('{}'))).$metadata.httpStatusCode).toBe(200);
  });

  it('is noticed when it is gone', async () => {
    const socket = connect(Number(new URL(door.url).port), '127.0.0.1');
    const session = connectHttp2(door.url, { createConnection: () => socket });
    session.on('error', () => {});
    const request = session.request({ ':path': '/logout', ':method': 'GET' });
    request.on('error', () => {});
    await arrived;
    socket.destroy();
    await hungUp;
  });
});
