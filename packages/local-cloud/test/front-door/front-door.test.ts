import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ListQueuesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccessKey, createCredentialBook } from '#src/aws/credential-book.ts';
import type { Handler } from '#src/aws/handler.ts';
import {
  type AwsCall,
  CallFaultRules,
  dynamoDbThrottle,
  transactionCanceled,
} from '#src/front-door/call-faults.ts';
import { type FrontDoor, startFrontDoor } from '#src/front-door/front-door.ts';
import { createProxy } from '#src/http/proxy.ts';
import { type LocalS3, startLocalS3 } from '#test/s3/local-s3.ts';

const credentials = createCredentialBook('seed of the tests');
const faults = new CallFaultRules();
const calls: AwsCall[] = [];
/** What reached the engines behind the front door: service, caller, path. */
const served: { service: string; caller: string | undefined; path: string | undefined; body: string }[] = [];

/** Stands in for an engine in a process of its own, as DynamoDB Local is one. */
let engine: Server;
let hanging: IncomingMessage | undefined;
let door: FrontDoor;

const handler =
  (service: string): Handler =>
  async (req, res, body, caller) => {
    served.push({ service, caller, path: req.url, body: String(body) });
    const text = JSON.stringify({ UserPools: [] });
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(text);
  };

beforeAll(async () => {
  engine = createServer((req, res) => {
    req.toArray().then((chunks) => {
      const target = String(req.headers['x-amz-target']);
      served.push({
        service: 'engine',
        caller: undefined,
        path: req.url,
        body: String(Buffer.concat(chunks)),
      });
      if (target.endsWith('ReceiveMessage')) {
        hanging = req;
        return;
      }
      res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'x-engine': 'yes' });
      res.end(JSON.stringify({ TableNames: ['one'], QueueUrls: [] }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => engine.once('listening', resolve));
  const origin = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  door = await startFrontDoor({
    port: 0,
    credentials,
    services: {
      dynamodb: createProxy(origin),
      sqs: createProxy(origin),
      bedrock: handler('bedrock'),
      'cognito-idp': handler('cognito-idp'),
      s3: handler('s3'),
    },
    observe: (call) => {
      calls.push(call);
      return faults.observe(call);
    },
  });
});
afterAll(async () => {
  await door.close();
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
});
beforeEach(() => {
  calls.length = 0;
  served.length = 0;
});
afterEach(() => faults.clear());

const options = (key: AccessKey = credentials.issue('worker')) => ({
  endpoint: door.url,
  region: 'us-east-2',
  credentials: key,
  maxAttempts: 1,
});
const dynamo = (key?: AccessKey) => new DynamoDBClient(options(key));

describe('the front door', () => {
  it('passes each call to its service with the name of the caller', async () => {
    await dynamo().send(new ListTablesCommand());
    await new SQSClient(options(credentials.issue('publisher'))).send(new ListQueuesCommand());
    await new BedrockRuntimeClient(options()).send(
      new InvokeModelCommand({ modelId: 'stability.sd3-5-large-v1:0', body: '{"seed":1}' }),
    );
    await new CognitoIdentityProviderClient(options()).send(new ListUserPoolsCommand({ MaxResults: 1 }));
    expect(
      calls.map(({ caller, service, operation, region }) => [caller, service, operation, region]),
    ).toEqual([
      ['worker', 'dynamodb', 'ListTables', 'us-east-2'],
      ['publisher', 'sqs', 'ListQueues', 'us-east-2'],
      ['worker', 'bedrock', 'InvokeModel', 'us-east-2'],
      ['worker', 'cognito-idp', 'ListUserPools', 'us-east-2'],
    ]);
    expect(served.map(({ service }) => service)).toEqual(['engine', 'engine', 'bedrock', 'cognito-idp']);
    expect(served[2]).toMatchObject({
      caller: 'worker',
      path: '/model/stability.sd3-5-large-v1%3A0/invoke',
      body: '{"seed":1}',
    });
  });

  it('counts the calls of each caller and operation', async () => {
    const caller = credentials.issue('counted');
    for (let time = 0; time < 3; time += 1) await dynamo(caller).send(new ListTablesCommand());
    await dynamo(credentials.issue('another')).send(new ListTablesCommand());
    expect(calls.map(({ caller, sequence }) => [caller, sequence])).toEqual([
      ['counted', 1],
      ['counted', 2],
      ['counted', 3],
      ['another', 1],
    ]);
  });

  it('lets Cognito serve the browser, which signs nothing', async () => {
    const target = 'AWSCognitoIdentityProviderService.InitiateAuth';
    const json = { method: 'POST', headers: { 'x-amz-target': target }, body: '{}' };
    await fetch(door.url, json);
    await fetch(door.url, { method: 'OPTIONS' });
    await fetch(`${door.url}/eu-west-2_AbC123xyz/.well-known/jwks.json`);
    await fetch(`${door.url}/oauth2/authorize?client_id=1`);
    await fetch(`${door.url}/logout?client_id=1`);
    await fetch(`${door.url}/uploads/key`, { method: 'OPTIONS' });
    expect(served.map(({ service, caller, path }) => [service, caller, path])).toEqual([
      ['cognito-idp', undefined, '/'],
      ['cognito-idp', undefined, '/'],
      ['cognito-idp', undefined, '/eu-west-2_AbC123xyz/.well-known/jwks.json'],
      ['cognito-idp', undefined, '/oauth2/authorize?client_id=1'],
      ['cognito-idp', undefined, '/logout?client_id=1'],
      ['s3', undefined, '/uploads/key'],
    ]);
    expect(calls[0]).toMatchObject({ operation: 'InitiateAuth', caller: undefined, region: undefined });
  });

  it('refuses a wrong secret, for every service', async () => {
    const wrong = { ...credentials.issue('worker'), secretAccessKey: 'wrong' };
    const clients = [
      () => dynamo(wrong).send(new ListTablesCommand()),
      () => new SQSClient(options(wrong)).send(new ListQueuesCommand()),
      () =>
        new BedrockRuntimeClient(options(wrong)).send(new InvokeModelCommand({ modelId: 'm', body: '{}' })),
      () =>
        new CognitoIdentityProviderClient(options(wrong)).send(new ListUserPoolsCommand({ MaxResults: 1 })),
    ];
    for (const send of clients) {
      await expect(send()).rejects.toMatchObject({
        name: 'InvalidSignatureException',
        $metadata: { httpStatusCode: 403 },
      });
    }
    expect(served).toEqual([]);
  });

  it('refuses a key that nobody was issued, and calls without a signature', async () => {
    const unknown = { accessKeyId: 'AKIA0000000000000000', secretAccessKey: 'x' };
    await expect(dynamo(unknown).send(new ListTablesCommand())).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    const unsigned = await fetch(door.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body: '{}',
    });
    expect(unsigned.status).toBe(403);
    expect(await unsigned.json()).toMatchObject({
      __type: 'com.amazonaws.dynamodb.v20120810#MissingAuthenticationTokenException',
    });
    expect(served).toEqual([]);
  });

  it('refuses a body that was changed after it was signed', async () => {
    const client = dynamo();
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: string }).body = '{"Limit":99}';
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(client.send(new ListTablesCommand({ Limit: 11 }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
  });

  it('names a service that it does not have', async () => {
    const client = new SecretsManagerClient(options());
    await expect(client.send(new GetSecretValueCommand({ SecretId: 'x' }))).rejects.toMatchObject({
      name: 'NotImplemented',
      message: 'The local cloud has no service named secretsmanager.',
    });
  });

  it('answers 503 when an engine does not', async () => {
    const gone = await startFrontDoor({
      port: 0,
      credentials,
      services: { dynamodb: createProxy('http://127.0.0.1:1') },
    });
    const client = new DynamoDBClient({ ...options(), endpoint: gone.url });
    await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      $metadata: { httpStatusCode: 503 },
    });
    await gone.close();
  });

  it('ends a long poll whose caller is gone', async () => {
    const abort = new AbortController();
    const poll = new SQSClient(options()).send(
      new ReceiveMessageCommand({ QueueUrl: `${door.url}/000000000000/queue`, WaitTimeSeconds: 20 }),
      { abortSignal: abort.signal },
    );
    while (hanging === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = new Promise((resolve) => hanging?.socket.once('close', resolve));
    abort.abort();
    await expect(poll).rejects.toMatchObject({ name: 'AbortError' });
    await ended;
  });

  it('rejects when its port is taken', async () => {
    const port = Number(new URL(door.url).port);
    await expect(startFrontDoor({ port, credentials, services: {} })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('a fault', () => {
  const transaction = () =>
    new TransactWriteItemsCommand({
      TransactItems: [
        { Delete: { TableName: 'table', Key: { pk: { S: '1' } } } },
        { Delete: { TableName: 'table', Key: { pk: { S: '2' } } } },
      ],
    });

  it('can be a transaction conflict, as the SDK knows it', async () => {
    const planned = faults.add({
      operation: 'TransactWriteItems',
      nth: 2,
      action: { kind: 'error', error: transactionCanceled(['TransactionConflict', 'None']) },
    });
    await dynamo().send(transaction());
    const error = await dynamo()
      .send(transaction())
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict, None]',
      CancellationReasons: [
        { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        { Code: 'None' },
      ],
    });
    await dynamo().send(transaction());
    expect(planned.applied).toBe(1);
    expect(served).toHaveLength(2);
  });

  it('can be a throttle, which the SDK retries', async () => {
    faults.add({ service: 'dynamodb', times: 2, action: { kind: 'error', error: dynamoDbThrottle() } });
    const client = new DynamoDBClient({ ...options(), maxAttempts: 3 });
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['one']);
    expect(calls).toHaveLength(3);
  });

  it('applies to the calls that it names', async () => {
    const error = dynamoDbThrottle();
    faults.add({ caller: 'other', action: { kind: 'error', error } });
    faults.add({ service: 's3', action: { kind: 'error', error } });
    faults.add({ operation: 'GetItem', action: { kind: 'error', error } });
    faults.add({
      when: ({ body }) => String(body).includes('no such text'),
      action: { kind: 'error', error },
    });
    await dynamo().send(new ListTablesCommand());
    const removed = faults.add({ operation: 'ListTables', action: { kind: 'error', error } });
    removed.remove();
    await dynamo().send(new ListTablesCommand());
    await expect(
      dynamo().send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: '1' } } })),
    ).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  });

  it('can run something before or after a call, and delay it', async () => {
    const order: string[] = [];
    const note = (text: string) => () => {
      order.push(`${text}, ${served.length} served`);
    };
    faults.add({ nth: 1, action: { kind: 'before', run: note('before') } });
    faults.add({ nth: 2, action: { kind: 'after', run: note('after') } });
    faults.add({ nth: 3, action: { kind: 'delay', ms: 60 } });
    await dynamo().send(new ListTablesCommand());
    const replied = await dynamo().send(new ListTablesCommand());
    expect(replied.TableNames).toEqual(['one']);
    expect(order).toEqual(['before, 0 served', 'after, 2 served']);
    const start = performance.now();
    await dynamo().send(new ListTablesCommand());
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('can keep a call from its service, or the reply from its caller', async () => {
    let ran = 0;
    const run = () => {
      ran += 1;
    };
    faults.add({ nth: 1, action: { kind: 'drop-request', run } });
    await expect(dynamo().send(new ListTablesCommand())).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect([served.length, ran]).toEqual([0, 1]);
    faults.add({ nth: 1, action: { kind: 'drop-reply', run } });
    await expect(dynamo().send(new ListTablesCommand())).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect([served.length, ran]).toEqual([1, 2]);
    await dynamo().send(new ListTablesCommand());
  });

  it('closes the connection although the reply before it is still on its way', async () => {
    faults.add({ service: 'cognito-idp', nth: 1, action: { kind: 'delay', ms: 50 } });
    faults.add({ service: 'cognito-idp', nth: 2, action: { kind: 'drop-request' } });
    const { hostname, port } = new URL(door.url);
    const socket = connect(Number(port), hostname);
    const body = '{"ClientId":"client","Username":"ada"}';
    const request = [
      'POST / HTTP/1.1',
      `host: ${hostname}`,
      'content-type: application/x-amz-json-1.1',
      'x-amz-target: AWSCognitoIdentityProviderService.ForgotPassword',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    socket.resume();
    const closed = new Promise((resolve) => {
      socket.once('close', () => resolve('closed'));
    });
    socket.write(request + request);
    expect(await Promise.race([closed, sleep(3000, 'still open')])).toBe('closed');
    socket.destroy();
    // The delayed call must not be counted by the next tests.
    await expect.poll(() => served.length).toBe(1);
  });

  it('that waits for a service answers although the service fails', async () => {
    let ran = 0;
    const run = () => {
      ran += 1;
    };
    const gone = await startFrontDoor({
      port: 0,
      credentials,
      services: { dynamodb: createProxy('http://127.0.0.1:1') },
      observe: faults.observe,
    });
    faults.add({ nth: 1, action: { kind: 'after', run } });
    faults.add({ nth: 2, action: { kind: 'drop-reply', run } });
    const client = new DynamoDBClient({ ...options(), endpoint: gone.url });
    await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({ name: 'ServiceUnavailable' });
    await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(ran).toBe(0);
    await gone.close();
  });

  it('reaches a browser that calls Cognito', async () => {
    faults.add({ service: 'cognito-idp', action: { kind: 'error', error: dynamoDbThrottle() } });
    const client = new CognitoIdentityProviderClient({ ...options() });
    await expect(
      client.send(new InitiateAuthCommand({ ClientId: 'x', AuthFlow: 'USER_SRP_AUTH' })),
    ).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    expect(served).toEqual([]);
  });
});

describe('a fault in S3', () => {
  let local: LocalS3;
  const plan = new CallFaultRules();
  beforeAll(async () => {
    local = await startLocalS3({ observe: plan.observe });
    await local.client.send(new CreateBucketCommand({ Bucket: 'media' }));
  });
  afterAll(() => local.stop());

  it('can hold back a large object, or lose the reply to a write that was made', async () => {
    const at = { Bucket: 'media', Key: 'large' };
    const large = Buffer.alloc(3_000_000, 'plate');
    plan.add({ operation: 'PutObject', action: { kind: 'drop-reply' } });
    await expect(local.client.send(new PutObjectCommand({ ...at, Body: large }))).rejects.toThrow();
    let held = false;
    plan.add({
      caller: 'tester',
      operation: 'GetObject',
      action: {
        kind: 'after',
        run: () => {
          held = true;
        },
      },
    });
    const { Body } = await local.client.send(new GetObjectCommand(at));
    expect(held).toBe(true);
    expect(large.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  });
});
