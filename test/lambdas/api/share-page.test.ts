import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#lambdas/api/share-page.lambda.ts';
import { readApproval } from '#lambdas/generations/approval-store.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { shareRoutes } from '#shared/api/share.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { hasWatermark } from '#test/lambdas/generations/has-watermark.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { httpEvent, invoke, supportEmail } from '#test/lambdas/runtime/http-event.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

async function open(shareId: string, origin = 'https://platepost.example') {
  const event = httpEvent(shareRoutes.getSharePage, { params: { shareId } });
  return invoke(handler, { ...event, headers: { ...event.headers, 'x-viewer-origin': origin } });
}

/** Entries of the outbox that remove the picture of a page. */
async function outboxOf(shareId: string) {
  const items = await cloud.table.allItems();
  return items.filter(({ pk, media }) => pk === 'OUTBOX' && String(media).includes(shareId));
}

async function shared(words: object = {}, request = studioRequest()) {
  const user = await cloud.signUp('starter');
  const done = await cloud.generate(user, request);
  const params = { generationId: done.id };
  const share = (body: object = {}) =>
    cloud.call(user, 'createShare', { params, body: { variation: 1, ...words, ...body } });
  const { status, body } = await share();
  expect(status).toBe(201);
  expect(body.path).toBe(`/s/${body.shareId}`);
  return { user, done, share, shareId: body.shareId as string };
}

