import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesizeExample } from '#example/stack.ts';
import type { RunningCloud } from '#src/cloud/running-cloud.ts';
import { startCloud } from '#src/start-cloud.ts';

/** Inside the package, so that the functions find the AWS SDK in node_modules, which Lambda's runtime has built in. */
const parent = join(import.meta.dirname, '..', '.build', 'test');
let directory: string;
let cloud: RunningCloud;

const start = () =>
  startCloud({
    name: 'Short links',
    directory,
    assembly: async () => synthesizeExample(join(directory, 'cdk.out')),
  });

beforeAll(async () => {
  mkdirSync(parent, { recursive: true });
  directory = mkdtempSync(join(parent, 'example-'));
  cloud = await start();
});

afterAll(async () => {
  await cloud.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function shorten(url: unknown): Promise<{ status: number; body: { code?: string; message?: string } }> {
  const response = await fetch(`${cloud.url}/api/links`, { method: 'POST', body: JSON.stringify({ url }) });
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

describe('the example application', () => {
  it('serves its page from the bucket', async () => {
    const response = await fetch(cloud.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(await response.text()).toContain('<h1>Short links</h1>');
  });

  it('shortens an address, redirects to it and counts the visits', async () => {
    const { status, body } = await shorten('https://example.com/a?b=c');
    expect(status).toBe(201);
    for (let visit = 1; visit <= 3; visit += 1) {
      const response = await fetch(`${cloud.url}/to/${body.code}`, { redirect: 'manual' });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('https://example.com/a?b=c');
    }
    await cloud.settle();
    const link = await fetch(`${cloud.url}/api/links/${body.code}`);
    expect(await link.json()).toEqual({ url: 'https://example.com/a?b=c', visits: 3 });
  });

  it('counts a visit again when the delivery is lost, and both when it is duplicated', async () => {
    const { body } = await shorten('https://example.com/');
    const lost = cloud.deliveries.add({ source: 'queue', function: 'countVisits', fault: { kind: 'drop' } });
    await fetch(`${cloud.url}/to/${body.code}`, { redirect: 'manual' });
    await expect.poll(() => lost.applied).toBe(1);
    await cloud.redeliver();
    await cloud.settle();
    const visits = async () => (await (await fetch(`${cloud.url}/api/links/${body.code}`)).json()).visits;
    expect(await visits()).toBe(1);
    cloud.deliveries.add({ source: 'queue', function: 'countVisits', fault: { kind: 'duplicate' } });
    await fetch(`${cloud.url}/to/${body.code}`, { redirect: 'manual' });
    await cloud.settle();
    expect(await visits()).toBe(3);
  });

  it('answers errors of its own, and those of the API', async () => {
    expect(await shorten('no address')).toMatchObject({ status: 400, body: { message: /Please send/ } });
    expect((await fetch(`${cloud.url}/to/unknown`)).status).toBe(404);
    expect((await fetch(`${cloud.url}/api/other`)).status).toBe(404);
  });

  it('grants the functions what their calls need', () => {
    const used = cloud.grants().filter(({ isUsed }) => isUsed);
    expect(used.map(({ functionName, action }) => `${functionName} ${action}`).toSorted()).toEqual([
      'countVisits dynamodb:UpdateItem',
      'links dynamodb:GetItem',
      'links dynamodb:PutItem',
      'links sqs:SendMessage',
    ]);
  });

  it('no longer serves a file that is not part of the site any more', async () => {
    const credentials = cloud.accessKey('test');
    const client = new S3Client({
      region: cloud.region,
      endpoint: cloud.awsUrl,
      credentials,
      forcePathStyle: true,
    });
    const Bucket = cloud.outputs.SiteBucketName;
    await client.send(new PutObjectCommand({ Bucket, Key: 'old.html', Body: 'old' }));
    expect((await fetch(`${cloud.url}/old.html`)).status).toBe(200);
    // Deploys the site again.
    rmSync(join(directory, 'deployments'), { recursive: true });
    await cloud.update();
    expect((await fetch(`${cloud.url}/old.html`)).status).toBe(403);
    expect((await fetch(cloud.url)).status).toBe(200);
    client.destroy();
  });

  it('keeps its links over a restart', async () => {
    const { body } = await shorten('https://example.com/kept');
    await cloud.stop();
    cloud = await start();
    const link = await fetch(`${cloud.url}/api/links/${body.code}`);
    expect(await link.json()).toMatchObject({ url: 'https://example.com/kept' });
  });
});
