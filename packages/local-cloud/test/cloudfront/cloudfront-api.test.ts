import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
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
let origin: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What the SDK sends; answers the status of the invalidation, or the code of the error. */
async function invalidate(paths: string[], distribution = 'E1'): Promise<string | undefined> {
  const items = paths.map((path) => `<Path>${path}</Path>`).join('');
  const reply = await fetch(`${origin}/2020-05-31/distribution/${distribution}/invalidation`, {
    method: 'POST',
    body:
      `<InvalidationBatch><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths>` +
      '<CallerReference>1</CallerReference></InvalidationBatch>',
  });
  return /<(?:Status|Code)>(\w+)</.exec(await reply.text())?.[1];
}

const files = (count: number) => Array.from({ length: count }, (_, n) => `/${n}.jpg`);
const refused = 'TooManyInvalidationsInProgress';

it('takes 3,000 files and 15 wildcards at a time, each of a distribution, and more once these are done', async () => {
  expect(await invalidate(files(2000))).toBe('InProgress');
  expect(await invalidate(files(1001))).toBe(refused);
  expect(await invalidate(files(1000))).toBe('InProgress');
  expect(await invalidate(['/one.jpg'])).toBe(refused);
  // Wildcards and other distributions have quotas of their own.
  for (let n = 0; n < 15; n += 1) expect(await invalidate([`/${n}/*`])).toBe('InProgress');
  expect(await invalidate(['/16/*'])).toBe(refused);
  expect(await invalidate(files(3000), 'E2')).toBe('InProgress');
  now += 10_001;
  expect(await invalidate([...files(2999), '/16/*'])).toBe('InProgress');
});
