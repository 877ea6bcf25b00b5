import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler as publicApi } from '#lambdas/api/site.lambda.ts';
import { handler as adminApi } from '#lambdas/api/site-admin.lambda.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import {
  type LandingImage,
  type ManagedLandingImage,
  type ManagedMenuPackImage,
  type MenuPackImage,
  siteAdminRoutes,
  siteRoutes,
} from '#shared/api/site.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg, rotatedJpeg } from '#test/lambdas/generations/photos.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { box, film } from './films.ts';

const app = startGenerations({ models: 'plain' });
const user = { userId: 'ada', groups: '[admin]' };

beforeEach(async () => {
  await app.reset();
  const names = { fullName: '', companyName: '' };
  await ensureUser({ userId: 'ada', username: 'ada', email: 'ada@example.com', ...names });
  await assignRole({ userId: 'ada', role: 'admin', actor: 'test' });
});

function call(
  name: keyof typeof siteAdminRoutes,
  input: { params?: Record<string, string>; body?: unknown } = {},
) {
  return invoke(adminApi, httpEvent(siteAdminRoutes[name], { ...input, user }));
}

/** Uploads a file as the browser does and returns its id. */
async function upload(file: Buffer, contentType = 'image/jpeg'): Promise<string> {
  const { status, body } = await call('createSiteUpload', {
    body: { contentType, contentLength: file.length },
  });
  expect(status).toBe(201);
  const reply = await fetch(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(file) });
  expect(reply.status).toBe(200);
  return body.uploadId;
}

async function add(section = 'hero', file?: Buffer, type?: string): Promise<ManagedLandingImage> {
  const uploadId = await upload(file ?? (await jpeg()), type);
  const beforeUploadId = section === 'menu' ? await upload(await jpeg(300, 200)) : undefined;
  const { status, body } = await call('addLandingImage', { body: { section, uploadId, beforeUploadId } });
  expect(body).toMatchObject({ section });
  expect(status).toBe(201);
  return body;
}

async function addPair(change: object = {}): Promise<ManagedMenuPackImage> {
  const [uploadId, beforeUploadId] = [await upload(await jpeg()), await upload(await jpeg(300, 200))];
  const pair = { section: 'comparison', uploadId, beforeUploadId, displayOrder: 1, ...change };
  const { status, body } = await call('addMenuPackImage', { body: pair });
  expect(body).toMatchObject({ id: uploadId });
  expect(status).toBe(201);
  return body;
}

async function shown(): Promise<LandingImage[]> {
  const { body } = await invoke(publicApi, httpEvent(siteRoutes.listLandingImages));
  return body.images;
}

async function shownPairs(): Promise<MenuPackImage[]> {
  const { body } = await invoke(publicApi, httpEvent(siteRoutes.listMenuPackImages));
  return body.images;
}

async function managed(): Promise<ManagedLandingImage[]> {
  return (await call('listAllLandingImages')).body.images;
}

async function activity() {
  return (await app.table.allItems())
    .filter(({ pk, actor }) => pk === 'AUDIT_LOG' && actor === 'ada')
    .toSorted((a, b) => String(a.sk).localeCompare(String(b.sk)));
}

const outboxEntries = async () => (await app.table.allItems()).filter(({ pk }) => pk === 'OUTBOX');
const keyOf = (url: string) => url.slice(1);

