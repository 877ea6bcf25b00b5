import fc from 'fast-check';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import { emptyOverlay } from '#shared/domain/overlay.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { browserSubscription } from '#test/support/push-device.ts';
import { jsonSchemaOf, propertyNames, validFor } from '#test/support/schema-arbitrary.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { urlOf } from '#web/lib/api-client.ts';
import { openData } from './cloud-data.ts';
import { ended, menuGeneration, start, studioGeneration } from './generations.ts';
import { expectNoInsides, expectProblem, type RawReply, send } from './send.ts';

/** Everything that belongs to one person, by the name under which the contract asks for it. */
let belongings: Record<string, string>;
let owner: TestUser;
let stranger: TestUser;
let chief: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  const cloud = sharedCloud();
  [owner, stranger, chief, colleague] = await Promise.all([
    signUpUser(cloud, { plan: 'pro' }),
    signUpUser(cloud, { plan: 'pro' }),
    signUpUser(cloud, { role: 'super_admin' }),
    signUpUser(cloud, { role: 'super_admin' }),
  ]);
  const uploadId = await uploadPhoto(owner, dishPhoto('fries'));
  const generationId = await start(owner, studioGeneration({ source: { type: 'upload', uploadId } }));
  await ended(owner, generationId);
  const { shareId } = await owner.call('createShare', { params: { generationId }, body: { variation: 0 } });
  const { id: photoId } = await owner.call('createPhoto', { body: { source: { type: 'upload', uploadId } } });
  const { id: menuId } = await owner.call('createMenu', {
    body: {
      id: ulid(),
      look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
      targets: [{ platform: 'justeat', imageType: 'square' }],
      dishes: [
        {
          name: 'Fries',
          source: { type: 'upload', uploadId },
          photo: { width: 900, height: 600 },
        },
      ],
    },
  });
  await owner.call('directMenu', { params: { menuId }, body: { action: 'cancel' } });
  const { taskId } = await owner.call('exportMe');
  const { packs } = await owner.call('getCatalogue');
  const [pack] = packs;
  if (!pack) throw new Error('There are no packs');
  const { url } = await owner.call('createPayment', {
    body: { priceId: pack.priceId, credits: pack.credits },
  });
  const sessionId = url.split('/').at(-1) ?? '';
  const { devices } = await owner.call('addDevice', {
    body: browserSubscription(`${cloud.url}/_local/push/201/owner`),
  });
  const deviceId = devices[0]?.id ?? '';
  belongings = { deviceId, generationId, uploadId, photoId, menuId, shareId, taskId, sessionId };
});

/** Ids without an owner, and ids that a client creates: out of scope here. */
const nobodys = new Set(['id', 'formatId', 'itemId', 'priceId', 'ruleId', 'styleId', 'collectionId']);
/** Parts of an address that are no ids. */
const places: Record<string, string> = { number: '1', variation: '0', platform: 'uber', imageType: 'menu' };
/** Things that all admins share; only admins may call their routes. */
const staffs = new Set(['userId', 'testId', 'imageId', 'imageIds']);

const isId = (name: string) => /(^id|Ids?)$/.test(name);

interface Asked {
  readonly name: string;
  readonly route: Route;
  /** Names of the ids that it takes, wherever in the request. */
  readonly ids: string[];
}

const asking: Asked[] = Object.entries<Route>(routes).flatMap(([name, route]) => {
  const parts = [route.params, route.query, route.body].flatMap((schema) => (schema ? [schema] : []));
  const ids = parts.flatMap((schema) => propertyNames(jsonSchemaOf(schema))).filter(isId);
  return ids.length > 0 ? [{ name, route, ids: [...new Set(ids)] }] : [];
});

/** With choices that exist and that the plan allows, so that only the named id can be refused. */
function allowed(body: object): object {
  return {
    ...body,
    ...('id' in body && { id: ulid() }),
    ...('studio' in body && { studio: studioGeneration().studio }),
    ...('menu' in body && { menu: menuGeneration().menu }),
    ...('overlay' in body && { overlay: emptyOverlay() }),
    // Beyond the photo, other choices are refused.
    ...('framing' in body && { framing: { x: 0.5, y: 0.5 } }),
  };
}

