import { setTimeout } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { testCertificates } from '#bin/signing/make-certificates.ts';
import { publicKeyOf } from '#bin/signing/signing-key.ts';
import { setSigningCertificates } from '#lambdas/platform/signing-certificate-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { readManifest } from '#test/support/read-manifest.ts';

const cloud = startGenerations({ models: 'plain' });
let user: string;

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
  await setCertificates();
  await setAnHourAgo();
  user = await cloud.signUp('pro');
});

async function setCertificates(): Promise<void> {
  const publicKey = await publicKeyOf(process.env.SIGNING_KEY_ARN ?? '');
  const subject = { organisation: 'PlatePost', commonName: 'PlatePost' };
  await setSigningCertificates(testCertificates(publicKey, subject), 'test');
}

/** Functions may sign with former certificates for a minute. */
async function setAnHourAgo(): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: 'SETTINGS', sk: 'signingCertificates' },
      UpdateExpression: 'SET changedAt = :then',
      ExpressionAttributeValues: { ':then': new Date(Date.now() - 3_600_000).toISOString() },
    }),
  );
}

async function link(generationId: string, body: object = { variation: 0 }): Promise<string> {
  const { status, body: reply } = await cloud.call(user, 'createDownload', {
    params: { generationId },
    body,
  });
  expect(status).toBe(201);
  return reply.url;
}

async function fetched(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

const signatures = () => cloud.calls.filter(({ operation }) => operation === 'Sign').length;

describe('a download', () => {
  it('is signed by the first, and is the same file for the next', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    const first = await fetched(await link(id));
    expect(await readManifest(first)).toMatchObject({
      state: 'Valid',
      title: expect.stringMatching(/^platepost-classic-burger-.*-1-1080x1080\.jpg$/),
      actions: [{ action: 'c2pa.created' }],
    });
    expect(await fetched(await link(id))).toEqual(first);
    expect(signatures()).toBe(1);
  });

  it('has the alt text of its post in its metadata, the latest one, and is signed with it', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    const before = await fetched(await link(id));
    expect((await sharp(before).metadata()).xmpAsString).not.toContain('AltText');
    const text = {
      tone: 'friendly',
      network: 'instagram',
      language: 'it',
      caption: '',
      hashtags: [],
      altText: 'Un hamburger',
      description: '',
    };
    const params = { generationId: id, variation: '0' };
    await cloud.call(user, 'savePost', { params, body: { revision: 0, text } });
    let described = await fetched(await link(id));
    expect((await sharp(described).metadata()).xmpAsString).toContain('xml:lang="it">Un hamburger<');
    expect(await readManifest(described)).toMatchObject({ state: 'Valid' });
    // Files know the second in which they were written: from the next one on it is the same file.
    const isSame = async () => {
      const former = described;
      described = await fetched(await link(id));
      return described.equals(former);
    };
    await expect.poll(isSame).toBe(true);
  });

  it('has the alt text that was saved while it was being signed', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    const text = { tone: 'friendly', network: 'instagram', language: 'it', caption: '' };
    const more = { hashtags: [], altText: 'Un hamburger', description: '' };
    cloud.faults.add({
      service: 's3',
      operation: 'PutObject',
      times: 1,
      action: {
        kind: 'before',
        run: async () => {
          const params = { generationId: id, variation: '0' };
          await cloud.call(user, 'savePost', { params, body: { revision: 0, text: { ...text, ...more } } });
          // The copy is written in a later second.
          await setTimeout(1100);
        },
      },
    });
    await link(id);
    const next = await fetched(await link(id));
    expect((await sharp(next).metadata()).xmpAsString).toContain('xml:lang="it">Un hamburger<');
    expect(await readManifest(next)).toMatchObject({ state: 'Valid' });
  });

  it('is signed again once there are other certificates', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    const before = await fetched(await link(id));
    await setCertificates();
    const after = await fetched(await link(id));
    expect(after).not.toEqual(before);
    expect(await readManifest(after)).toMatchObject({ state: 'Valid' });
  });

  it('does not fail where KMS does: the file leaves unsigned, and signed the next time', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    cloud.faults.add({
      service: 'kms',
      times: 1,
      action: { kind: 'error', error: new AwsError(500, 'KMSInternalException', 'Out of order') },
    });
    expect(await readManifest(await fetched(await link(id)))).toBeUndefined();
    expect(await readManifest(await fetched(await link(id)))).toMatchObject({ state: 'Valid' });
  });

  it('does not wait for a KMS that never answers', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    cloud.faults.add({ service: 'kms', times: 3, action: { kind: 'delay', ms: 15_000 } });
    const startedAt = Date.now();
    expect(await readManifest(await fetched(await link(id)))).toBeUndefined();
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  }, 30_000);

  it('stays when the run that wrote it first was killed before it said so', async () => {
    const { id } = await cloud.generate(user, studioRequest());
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 1,
      action: { kind: 'error', error: new AwsError(400, 'ValidationException', 'Killed') },
    });
    await link(id).catch(() => undefined);
    const url = await link(id);
    await cloud.minutesPass(6);
    await cloud.runReconciler();
    expect((await fetch(url)).status).toBe(200);
  });

  it('of a dish that was kept says so, with how far it differs', async () => {
    const { id } = await cloud.generate(user, menuRequest());
    const read = await readManifest(await fetched(await link(id, { variation: 1, size: 'large' })));
    expect(read).toMatchObject({
      state: 'Valid',
      ingredients: [{ title: 'Photo of the dish', relationship: 'componentOf' }],
      actions: [
        {
          action: 'c2pa.created',
          digitalSourceType: expect.stringMatching(/\/compositeWithTrainedAlgorithmicMedia$/),
        },
        { action: 'c2pa.placed' },
      ],
      dish: { dish: expect.stringMatching(/^(unchanged|restyled)$/) },
    });
  });

  it('of a watermarked file with words says both', async () => {
    const free = await cloud.signUp('free');
    const { id } = await cloud.generate(free, studioRequest({ studio: { promoText: 'Two for one' } }));
    const { body } = await cloud.call(free, 'createDownload', {
      params: { generationId: id },
      body: { variation: 0 },
    });
    const { actions } = (await readManifest(await fetched(body.url))) ?? {};
    expect(actions?.map(({ description }) => description).slice(1)).toEqual([
      'Promotional text was set on it.',
      'A watermark was set on it.',
    ]);
  });

  it('leaves nothing behind when the image is deleted, before it or meanwhile', async () => {
    const before = await cloud.generate(user, studioRequest());
    await link(before.id);
    const meanwhile = await cloud.generate(user, studioRequest());
    // Their workers are done, so that their deletion removes files once.
    for (const { id } of [before, meanwhile])
      await cloud.setTimes(user, id, { finishedAt: '2026-01-01T00:00:00.000Z' });
    cloud.faults.add({
      service: 's3',
      operation: 'PutObject',
      times: 1,
      action: {
        kind: 'before',
        run: async () => {
          await remove(meanwhile.id);
          await cloud.runReconciler();
        },
      },
    });
    await cloud.call(user, 'createDownload', {
      params: { generationId: meanwhile.id },
      body: { variation: 0 },
    });
    await remove(before.id);
    await cloud.minutesPass(6);
    await cloud.runReconciler();
    const left = (await cloud.listKeys('ORIGINALS_BUCKET')).filter(
      (key) => key.includes(before.id) || key.includes(meanwhile.id),
    );
    expect(left).toEqual([]);
  });
});

async function remove(generationId: string): Promise<void> {
  const { status } = await cloud.call(user, 'deleteGeneration', { params: { generationId } });
  expect(status).toBe(204);
}
