import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFolder } from '#lambdas/runtime/file-storage.ts';

const asked: (string | null)[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3');
    const from = searchParams.get('continuation-token');
    asked.push(searchParams.get('prefix'));
    const next = from === null ? '<NextContinuationToken>two</NextContinuationToken>' : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<ListBucketResult><Contents><Key>folder/${from ?? 'one'}</Key></Contents>${next}</ListBucketResult>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${address.port}`,
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('lists a folder page by page', async () => {
  const keys: string[] = [];
  for await (const key of listFolder('bucket', 'folder/')) keys.push(key);
  expect(keys).toEqual(['folder/one', 'folder/two']);
  expect(asked).toEqual(['folder/', 'folder/']);
});