describe('a share page', () => {
  // T4.I1
  it('has social-card tags with absolute addresses, no script, and is not for search engines', async () => {
    const { shareId } = await shared({ title: 'Friday burger', description: 'With extra pickles' });
    const { status, headers, body } = await open(shareId);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<meta property="og:title" content="Friday burger">');
    expect(body).toContain('<meta property="og:description" content="With extra pickles">');
    const image = `https://platepost.example/media/shares/${shareId}.jpg`;
    expect(body).toContain(`<meta property="og:image" content="${image}">`);
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(body).toContain('<meta name="robots" content="noindex">');
    // Otherwise browsers ask for /favicon.ico.
    expect(body).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
    expect(body).not.toMatch(/<script|javascript:|\son\w+=/i);
  });

  it('describes its picture by the alt text of the post, also one that is written later', async () => {
    const { user, done, shareId } = await shared({ title: 'Friday "burger"' });
    expect((await open(shareId)).body).toContain('alt="Friday &quot;burger&quot;"');
    const text = {
      tone: 'friendly',
      network: 'instagram',
      language: 'de',
      caption: '',
      hashtags: [],
      altText: 'Ein Burger & "Pommes"',
      description: '',
    };
    const params = { generationId: done.id, variation: '1' };
    await cloud.call(user, 'savePost', { params, body: { revision: 0, text } });
    const { body } = await open(shareId);
    expect(body).toContain('alt="Ein Burger &amp; &quot;Pommes&quot;" lang="de"');
    expect(body).toContain('<meta property="og:image:alt" content="Ein Burger &amp; &quot;Pommes&quot;">');
  });

  it('says that AI made a picture, and not of a photo that was only retouched', async () => {
    const { shareId } = await shared();
    expect((await open(shareId)).body).toContain('>Made with AI</a>');
    const retouched = studioRequest({ foodLock: true, studio: { adjustment: 'blur_background' } });
    const { body } = await open((await shared({}, retouched)).shareId);
    expect(body).toContain('>A photo of the dish</a>, shared with');
    expect(body).not.toContain('Made with AI');
  });

  it('is refused with words that are too long', async () => {
    const { share } = await shared({ title: 'x'.repeat(200), description: 'x'.repeat(500) });
    const { status, body } = await share({ title: 'x'.repeat(201), description: 'x'.repeat(501) });
    expect(status).toBe(400);
    // C5.44, C5.45
    expect(body.issues.map(({ message }: { message: string }) => message)).toEqual([
      'Title too long',
      'Description too long',
    ]);
  });

  it('is listed for its owner while it exists, in every reply with the picture', async () => {
    const { user, done, shareId } = await shared();
    const shareIds = async () => {
      const one = await cloud.call(user, 'getGeneration', { params: { generationId: done.id } });
      const { items } = (await cloud.call(user, 'listGenerations')).body;
      return [one.body, items[0]].map(({ variations }) =>
        variations.map((variation: { shareId: string | null }) => variation.shareId),
      );
    };
    const pages = [null, shareId];
    expect(await shareIds()).toEqual([pages, pages]);
    await cloud.call(user, 'revokeShare', { params: { shareId } });
    expect(await shareIds()).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('tells the dish where no title was given, and no other address of a picture', async () => {
    const { done, shareId } = await shared();
    const { body } = await open(shareId);
    expect(body).toContain('<h1>Classic Burger</h1>');
    for (const { previewUrl } of done.variations) expect(body).not.toContain(previewUrl);
    expect(body).not.toContain(done.originalUrl);
  });

  it('can be reported to support, by its id and nothing that its owner wrote', async () => {
    const { shareId } = await shared({ title: '"&body=Free money' });
    const { body } = await open(shareId);
    const [, link = ''] = /<a href="(mailto:[^"]*)">Report this image<\/a>/.exec(body) ?? [];
    const mail = new URL(link.replaceAll('&amp;', '&'));
    expect(mail.pathname).toBe(supportEmail);
    expect(mail.searchParams.get('subject')).toContain(`/s/${shareId}`);
    expect(link).not.toContain('money');
    expect((await open('nothing')).body).not.toContain('mailto:');
  });

  it('lets no word leave its place', async () => {
    const { shareId } = await shared({
      title: '"><script>alert(1)</script>',
      description: "</style>' onload='x",
    });
    const { body } = await open(shareId, '"><script>alert(2)</script>');
    // T1.T1, T4.S1, T4.T1, V1.1.2, V1.2.1, V1.3.7, V3.2.2, V4.1.3
    expect(body).not.toContain('<script');
    expect(body).not.toContain("onload='");
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is the same one again, with the words given last', async () => {
    const { share, shareId } = await shared({ title: 'First' });
    expect((await share({ title: 'Second' })).body.shareId).toBe(shareId);
    expect((await open(shareId)).body).toContain('Second');
    expect((await share({ variation: 0 })).body.shareId).not.toBe(shareId);
  });

  // T4.I1, V11.5.1
  it('is gone once revoked, and a new one has another address', async () => {
    const { user, share, shareId } = await shared();
    const stranger = await cloud.signUp();
    const revoke = (who: string) => cloud.call(who, 'revokeShare', { params: { shareId } });
    expect((await revoke(stranger)).status).toBe(204);
    expect((await open(shareId)).status).toBe(200);
    expect((await revoke(user)).status).toBe(204);
    const gone = await open(shareId);
    expect(gone.status).toBe(404);
    expect(gone.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(gone.body).toContain('This image is not shared any more');
    expect((await revoke(user)).status).toBe(204);
    expect((await share()).body.shareId).not.toBe(shareId);
  });

  it('goes with its image', async () => {
    const { user, done, shareId } = await shared();
    await cloud.call(user, 'deleteGeneration', { params: { generationId: done.id } });
    expect((await open(shareId)).status).toBe(404);
  });

  it('has a copy of its picture under a name of its own, which goes with it', async () => {
    const { user, done, share, shareId } = await shared();
    const picture = (id: string) => `media/shares/${id}.jpg`;
    const preview = await cloud.readObject('MEDIA_BUCKET', done.variations[1]?.previewUrl.slice(1) ?? '');
    expect(await cloud.readObject('MEDIA_BUCKET', picture(shareId))).toEqual(preview);
    expect((await open(shareId)).headers['cache-control']).toBe('no-store');
    // Other words need no other copy.
    cloud.calls.length = 0;
    await share({ title: 'Second' });
    expect(cloud.calls.map(({ operation }) => operation)).not.toContain('PutObject');

    await cloud.call(user, 'revokeShare', { params: { shareId } });
    expect(await cloud.listKeys('MEDIA_BUCKET')).not.toContain(picture(shareId));
    const again = (await share()).body.shareId;
    await cloud.minutesPass(10);
    await cloud.runReconciler();
    expect(await cloud.listKeys('MEDIA_BUCKET')).toContain(picture(again));
    await cloud.call(user, 'deleteGeneration', { params: { generationId: done.id } });
    expect(await cloud.listKeys('MEDIA_BUCKET')).not.toContain(picture(again));
    expect(cloud.invalidations.join()).not.toContain('/media/shares/');
  });

  it('loses its picture within a minute where the call that revoked it could not remove it', async () => {
    const { user, shareId } = await shared();
    cloud.faults.add({ service: 's3', operation: 'DeleteObjects', action: { kind: 'drop-request' } });
    expect((await cloud.call(user, 'revokeShare', { params: { shareId } })).status).toBe(204);
    const pictures = async () =>
      (await cloud.listKeys('MEDIA_BUCKET')).filter((key) => key.includes(shareId));
    expect(await pictures()).toHaveLength(1);
    expect(await outboxOf(shareId)).toHaveLength(1);
    await sleep(5);
    await cloud.runReconciler();
    expect(await pictures()).toEqual([]);
  });

  it('leaves no work to the reconciler where the call that revoked it removed its picture', async () => {
    const { user, shareId } = await shared();
    await cloud.call(user, 'revokeShare', { params: { shareId } });
    expect(await outboxOf(shareId)).toEqual([]);
  });

  it('is one of 200 new ones of a day at most; there is no limit for pages that exist', async () => {
    const { user, done, share, shareId } = await shared();
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `USER#${user}`, sk: `USE#share#${nowIso().slice(0, 10)}` },
        UpdateExpression: 'SET uses = :uses',
        ExpressionAttributeValues: { ':uses': maxDailyUses.share - 1 },
      }),
    );
    const params = { generationId: done.id };
    const another = () => cloud.call(user, 'createShare', { params, body: { variation: 0 } });
    const last = await another();
    expect(last.status).toBe(201);
    await cloud.call(user, 'revokeShare', { params: { shareId: last.body.shareId } });
    const before = await cloud.listKeys('MEDIA_BUCKET');
    expect(await another()).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached', detail: expect.stringContaining('200 pictures a day') },
    });
    expect(await cloud.listKeys('MEDIA_BUCKET')).toEqual(before);
    expect(await share({ title: 'Third' })).toMatchObject({ status: 201, body: { shareId } });
  });

  it('has the watermark of its owner’s plan, and none once the plan has none', async () => {
    const user = await cloud.signUp('free');
    const { id } = await cloud.generate(user, studioRequest());
    const params = { generationId: id };
    const share = async (variation: number) => {
      const { body } = await cloud.call(user, 'createShare', { params, body: { variation } });
      const picture = await cloud.readObject('MEDIA_BUCKET', `media/shares/${body.shareId}.jpg`);
      const approval = await readApproval({ userId: user, generationId: id, variation });
      const files = Object.values(approval?.files ?? {});
      const { width, height } = await sharp(picture).metadata();
      expect({ width, height }).toEqual({ width: 1080, height: 1080 });
      return [await hasWatermark(picture), ...files.map(({ isWatermarked }) => isWatermarked)];
    };
    expect(await share(0)).toEqual([true, true]);
    await cloud.topUp(user, 1);
    expect(await share(1)).toEqual([false, false]);
  });

  it('that could not be made leaves no picture behind', async () => {
    const user = await cloud.signUp('starter');
    const done = await cloud.generate(user, studioRequest());
    const request = { params: { generationId: done.id }, body: { variation: 0 } };
    cloud.faults.add({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      action: { kind: 'drop-request' },
    });
    expect((await cloud.call(user, 'createShare', request)).status).toBe(500);
    const pictures = async () =>
      (await cloud.listKeys('MEDIA_BUCKET')).filter((key) => key.startsWith('media/shares/'));
    const before = await pictures();
    await cloud.minutesPass(6);
    await cloud.runReconciler();
    expect((await pictures()).length).toBe(before.length - 1);
  });

  it('that never was is a page too', async () => {
    expect(await open('nothing')).toMatchObject({ status: 404 });
    expect(await open('x'.repeat(65))).toMatchObject({ status: 400 });
  });
});