describe('a picture for the landing page', () => {
  // B7.7
  it('is shown with its size, in widths for phones and desktops, re-encoded as WebP', async () => {
    await add('hero', await jpeg(2000, 1000));
    const [image] = await shown();
    // B3.3
    expect(image).toMatchObject({
      type: 'image',
      width: 1600,
      height: 800,
      displayOrder: 1,
      beforeUrl: null,
    });
    expect(image?.renditions.map(({ width }) => width)).toEqual([480, 960, 1600]);
    expect(image?.renditions.at(-1)?.url).toBe(image?.url);
    for (const { url, width } of image?.renditions ?? []) {
      const file = await sharp(await app.readObject('MEDIA_BUCKET', keyOf(url))).metadata();
      expect(file).toMatchObject({ format: 'webp', width, height: width / 2 });
    }
    expect((await app.listKeys('MEDIA_BUCKET')).sort()).toEqual(
      image?.renditions.map(({ url }) => keyOf(url)).sort(),
    );
  });

  // T3.I2
  it('is upright and has no camera metadata', async () => {
    const { url } = await add('hero', await rotatedJpeg(1200, 800));
    const file = await sharp(await app.readObject('MEDIA_BUCKET', keyOf(url))).metadata();
    expect(file).toMatchObject({ width: 800, height: 1200 });
    expect([file.exif, file.xmp, file.iptc, file.icc, file.orientation]).toEqual(Array(5).fill(undefined));
  });

  it('comes last in its own section', async () => {
    await add('hero');
    const second = await add('hero');
    const other = await add('carousel');
    expect([second.displayOrder, other.displayOrder]).toEqual([2, 1]);
    await call('updateLandingImage', { params: { imageId: second.id }, body: { displayOrder: 40 } });
    // B4.4, B7.4
    expect((await add('hero')).displayOrder).toBe(41);
  });

  it('gets a place of its own when several are added at once', async () => {
    const images = await Promise.all(Array.from({ length: 5 }, () => add('hero')));
    expect(images.map(({ displayOrder }) => displayOrder).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is added once, however often the request comes', async () => {
    const uploadId = await upload(await jpeg());
    const body = { section: 'hero', uploadId, title: 'Sunday roast' };
    const replies = await Promise.all([1, 2, 3].map(() => call('addLandingImage', { body })));
    const again = await call('addLandingImage', { body });
    expect(new Set([...replies, again].map((reply) => reply.body.url)).size).toBe(1);
    expect(await managed()).toHaveLength(1);
    expect((await activity()).filter(({ action }) => action === 'ADD_LANDING_IMAGE')).toHaveLength(1);
    await app.minutesPass(10);
    await app.runReconciler();
    const [image] = await managed();
    expect((await app.listKeys('MEDIA_BUCKET')).sort()).toEqual(
      image?.renditions.map(({ url }) => keyOf(url)).sort(),
    );
  });

  it('leaves no file behind when the function is killed at any of its calls', async () => {
    for (let calls = 1; ; calls += 1) {
      await app.reset();
      await ensureUser({
        userId: 'ada',
        username: 'ada',
        email: 'ada@example.com',
        fullName: '',
        companyName: '',
      });
      await assignRole({ userId: 'ada', role: 'admin', actor: 'test' });
      const uploadId = await upload(await jpeg(100, 100));
      const body = { section: 'hero', uploadId };
      const died = await app.killAfterWrites(calls, () => call('addLandingImage', { body }));
      await app.minutesPass(10);
      await app.runReconciler();
      const images = await managed();
      expect((await app.listKeys('MEDIA_BUCKET')).sort(), `dead after ${calls} calls`).toEqual(
        images.flatMap(({ renditions }) => renditions.map(({ url }) => keyOf(url))).sort(),
      );
      if (!died) break;
      expect(calls).toBeLessThan(20);
    }
    expect(await managed()).toHaveLength(1);
  });
});

describe('a video', () => {
  it('is published with its size under a name that says what it is', async () => {
    const file = film({ brand: 'qt  ', inMovie: [box('udta', Buffer.from('+51.5074-000.1278/'))] });
    const image = await add('carousel', file, 'video/quicktime');
    expect(image).toMatchObject({ type: 'video', width: 640, height: 360, renditions: [] });
    expect(image.url).toMatch(/\.mov$/);
    const published = await app.readObject('MEDIA_BUCKET', keyOf(image.url));
    expect(published.length).toBe(file.length);
    expect(published.includes('+51.5')).toBe(false);
  });

  it('is no menu example', async () => {
    const uploadId = await upload(film(), 'video/mp4');
    const beforeUploadId = await upload(await jpeg());
    const { body } = await call('addLandingImage', { body: { section: 'menu', uploadId, beforeUploadId } });
    // B5.2
    expect(body).toMatchObject({
      code: 'upload_unreadable',
      detail: 'Please choose a JPG, PNG or WebP image',
    });
  });
});

describe('an upload', () => {
  it.each([
    [{ contentType: 'image/svg+xml', contentLength: 10 }, 'Please upload an image or video file'],
    [{ contentType: 'application/pdf', contentLength: 10 }, 'Please upload an image or video file'],
    [{ contentType: 'video/mp4', contentLength: 50 * 1024 * 1024 + 1 }, 'Please choose a file under 50 MB'],
  ])('of %j is refused', async (body, message) => {
    const reply = await call('createSiteUpload', { body });
    expect(reply.body).toMatchObject({ code: 'invalid_input', detail: `Invalid input: ${message}` });
  });

  it('takes exactly the bytes that were announced, once', async () => {
    const file = await jpeg();
    const { body } = await call('createSiteUpload', {
      body: { contentType: 'image/jpeg', contentLength: file.length },
    });
    const put = (bytes: Buffer, type = 'image/jpeg') =>
      fetch(body.url, {
        method: 'PUT',
        headers: { ...body.headers, 'content-type': type },
        body: new Uint8Array(bytes),
      }).then(({ status }) => status);
    expect(await put(Buffer.concat([file, Buffer.from('more')]))).toBe(403);
    expect(await put(file, 'text/html')).toBe(403);
    expect(await put(file)).toBe(200);
    expect(await put(file)).toBe(412);
  });

  // V1.3.4, V5.2.2
  it('of another type under the name of a picture or video is refused, and nothing is published', async () => {
    const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const damaged = (await jpeg()).subarray(0, 900);
    for (const file of [page, drawing, damaged, Buffer.from('%PDF-1.7'), Buffer.from('PK\u0003\u0004')]) {
      for (const type of ['image/png', 'video/mp4']) {
        const body = { section: 'hero', uploadId: await upload(file, type) };
        // B5.1, T3.T1
        expect((await call('addLandingImage', { body })).body.code).toBe('upload_unreadable');
      }
    }
    expect(await managed()).toEqual([]);
    expect(await app.listKeys('MEDIA_BUCKET')).toEqual([]);
  });

  // T3.T1
  it('that is a picture and something else at once is published as the picture alone', async () => {
    const picture = await jpeg(120, 90);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('<script>alert(1)</script>', 'PK\u0003\u0004 classes.dex', '%PDF-1.7 /JavaScript'),
        fc.constantFrom('after the end', 'in a comment'),
        async (payload, place) => {
          const text = Buffer.from(payload);
          const length = Buffer.from([(text.length + 2) >> 8, (text.length + 2) & 255]);
          const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, text]);
          const file =
            place === 'in a comment'
              ? Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
              : Buffer.concat([picture, text]);
          const { url } = await add('hero', file);
          const published = await app.readObject('MEDIA_BUCKET', keyOf(url));
          expect(published.includes(payload)).toBe(false);
          expect((await sharp(published).metadata()).format).toBe('webp');
        },
      ),
      { numRuns: 6 },
    );
  });

  it('of another admin, or one that does not exist, is asked for again', async () => {
    const reply = await call('addLandingImage', { body: { section: 'hero', uploadId: ulid() } });
    expect(reply.body).toMatchObject({ code: 'upload_missing' });
  });
});