/** Requests of the route that name the owner's things, as different as its schema allows. */
function requestsWith({ route }: Asked) {
  const known = Object.fromEntries(
    Object.entries(belongings).flatMap(([name, id]) => [
      [name, fc.constant(id)],
      [`${name}s`, fc.constant([id])],
    ]),
  );
  const params = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [
    parameter,
    belongings[parameter] ?? places[parameter] ?? ulid(),
  ]);
  const path = urlOf(route.path, { params: Object.fromEntries(params) });
  if (!route.body) return [{ path, body: undefined }];
  const bodies = fc
    .sample(validFor(jsonSchemaOf(route.body), known), 60)
    .map((body) => allowed(body as object))
    .filter((body) => route.body?.safeParse(body).success);
  const naming = bodies.filter(
    (body) => params.length > 0 || Object.values(belongings).some((id) => JSON.stringify(body).includes(id)),
  );
  return naming.slice(0, 4).map((body) => ({ path, body: JSON.stringify(body) }));
}

function call(user: TestUser, { route }: Asked, request: { path: string; body: string | undefined }) {
  return send(sharedCloud(), { method: route.method, token: user.accessToken, ...request });
}

/** No reply may reveal that the thing exists: the API answers as for an unknown or an already removed one. */
function expectNothing(asked: Asked, reply: RawReply): void {
  expectNoInsides(reply.text);
  for (const secret of [owner.email, owner.userId]) expect(reply.text, asked.name).not.toContain(secret);
  if (asked.route.status === 204 && reply.status === 204) return;
  expect(['not_found', 'upload_missing'], `${asked.name}: ${reply.text}`).toContain(reply.body?.code);
  expectProblem(reply, reply.status, String(reply.body?.code));
}

async function ownersItems() {
  const items = await openData(sharedCloud()).items();
  return (
    items
      // The reconciler removes it.
      .filter(({ pk }) => pk !== 'NOTICES')
      .filter(
        ({ pk, userId, owner: by }) => pk === `USER#${owner.userId}` || [userId, by].includes(owner.userId),
      )
      .map((item) => JSON.stringify(item))
      .sort()
  );
}

describe('an id in the contract', () => {
  it('is listed here: of one user, of the staff, or of nobody', () => {
    const known = [...Object.keys(belongings), ...nobodys, ...staffs, 'beforeUploadId', 'generationIds'];
    // T2.T1
    for (const { name, ids } of asking)
      for (const id of ids) expect(known, `${name} takes ${id}`).toContain(id);
  });
});

describe('what belongs to somebody else', () => {
  const personal = asking.filter(({ ids }) => ids.some((id) => !nobodys.has(id)));

  // T2.I2, T2.T1, T3.I1, V5.3.2, V8.2.2, V8.4.1, V10.3.3
  it.each(
    personal.filter(({ route }) => route.access === 'user'),
  )('is out of reach by $name, and stays as it was', async (asked) => {
    const before = await ownersItems();
    const requests = requestsWith(asked);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expectNothing(asked, await call(stranger, asked, request));
    expect(await ownersItems()).toEqual(before);
  });

  it('is available to its owner (control of the refusals above)', async () => {
    const { generationId = '', taskId = '', shareId = '' } = belongings;
    expect(await owner.call('getGeneration', { params: { generationId } })).toMatchObject({ state: 'done' });
    expect(await owner.call('getMyTask', { params: { taskId } })).toMatchObject({ taskId });
    const page = `${sharedCloud().url}/s/${shareId}`;
    expect((await fetch(page)).status).toBe(200);
    // So link previews look at it.
    expect((await fetch(page, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${page}x`, { method: 'HEAD' })).status).toBe(404);
  });

  it('is refused to staff if it is a file or a task of a colleague', async () => {
    const { taskId } = await colleague.call('startExport', { body: { of: 'users' } });
    const announced = await colleague.call('createSiteUpload', {
      body: { contentType: 'image/png', contentLength: 100 },
    });
    const attempts: [string, string, object | undefined, number, string][] = [
      ['GET', `/api/admin/tasks/${taskId}`, undefined, 404, 'not_found'],
      ['GET', `/api/admin/tasks/${belongings.taskId}`, undefined, 404, 'not_found'],
      ['GET', `/api/me/tasks/${taskId}`, undefined, 404, 'not_found'],
      [
        'POST',
        '/api/admin/landing-images',
        { section: 'hero', uploadId: announced.uploadId },
        409,
        'upload_missing',
      ],
      [
        'POST',
        '/api/admin/landing-images',
        { section: 'hero', uploadId: belongings.uploadId },
        409,
        'upload_missing',
      ],
    ];
    for (const [method, path, body, status, code] of attempts) {
      const request = { method, path, token: chief.accessToken, body: body && JSON.stringify(body) };
      // T2.T1, V8.2.2
      expectProblem(await send(sharedCloud(), request), status, code);
    }
  });
});
