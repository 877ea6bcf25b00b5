import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { startGenerations, studioJob } from './harness.ts';

const cloud = startGenerations();

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await readFile('web/public/samples/burger.jpg'));
});

describe('a studio job', () => {
  it('turns a photo into two different finished variations for one credit', async () => {
    const user = await cloud.signUp('starter');
    const uploadId = await cloud.upload(user, await readFile('web/public/samples/pizza-before.jpg'));
    const job = studioJob({
      source: { type: 'upload', uploadId },
      studio: { creationPath: 'ugc', filter: { id: 'popcrush' } },
    });
    const started = Date.now();
    const done = await cloud.generate(user, job);
    console.log('took', Date.now() - started);
    expect(done).toMatchObject({
      state: 'done',
      fallback: false,
      refunded: false,
      message: null,
      width: 1080,
      height: 1080,
      watermarked: false,
    });
    expect(done.variations).toHaveLength(2);
    const files = await Promise.all(
      done.variations.map(async ({ index }) => {
        const { body, status } = await cloud.call(user, 'createDownload', {
          params: { generationId: job.id },
          body: { variation: index },
        });
        expect(status).toBe(201);
        const reply = await fetch(body.url);
        expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${body.fileName}"`);
        return Buffer.from(await reply.arrayBuffer());
      }),
    );
    for (const file of files) {
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    }
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(false);
    expect(await cloud.books(user)).toMatchObject({ available: 11, openJobs: 0 });
    expect(await cloud.orphans()).toEqual([]);
  });
});