describe('what a page needs', () => {
  it('is refused with the specified messages', async () => {
    const uploadId = ulid();
    const both = 'Invalid input: Please select both before and after images';
    const landing = await call('addLandingImage', { body: { section: 'menu', uploadId } });
    // B5.3
    expect(landing.body.detail).toBe(both);
    const pair = { section: 'comparison', uploadId, displayOrder: 1 };
    expect((await call('addMenuPackImage', { body: pair })).body.detail).toBe(both);
    const halfway = { ...pair, beforeUploadId: ulid(), displayOrder: 1.5 };
    // B5.8
    expect((await call('addMenuPackImage', { body: halfway })).body.detail).toBe(
      'Invalid input: Display order must be a whole number',
    );
    const guide = { ...pair, section: 'platform_guide', beforeUploadId: ulid() };
    expect((await call('addMenuPackImage', { body: guide })).body.detail).toBe(
      'Invalid input: Please select a platform for platform guide images',
    );
  });
});

describe('the menu-pack page', () => {
  it('shows active pairs with both pictures by their entered order', async () => {
    const second = await addPair({ displayOrder: 7, title: 'Ramen' });
    const first = await addPair({ displayOrder: 3, section: 'platform_guide', platform: 'deliveroo' });
    const hidden = await addPair({ displayOrder: 1 });
    await call('updateMenuPackImage', { params: { imageId: hidden.id }, body: { isActive: false } });
    const pairs = await shownPairs();
    // B2.126, B4.5, B7.9
    expect(pairs.map(({ id }) => id)).toEqual([first.id, second.id]);
    // B3.4, B7.10
    expect(pairs[0]).toMatchObject({ section: 'platform_guide', platform: 'deliveroo', title: null });
    expect(pairs[1]).toMatchObject({ section: 'comparison', platform: null, title: 'Ramen', width: 800 });
    expect(pairs[1]?.beforeUrl).toMatch(/^\/media\/site\/[0-9a-f]{32}\/300\.webp$/);
    expect(pairs[1]).not.toHaveProperty('isActive');
    const all = (await call('listAllMenuPackImages')).body.images as ManagedMenuPackImage[];
    // B3.5, B7.8
    expect(all.map(({ section }) => section)).toEqual(['comparison', 'comparison', 'platform_guide']);
  });
});

