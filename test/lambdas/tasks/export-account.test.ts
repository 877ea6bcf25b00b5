import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPhoto, noteCorrection } from '#lambdas/photos/photo-store.ts';
import { newTask, readTask, startTask } from '#lambdas/platform/task-store.ts';
import { runTask } from '#lambdas/tasks/run-task.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { readZip } from '#test/support/read-zip.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  process.env.STRIPE_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(() => cloud.reset());

/** Runs an export of the account and returns the task. */
async function run(userId: string) {
  const id = `export-${userId}`;
  await startTask(newTask({ id, kind: 'accountExport', requestedBy: userId, subject: userId }));
  await runTask(id);
  return readTask(id);
}

/** Exports the account and returns its files. */
async function exported(userId: string): Promise<Map<string, Buffer>> {
  const task = await run(userId);
  expect(task).toMatchObject({
    state: 'done',
    file: { fileName: expect.stringMatching(/^platepost-.*\.zip$/) },
  });
  return readZip(await cloud.readObject('EXPORTS_BUCKET', task?.file?.key ?? ''));
}

describe('the export of an account', () => {
  it('holds what is kept of it, and its pictures as a download gives them', async () => {
    const [free, pro, other] = [
      await cloud.signUp('free'),
      await cloud.signUp('pro'),
      await cloud.signUp('pro'),
    ];
    for (const user of [free, pro]) {
      const made = await cloud.generate(user, studioRequest());
      const { original, variations, createdAt } = await cloud.stored(user, made.id);
      const files = await exported(user);
      const prefix = `pictures/${createdAt.slice(0, 10)}-${made.id}`;
      expect([...files.keys()]).toEqual([
        'data.json',
        `${prefix}-original.jpg`,
        `${prefix}-1.jpg`,
        `${prefix}-2.jpg`,
      ]);
      expect(files.get(`${prefix}-original.jpg`)).toEqual(
        await cloud.readObject('MEDIA_BUCKET', original ?? ''),
      );
      for (const { index, clean, watermarked } of variations) {
        const { key } = (user === free ? watermarked : clean)?.delivered ?? { key: '' };
        expect(files.get(`${prefix}-${index + 1}.jpg`)).toEqual(
          await cloud.readObject('ORIGINALS_BUCKET', key),
        );
      }
      const data = JSON.parse(String(files.get('data.json')));
      expect(data).toMatchObject({
        profile: { userId: user, email: `${user}@example.com` },
        plan: { tier: user === free ? 'free' : 'pro' },
        ledger: expect.arrayContaining([expect.objectContaining({ kind: 'spend', note: 'Classic Burger' })]),
        generations: [{ id: made.id, productName: 'Classic Burger', files: [...files.keys()].slice(1) }],
      });
    }
    const data = JSON.parse(String((await exported(other)).get('data.json')));
    expect(data.generations).toEqual([]);
  });

  it('holds what was made of its photos, and the masks that were drawn', async () => {
    const user = await cloud.signUp('pro');
    const { body } = await cloud.callPhotos(user, 'createPhoto', {
      body: { source: { type: 'sample', itemId: 'burger' } },
    });
    await noteCorrection(await findPhoto(user, body.id), new Date().toISOString());
    const mask = Buffer.from('a mask');
    await cloud.putObject('ORIGINALS_BUCKET', `photos/${user}/${body.id}/mask.png`, mask);
    const files = await exported(user);
    expect(files.get(`masks/${body.id}.png`)).toEqual(mask);
    expect(JSON.parse(String(files.get('data.json'))).photos).toEqual([
      expect.objectContaining({ id: body.id, cutOut: null, reading: null, files: [`masks/${body.id}.png`] }),
    ]);
  });

  it('leaves out a picture that is gone', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    const { variations } = await cloud.stored(user, id);
    await cloud.removeObject('ORIGINALS_BUCKET', variations[0]?.clean.delivered.key ?? '');
    const files = await exported(user);
    expect([...files.keys()].map((name) => name.replace(/.*-/, ''))).toEqual([
      'data.json',
      'original.jpg',
      '2.jpg',
    ]);
  });

  it('is written while it is read: of a large one, one part at a time is in memory', async () => {
    const user = await cloud.signUp('pro');
    const large = randomBytes(9 * 1024 * 1024);
    const { id } = await cloud.generate(user, studioRequest());
    const { variations } = await cloud.stored(user, id);
    for (const { clean } of variations) await cloud.putObject('ORIGINALS_BUCKET', clean.delivered.key, large);
    cloud.calls.length = 0;
    const files = await exported(user);
    expect([...files.values()].filter((file) => file.equals(large))).toHaveLength(2);
    const traffic = cloud.calls.filter(({ service }) => service === 's3');
    const parts = traffic.filter(({ operation }) => operation === 'UploadPart');
    expect(parts.length).toBeGreaterThan(2);
    for (const { body } of parts) expect(body.length).toBeLessThan(9 * 1024 * 1024);
    // The first part is away before the last picture is asked for.
    const order = traffic.map(({ operation }) => operation);
    expect(order.indexOf('UploadPart')).toBeLessThan(order.lastIndexOf('GetObject'));
  });

  it('that fails leaves neither a file nor parts of it', async () => {
    const user = await cloud.signUp('pro');
    await cloud.generate(user, studioRequest());
    cloud.faults.add({ service: 's3', operation: 'GetObject', nth: 2, action: { kind: 'drop-request' } });
    cloud.calls.length = 0;
    expect(await run(user)).toMatchObject({ state: 'running', file: null });
    expect(cloud.calls.map(({ operation }) => operation)).toContain('AbortMultipartUpload');
    expect(await cloud.listKeys('EXPORTS_BUCKET')).toEqual([]);
  });
});
