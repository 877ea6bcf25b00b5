import { PutCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBrandKit } from '#lambdas/accounts/brand-kit-store.ts';
import { markDeleting } from '#lambdas/accounts/user-store.ts';
import { handler as account } from '#lambdas/api/accounts.lambda.ts';
import { maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { brandKitRoutes } from '#shared/api/brand-kit.ts';
import { emptyOverlay } from '#shared/domain/overlay.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

const look = { font: 'oswald', colors: { words: '#fff7e6', accent: '#2f6b3c' } } as const;

const call = (userId: string, name: keyof typeof brandKitRoutes, body?: unknown) =>
  invoke(account, httpEvent(brandKitRoutes[name], { body, user: { userId } }));

/** A plain blue logo, twice as wide as high. */
async function blue(width = 200): Promise<Buffer> {
  return sharp({ create: { width, height: width / 2, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
}

async function setLogo(userId: string, file?: Buffer) {
  const body = { file: (file ?? (await blue())).toString('base64') };
  return cloud.callPhotos(userId, 'setLogo', { body });
}

/** Sets words as the worker does; returns the picture. */
async function changeWords(userId: string, id: string, overlay: object) {
  const { words } = await cloud.get(userId, id);
  const body = { id: ulid(), after: words?.id ?? null, overlay };
  const reply = await cloud.call(userId, 'changeWords', { params: { generationId: id }, body });
  if (reply.status !== 202) return reply;
  const after = await cloud.stored(userId, id);
  const { words: _, ...before } = after;
  await cloud.publishChange(before, after);
  const message = cloud.messages.pop();
  if (!message) throw new Error('The publisher has queued nothing');
  expect(await cloud.work(message)).toEqual({ batchItemFailures: [] });
  return { status: 202, body: await cloud.get(userId, id) };
}

/** Share of a picture that is nearly pure blue. */
async function blueShare(url: string): Promise<number> {
  const file = await cloud.readObject('MEDIA_BUCKET', url.slice(1));
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if ((data[at] ?? 0) < 30 && (data[at + 1] ?? 0) < 30 && (data[at + 2] ?? 0) > 225) count += 1;
  return count / (info.width * info.height);
}

describe('the brand kit', () => {
  it('keeps font and colours, and refuses others', async () => {
    const user = await cloud.signUp();
    expect(await call(user, 'saveBrandKit', look)).toMatchObject({ status: 200, body: { look, logo: null } });
    for (const wrong of [
      { ...look, font: 'comic' },
      { ...look, colors: { words: 'red', accent: '#2f6b3c' } },
      { ...look, logo: 'x' },
    ])
      expect((await call(user, 'saveBrandKit', wrong)).status).toBe(400);
    expect(await readBrandKit(user)).toEqual({ look });
  });

  it('gives promotional text of a new picture its font and colours; without one, it is set in Inter', async () => {
    const user = await cloud.signUp('starter');
    const body = { studio: { filter: { id: 'popcrush' }, promoText: 'Two for one' } };
    expect((await cloud.generate(user, studioRequest(body))).overlay).toMatchObject({ font: 'inter' });
    await call(user, 'saveBrandKit', look);
    const { state, overlay } = await cloud.generate(user, studioRequest(body));
    expect(state).toBe('done');
    expect(overlay).toMatchObject({
      headline: 'Two for one',
      font: 'oswald',
      colors: { headline: '#fff7e6', background: '#2f6b3c' },
    });
  });

  it('gives way to the font and the colour that a picture is ordered with', async () => {
    const user = await cloud.signUp('starter');
    await call(user, 'saveBrandKit', look);
    const promoLook = { font: 'caveat', color: '#f2a93b', logo: false };
    const { overlay } = await cloud.generate(
      user,
      studioRequest({ studio: { filter: { id: 'popcrush' }, promoText: 'Two for one', promoLook } }),
    );
    expect(overlay).toMatchObject({ font: 'caveat', colors: { headline: '#f2a93b' }, logo: false });
  });

  it('of an account that is being deleted is not changed', async () => {
    const user = await cloud.signUp();
    await transact([markDeleting(user, nowIso())]);
    expect(await call(user, 'saveBrandKit', look)).toMatchObject({ body: { code: 'account_closing' } });
    expect(await setLogo(user)).toMatchObject({ body: { code: 'account_closing' } });
  });
});

describe('a logo', () => {
  it('is kept, replaced and removed, with its files', async () => {
    const user = await cloud.signUp();
    const first = await setLogo(user);
    expect(first).toMatchObject({ status: 200, body: { look: null, logo: { width: 200, height: 100 } } });
    const second = await setLogo(user, await blue(300));
    expect(second.body.logo).toMatchObject({ width: 300, height: 150 });
    await cloud.runReconciler();
    const keys = await cloud.listKeys('MEDIA_BUCKET');
    expect(keys).not.toContain(first.body.logo.url.slice(1));
    expect(keys).toContain(second.body.logo.url.slice(1));
    for (let again = 0; again < 2; again += 1)
      expect(await call(user, 'deleteLogo')).toMatchObject({ status: 200, body: { logo: null } });
    await cloud.runReconciler();
    expect(await cloud.listKeys('MEDIA_BUCKET')).not.toContain(second.body.logo.url.slice(1));
  });

  it('is drawn on pictures that are ordered with it, also without words', async () => {
    const user = await cloud.signUp('starter');
    const promoLook = { font: 'inter', color: '#ffffff', logo: true };
    const order = studioRequest({ studio: { filter: { id: 'popcrush' }, promoLook } });
    const without = await cloud.generate(user, order);
    expect(without).toMatchObject({ state: 'done', overlay: null });
    await setLogo(user);
    const { overlay, variations } = await cloud.generate(user, { ...order, id: ulid() });
    expect(overlay).toMatchObject({ headline: '', logo: true });
    for (const { previewUrl } of variations) expect(await blueShare(previewUrl)).toBeGreaterThan(0.005);
  });

  it('that cannot be read is refused, and changes nothing', async () => {
    const user = await cloud.signUp();
    const { body } = await setLogo(user);
    expect(
      await setLogo(user, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')),
    ).toMatchObject({
      status: 422,
      body: { code: 'upload_unreadable', detail: 'This SVG contains a script' },
    });
    expect(await setLogo(user, Buffer.alloc(3 * 1024 * 1024 + 5, 1))).toMatchObject({
      status: 400,
      body: { detail: 'Invalid input: Please choose a logo under 3 MB' },
    });
    expect((await readBrandKit(user)).logo?.key).toBe(body.logo.url.slice(1));
  });

  it('can be changed only so often in a day, and each file that cannot be read counts', async () => {
    const user = await cloud.signUp();
    await dynamodb().send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          pk: `USER#${user}`,
          sk: `USE#logo#${nowIso().slice(0, 10)}`,
          uses: maxDailyUses.logo - 1,
        },
      }),
    );
    const broken = Buffer.from('<svg><g></svg>');
    expect(await setLogo(user, broken)).toMatchObject({ status: 422 });
    for (const file of [broken, undefined])
      expect(await setLogo(user, file)).toMatchObject({
        status: 429,
        body: { code: 'daily_limit_reached' },
      });
  });

  it('is drawn on pictures; these keep it when it is removed, until they get other words', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, studioRequest({ studio: { filter: { id: 'popcrush' } } }));
    const overlay = { ...emptyOverlay(), logo: true };
    expect(await changeWords(user, id, overlay)).toMatchObject({
      status: 400,
      body: { detail: 'Your brand kit has no logo. Add one, or save without it' },
    });
    await setLogo(user);
    const { body: withLogo } = await changeWords(user, id, overlay);
    expect(withLogo).toMatchObject({ words: { state: 'done' }, overlay: { logo: true } });
    const { previewUrl } = withLogo.variations[0];
    expect(await blueShare(previewUrl)).toBeGreaterThan(0.02);

    await call(user, 'deleteLogo');
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({ overlay: { logo: true } });
    expect(await blueShare(previewUrl)).toBeGreaterThan(0.02);
    const { body: changed } = await changeWords(user, id, { ...overlay, headline: 'Soup', logo: false });
    expect(changed).toMatchObject({ overlay: { headline: 'Soup', logo: false } });
    expect(await blueShare(changed.variations[0].previewUrl)).toBeLessThan(0.001);
  });

  it('that is removed while it is being drawn is left out', async () => {
    const user = await cloud.signUp('starter');
    const { id } = await cloud.generate(user, studioRequest({ studio: { filter: { id: 'popcrush' } } }));
    const { body: kit } = await setLogo(user);
    await cloud.removeObject('MEDIA_BUCKET', kit.logo.url.slice(1));
    const { body } = await changeWords(user, id, { ...emptyOverlay(), headline: 'Soup', logo: true });
    expect(body).toMatchObject({ words: { state: 'done' }, overlay: { headline: 'Soup', logo: false } });
  });
});