describe('changing', () => {
  it('hides an image from the public and keeps it for admins', async () => {
    const { id } = await add();
    const { body } = await call('updateLandingImage', {
      params: { imageId: id },
      body: { title: 'Brunch', description: 'Eggs', isActive: false },
    });
    expect(body).toMatchObject({ title: 'Brunch', description: 'Eggs', isActive: false });
    expect(await shown()).toEqual([]);
    expect(await managed()).toMatchObject([{ id, isActive: false }]);
    // B4.1, B7.2, B7.5
    expect((await activity()).at(-1)).toMatchObject({
      action: 'UPDATE_LANDING_IMAGE',
      details: { imageId: id, section: 'hero', title: 'Brunch', description: 'Eggs', isActive: false },
    });
  });

  it('without a difference is not logged', async () => {
    const { id } = await add();
    const before = await activity();
    await call('updateLandingImage', { params: { imageId: id }, body: { isActive: true } });
    expect(await activity()).toEqual(before);
  });

  it('a missing image is reported', async () => {
    const reply = await call('updateLandingImage', { params: { imageId: ulid() }, body: { title: 'x' } });
    expect(reply.status).toBe(404);
  });
});

describe('a new order', () => {
  it('is kept, section by section, and logged', async () => {
    const ids = [(await add()).id, (await add()).id, (await add()).id];
    await add('carousel');
    const order = [ids[2], ids[0], ids[1]];
    const { body } = await call('reorderLandingImages', { body: { section: 'hero', imageIds: order } });
    const places = (images: ManagedLandingImage[]) =>
      images.filter(({ section }) => section === 'hero').map(({ id, displayOrder }) => [id, displayOrder]);
    expect(places(body.images)).toEqual(order.map((id, index) => [id, index + 1]));
    expect(places(await managed())).toEqual(places(body.images));
    // B7.2, B7.3
    expect((await activity()).at(-1)).toMatchObject({
      action: 'REORDER_LANDING_IMAGES',
      details: { section: 'hero', imageIds: order },
    });
  });

  it('of images that do not match the section is refused and changes nothing', async () => {
    const [a, b] = [await add(), await add()];
    const before = await managed();
    for (const imageIds of [[a.id], [a.id, a.id], [a.id, b.id, ulid()], [b.id, ulid()]]) {
      const reply = await call('reorderLandingImages', { body: { section: 'hero', imageIds } });
      expect(reply.body.code).toBe('conflict');
    }
    expect(await managed()).toEqual(before);
  });
});

describe('deleting', () => {
  it('removes the row and the files, clears the edge, is logged, and may be repeated', async () => {
    const kept = await add('hero');
    const { id, url, beforeUrl } = await add('menu');
    await call('deleteLandingImage', { params: { imageId: id } });
    expect((await call('deleteLandingImage', { params: { imageId: id } })).status).toBe(204);
    // B4.6, B7.6
    expect((await managed()).map((image) => image.id)).toEqual([kept.id]);
    // B4.7, B7.7
    expect(await app.listKeys('MEDIA_BUCKET')).toEqual(
      kept.renditions.map((rendition) => keyOf(rendition.url)).sort(),
    );
    const logged = (await activity()).filter(({ action }) => action === 'DELETE_LANDING_IMAGE');
    expect(logged).toMatchObject([{ details: { imageId: id, section: 'menu' } }]);
    await app.runReconciler();
    for (const path of [url, beforeUrl ?? '']) {
      expect(app.invalidations.join()).toContain(`<Path>${path}</Path>`);
    }
    expect(await outboxEntries()).toEqual([]);
  });

  it('is finished by the reconciler when the files could not be removed', async () => {
    const { id } = await addPair();
    app.faults.add({ service: 's3', operation: 'DeleteObjects', action: { kind: 'drop-request' } });
    // B7.12
    expect((await call('deleteMenuPackImage', { params: { imageId: id } })).status).toBe(204);
    app.faults.clear();
    await app.runReconciler();
    expect(await app.listKeys('MEDIA_BUCKET')).toEqual([]);
  });
});

describe('reading', () => {
  it('is one Query a page, and may be kept at the edge for a minute', async () => {
    await add();
    app.calls.length = 0;
    const reply = await invoke(publicApi, httpEvent(siteRoutes.listLandingImages));
    expect(app.calls.map(({ service, operation }) => `${service} ${operation}`)).toEqual(['dynamodb Query']);
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  });

  it('fails on a corrupt item instead of hiding it', async () => {
    const { id } = await add();
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: 'SITE#LANDING', sk: `IMAGE#${id}` },
        UpdateExpression: 'REMOVE isActive',
      }),
    );
    expect((await invoke(publicApi, httpEvent(siteRoutes.listLandingImages))).status).toBe(500);
  });
});
