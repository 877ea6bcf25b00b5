import fc from 'fast-check';
import { ulid } from 'ulid';
import { beforeAll } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { handler as account } from '#lambdas/api/accounts.lambda.ts';
import { handler as admin } from '#lambdas/api/admin.lambda.ts';
import { handler as delivery } from '#lambdas/api/delivery.lambda.ts';
import { handler as generations } from '#lambdas/api/generations.lambda.ts';
import { handler as photos } from '#lambdas/api/photos.lambda.ts';
import { handler as posts } from '#lambdas/api/posts.lambda.ts';
import { handler as share } from '#lambdas/api/share-page.lambda.ts';
import { handler as site } from '#lambdas/api/site.lambda.ts';
import { handler as siteAdmin } from '#lambdas/api/site-admin.lambda.ts';
import { siteAdminRoutes } from '#shared/api/site.ts';
import type { Known } from '#test/support/schema-arbitrary.ts';
import { fuzzRoutes } from './fuzz-routes.ts';
import { startGenerations, studioRequest } from './generations/harness.ts';
import { jpeg } from './generations/photos.ts';
import { awsJsonStub } from './runtime/aws-json-stub.ts';
import { httpEvent, invoke } from './runtime/http-event.ts';

const aws = awsJsonStub();
const app = startGenerations({ models: 'plain' });

let customer: string;
let head: string;
let things: Record<string, unknown>;

beforeAll(async () => {
  // The stub is only for Cognito; queues and secrets come from the harness of the generations.
  delete process.env.AWS_ENDPOINT_URL_SQS;
  delete process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER;
  process.env.EXPORTS_QUEUE_URL = `${process.env.AWS_ENDPOINT_URL}/000000000000/exports`;
  process.env.DELETIONS_QUEUE_URL = `${process.env.AWS_ENDPOINT_URL}/000000000000/deletions`;
  process.env.EXPORTS_BUCKET = 'exports';
  await app.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
  customer = await app.signUp('pro');
  head = await app.signUp('pro');
  await assignRole({ userId: head, role: 'super_admin', actor: 'test' });
  await assignRole({ userId: await app.signUp('free'), role: 'super_admin', actor: 'test' });
  const done = await app.generate(customer, studioRequest());
  const shared = await app.call(customer, 'createShare', {
    params: { generationId: done.id },
    body: { variation: 0 },
  });
  const image = await siteImage();
  const photo = await app.callPhotos(customer, 'createPhoto', {
    body: { source: { type: 'sample', itemId: 'burger' } },
  });
  things = {
    generationId: done.id,
    uploadId: await app.upload(customer, await jpeg()),
    photoId: photo.body.id,
    shareId: shared.body.shareId,
    imageId: image,
    imageIds: [image],
    userId: customer,
    taskId: ulid(),
    testId: ulid(),
    source: { type: 'sample', itemId: 'burger' },
    adjustment: null,
    cameraAngle: null,
    filter: null,
    scene: null,
    avatarGender: 'random',
    avatarEthnicity: 'random',
    promoText: '',
    itemId: 'burger',
    formatId: 'square_feed',
    email: `${customer}@example.com`,
    section: 'hero',
    cover: 1,
  };
});

/** An image of the landing page, as the super admin adds it. */
async function siteImage(): Promise<string> {
  const user = { userId: head, groups: '[super_admin]' };
  const file = await jpeg();
  const announced = await invoke(
    siteAdmin,
    httpEvent(siteAdminRoutes.createSiteUpload, {
      user,
      body: { contentType: 'image/jpeg', contentLength: file.length },
    }),
  );
  const { url, headers, uploadId } = announced.body;
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(file) });
  await invoke(
    siteAdmin,
    httpEvent(siteAdminRoutes.addLandingImage, { user, body: { section: 'hero', uploadId } }),
  );
  return uploadId;
}

/** Which partition each list reads, by its path. */
const partitionOf: Readonly<Record<string, (userId: string) => object>> = {
  '/api/generations': (userId) => ({ pk: `USER#${userId}` }),
  '/api/me/ledger': (userId) => ({ gsi1pk: `LEDGER#${userId}` }),
  '/api/admin/users': () => ({ gsi1pk: 'USERS' }),
  '/api/admin/prompt-tests': () => ({ pk: 'PROMPT_TEST' }),
};

/** Cursors that name the right list and are wrong in another way. */
function cursors(path: string, userId: string): fc.Arbitrary<string> {
  const text = fc.constantFrom('GENERATION#', 'GENERATION#x', 'x', '', '\ud800', 'x'.repeat(300));
  const part = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom(1, null, []) },
  );
  const partition = partitionOf[path]?.(userId) ?? {};
  return fc
    .record({ pk: part, sk: part, gsi1pk: part, gsi1sk: part, other: part }, { requiredKeys: [] })
    .map((key) => Buffer.from(JSON.stringify({ ...key, ...partition })).toString('base64url'));
}

fuzzRoutes({
  handlers: { account, generations, delivery, posts, photos, share, admin, site, siteAdmin },
  callerOf: ({ access }) => ({
    userId: access === 'user' ? customer : head,
    groups: access === 'user' ? '[]' : '[super_admin]',
  }),
  known: ({ userId }, { path }): Known => {
    for (const operation of ['AdminAddUserToGroup', 'AdminRemoveUserFromGroup', 'AdminUpdateUserAttributes'])
      aws.answer(operation, () => ({}));
    aws.answer('AdminGetUser', ({ Username }) => ({
      Username,
      UserAttributes: [
        { Name: 'email', Value: `${Username}@example.com` },
        { Name: 'email_verified', Value: 'true' },
      ],
    }));
    return {
      ...Object.fromEntries(Object.entries(things).map(([name, value]) => [name, fc.constant(value)])),
      // A new id each time, because the same id again would be a repetition of the same request.
      id: fc.nat().map(() => ulid()),
      cursor: cursors(path, userId),
    };
  },
});
