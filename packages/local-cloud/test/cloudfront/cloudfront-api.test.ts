import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCloudFrontApi } from '#src/cloudfront/cloudfront-api.ts';
import { Edge } from '#src/cloudfront/edge.ts';

const edges = ['E1', 'E2'].map(
  (id) =>
    new Edge({
      id,
      domainName: '127.0.0.1',
      defaultRootObject: '',
      behaviors: [],
      origins: new Map(),
      customErrors: [],
    }),
);
let now = 1_000_000;
const handle = createCloudFrontApi(
  () => edges,
  () => now,
);
const server = createServer(async (req, res) => handle(req, res, await buffer(req)));
let client: CloudFrontClient;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  client = new CloudFrontClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let reference = 0;

async function invalidate(paths: string[], distribution = 'E1'): Promise<string | undefined> {
  reference += 1;
  const batch = {
    CallerReference: String(reference),
    Paths: { Quantity: paths.length, Items: paths },
  };
  const { Invalidation } = await client.send(
    new CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch: batch }),
  );
  return Invalidation?.Status;
}

const files = (count: number) => Array.from({ length: count }, (_, n) => `/${n}.jpg`);
const refused = { name: 'TooManyInvalidationsInProgress' };

it('takes 3,000 files and 15 wildcards at a time, each of a distribution, and more once these are done', async () => {
  expect(await invalidate(files(2000))).toBe('InProgress');
  await expect(invalidate(files(1001))).rejects.toMatchObject(refused);
  expect(await invalidate(files(1000))).toBe('InProgress');
  await expect(invalidate(['/one.jpg'])).rejects.toMatchObject(refused);
  // Wildcards and other distributions have quotas of their own.
  for (let n = 0; n < 15; n += 1) expect(await invalidate([`/${n}/*`])).toBe('InProgress');
  await expect(invalidate(['/16/*'])).rejects.toMatchObject(refused);
  expect(await invalidate(files(3000), 'E2')).toBe('InProgress');
  now += 10_001;
  expect(await invalidate([...files(2999), '/16/*'])).toBe('InProgress');
});
