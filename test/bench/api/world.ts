/**
 * The environment of the measured routes: the table in DynamoDB Local, the local S3 and Stripe, stubs of the other
 * services, and users, images and counters like those of a busy day.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createBedrockRuntime } from 'bedrock-stand-in';
import { createCredentialBook } from 'local-cloud/aws/credential-book.ts';
import type { Handler as AwsHandler } from 'local-cloud/aws/handler.ts';
import { createVerifier } from 'local-cloud/aws/signature.ts';
import { startFrontDoor } from 'local-cloud/front-door/front-door.ts';
import { createS3 } from 'local-cloud/s3/s3.ts';
import sharp from 'sharp';
import { createStripe } from 'stripe-stand-in';
import { ulid } from 'ulid';
import { setUpStripe } from '#bin/setup-stripe.ts';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler as account } from '#lambdas/api/accounts.lambda.ts';
import { handler as admin } from '#lambdas/api/admin.lambda.ts';
import { handler as billing } from '#lambdas/api/billing.lambda.ts';
import { handler as delivery } from '#lambdas/api/delivery.lambda.ts';
import { handler as generations } from '#lambdas/api/generations.lambda.ts';
import { handler as menus } from '#lambdas/api/menus.lambda.ts';
import { handler as photos } from '#lambdas/api/photos.lambda.ts';
import { handler as posts } from '#lambdas/api/posts.lambda.ts';
import { handler as share } from '#lambdas/api/share-page.lambda.ts';
import { handler as site } from '#lambdas/api/site.lambda.ts';
import { handler as siteAdmin } from '#lambdas/api/site-admin.lambda.ts';
import { handler as stripeWebhook } from '#lambdas/api/stripe-webhook.lambda.ts';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { endGeneration } from '#lambdas/generations/end-generation.ts';
import { mediaKeys, originalKeys } from '#lambdas/generations/file-keys.ts';
import type { StoredVariation } from '#lambdas/generations/generation.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { photoKeys } from '#lambdas/photos/photo.ts';
import { findPhoto, replaceWork } from '#lambdas/photos/photo-store.ts';
import { promptTestOwner } from '#lambdas/prompt-tests/prompt-test-store.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import type { HttpEvent, HttpReply } from '#lambdas/runtime/http-event.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { writeCounters, writeUserCounter } from '#lambdas/stats/stats-store.ts';
import { fillForm } from '#local/cloud/fill-form.ts';
import type { Owner } from '#shared/api/route.ts';
import { type RouteName, routes } from '#shared/api/routes.ts';
import type { PlanId } from '#shared/domain/plans.ts';
import { type GenerationRequest, studioGeneration } from '#test/cloud/generations.ts';
import { httpEvent, lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { dishPhoto, type Photo } from '#test/support/photos.ts';
import { promptTestConfig } from '#test/support/prompt-test-config.ts';

const buckets = {
  UPLOADS_BUCKET: 'uploads',
  ORIGINALS_BUCKET: 'originals',
  MEDIA_BUCKET: 'media',
  EXPORTS_BUCKET: 'exports',
  SITE_BUCKET: 'site',
};

const appSecret = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:app';
const stripeSecret = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';

type Handler = (event: HttpEvent, context: typeof lambdaContext) => Promise<HttpReply>;

const handlers: Readonly<Record<Owner, Handler>> = {
  account,
  generations,
  delivery,
  posts,
  photos,
  menus,
  billing,
  stripeWebhook,
  share,
  admin,
  site,
  siteAdmin,
};

/** The only region of the image and text models. */
export const modelRegion = 'us-east-1';

/** A mask whose left half is the dish. */
const maskSide = 1024;
export const maskFile = await sharp(
  Buffer.from(Array.from({ length: maskSide ** 2 }, (_, at) => (at % maskSide < maskSide / 2 ? 255 : 0))),
  { raw: { width: maskSide, height: maskSide, channels: 1 } },
)
  .toColourspace('b-w')
  .png()
  .toBuffer();

/** A logo on a transparent ground, as a designer exports it. */
export const logoFile = await sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><circle cx="200" cy="200" r="120" fill="#2f6b3c"/></svg>',
  ),
)
  .png()
  .toBuffer();

/** A call of a route, before it is an event. */
export interface RouteCall {
  readonly user?: string;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** A raw body with its own headers. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Number of the first customer's images: more than a page of the gallery shows. */
const imagesOfPro = 30;
const customers = 25;

/** The services and their data. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * Starts the services and fills the table. The environment must name an empty table and its engine
 * (`TABLE_NAME`, `AWS_ENDPOINT_URL_DYNAMODB`).
 * @param more Further services of AWS.
 */
export async function startWorld(more: Readonly<Record<string, AwsHandler>> = {}) {
  logger.setLogLevel('SILENT');
  const directory = await mkdtemp(join(tmpdir(), 'platepost-bench-'));
  const credentials = createCredentialBook('seed of the bench');
  const bedrock = createBedrockRuntime({ fillForm });
  const s3 = createS3({ directory: join(directory, 's3'), verify: createVerifier(credentials) });
  const secrets: Record<string, string> = { [appSecret]: 'the secret of the bench' };
  const door = await startFrontDoor({
    port: 0,
    credentials,
    services: {
      bedrock: bedrock.handle,
      ...more,
      s3: s3.handle,
      'cognito-idp': async (_req, res, body) => {
        const UserAttributes = [
          { Name: 'email', Value: `${JSON.parse(body.toString()).Username}@example.com` },
          { Name: 'email_verified', Value: 'true' },
        ];
        res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
        res.end(JSON.stringify({ UserAttributes }));
      },
      sqs: async (_req, res, body) => {
        const { MessageBody } = JSON.parse(body.toString());
        const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
        res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
        res.end(JSON.stringify({ MessageId: 'message', MD5OfMessageBody }));
      },
      secretsmanager: async (_req, res, body) => {
        const SecretString = secrets[JSON.parse(body.toString()).SecretId];
        res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
        res.end(JSON.stringify({ SecretString }));
      },
    },
  });
  const key = credentials.issue('functions');
  Object.assign(process.env, buckets, {
    AWS_REGION: 'eu-west-2',
    AWS_ENDPOINT_URL: door.url,
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    POWERTOOLS_METRICS_DISABLED: 'true',
    APP_SECRET_ARN: appSecret,
    STRIPE_SECRET_ARN: stripeSecret,
    DAILY_MODEL_BUDGET:
      '{"free":5000,"starter":5000,"pro":5000,"promptTests":5000,"photos":5000,"posts":5000}',
    USER_POOL_ID: 'eu-west-2_pool',
    STAFF_SECOND_FACTOR: 'optional',
    EXPORTS_QUEUE_URL: `${door.url}/000000000000/exports`,
    DELETIONS_QUEUE_URL: `${door.url}/000000000000/deletions`,
    PUSH_SERVICES: 'https://push.example/*',
    MAIL_FROM: 'hello@platepost.example',
    MENUS_QUEUE_URL: `${door.url}/000000000000/menus`,
    SIGNING_KEY_ARN: 'arn:aws:kms:eu-west-2:000000000000:key/signing',
    PHOTOS_QUEUE_URL: `${door.url}/000000000000/photos`,
    MODEL_REGIONS: `${modelRegion}:20`,
  });
  const client = new S3Client({ endpoint: door.url });
  for (const Bucket of Object.values(buckets)) await client.send(new CreateBucketCommand({ Bucket }));

  /** Stripe's events, which the bench delivers itself. */
  const events: { type: string; text: string; signature: string }[] = [];
  const receiver = await serve(async (req, res) => {
    const text = (await buffer(req)).toString();
    events.push({ type: JSON.parse(text).type, text, signature: String(req.headers['stripe-signature']) });
    res.writeHead(200).end();
  });
  const stripeServer = await serve(async (req, res) => stripe.handle(req, res, await buffer(req)));
  const stripe = createStripe({ directory: join(directory, 'stripe'), publicOrigin: stripeServer.origin });
  const settings = await setUpStripe({
    apiBase: stripeServer.origin,
    secretKey: 'sk_test_bench',
    siteOrigins: [receiver.origin],
    known: undefined,
  });
  secrets[stripeSecret] = JSON.stringify(settings);

  /** API Gateway's event for a call, and the function that receives it. */
  function eventOf(name: RouteName, { user, headers, ...input }: RouteCall): HttpEvent {
    const caller = user && { userId: user, groups: '[admin super_admin]' };
    const event = httpEvent(routes[name], { ...input, ...(caller && { user: caller }) });
    return headers ? { ...event, headers: { ...event.headers, ...headers } } : event;
  }

  /** Calls a route in this process. @throws Error with the answer when it is no success. */
  async function call(name: RouteName, input: RouteCall = {}) {
    const { statusCode, body = '' } = await handlers[routes[name].owner](eventOf(name, input), lambdaContext);
    if (statusCode !== routes[name].status) throw new Error(`${name} answered ${statusCode}: ${body}`);
    return body.startsWith('{') ? JSON.parse(body) : body;
  }

  /** A new customer: on the Free plan, or on Pro with a thousand credits. */
  async function signUp(plan?: 'pro'): Promise<string> {
    const userId = `user-${ulid().toLowerCase()}`;
    const email = `${userId}@example.com`;
    await ensureUser({ userId, username: userId, email, fullName: 'Ada Cook', companyName: 'The Corner' });
    if (plan) {
      const subscriptionEnd = '2099-01-01T00:00:00.000Z';
      await transact([
        putSubscription(userId, { subscribed: true, productId: 'prod_1', subscriptionEnd, planName: 'Pro' }),
      ]);
      await grantCredits({
        userId,
        idempotencyKey: 'plan#1',
        buckets: { free: 0, subscription: 1000, purchased: 0 },
      });
    }
    return userId;
  }

  /** Uploads a photo, that of a dish unless given, as the browser does. */
  async function upload(
    user: string,
    route: 'createUpload' | 'createSiteUpload' = 'createUpload',
    { bytes, contentType }: Photo = dishPhoto('fries'),
  ): Promise<string> {
    const { url, headers, uploadId } = await call(route, {
      user,
      body: { contentType, contentLength: bytes.length },
    });
    const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    if (!put.ok) throw new Error(`The upload was refused: ${put.status}`);
    return uploadId;
  }

  /**
   * An image of the customer's gallery: a paid generation that ended with two variations, with their bases if asked.
   */
  async function image(user: string, { hasBase = false } = {}): Promise<string> {
    const { id } = await call('createGeneration', { user, body: styledGeneration() });
    await end(user, id, hasBase);
    return id;
  }

  /** Ends a generation as the worker does after both variations. */
  async function end(user: string, id: string, hasBase = false): Promise<void> {
    const generation = await readGeneration(user, id);
    if (!generation) throw new Error(`There is no generation ${id}`);
    const { width, height, watermark } = generation;
    const file = (name: string) => ({ key: name, width, height });
    const variations: StoredVariation[] = generation.mediaNames.variations.map((_, index) => {
      const keys = originalKeys(generation, index);
      const { preview, thumbnail, basePreview } = mediaKeys(generation, index);
      return {
        index,
        preview,
        thumbnail,
        width,
        height,
        clean: { delivered: file(keys.delivered) },
        ...(watermark && { watermarked: { delivered: file(keys.watermarkedDelivered) } }),
        ...(hasBase && { base: file(keys.base), basePreview }),
        adapter: 'stability-structure',
        fidelity: null,
        hasDishMask: false,
      };
    });
    // A share page copies it.
    await writeFile('media', { key: variations[0]?.preview ?? '', body: maskFile, type: 'image/jpeg' });
    const ending = { variations, fallback: false, refund: false, message: null };
    if (!(await endGeneration(generation, ending))) throw new Error('The generation could not be ended');
  }

  /** A menu of one dish that has not begun. */
  async function menu(user: string): Promise<string> {
    return (await call('createMenu', { user, body: await menuRequest(user) })).id;
  }

  async function menuRequest(user: string) {
    const source = { type: 'upload', uploadId: await upload(user) };
    return {
      id: ulid(),
      look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
      targets: [{ platform: 'justeat', imageType: 'square' }],
      dishes: [{ name: 'Fries', source, photo: { width: 800, height: 800 } }],
    };
  }

  /** The customer's photo of a dish, which nobody has cut out. */
  async function photo(user: string): Promise<string> {
    const source = { type: 'upload', uploadId: await upload(user) };
    return (await call('createPhoto', { user, body: { source } })).id;
  }

  /** The same photo, cut out. */
  async function cutOut(user: string): Promise<string> {
    const stored = await findPhoto(user, await photo(user));
    if (stored.cutOut) return stored.id;
    await writeFile('originals', { key: photoKeys(stored).cutOut, body: maskFile, type: 'image/png' });
    await replaceWork(stored, 'cutOut', { state: 'made', width: maskSide, height: maskSide });
    return stored.id;
  }

  /** The same photo, measured for platform checks: the parameters of a check. */
  async function measured(user: string) {
    const stored = await findPhoto(user, await photo(user));
    const { width, height } = stored;
    const content = {
      width,
      height,
      format: 'jpeg',
      bytes: 900_000,
      sharpness: 2.5,
      highlights: 210,
      blackAndWhite: false,
    } as const;
    if (!stored.facts) await replaceWork(stored, 'facts', { state: 'made', content });
    return { photoId: stored.id, platform: 'grubhub', imageType: 'square' };
  }

  /** A finished prompt test. */
  async function promptTest(user: string): Promise<string> {
    const { id } = await call('createPromptTest', { user, body: await promptTestRequest(user) });
    for (const side of ['a', 'b']) await end(promptTestOwner, `${id}-${side}`);
    return id;
  }

  async function promptTestRequest(user: string) {
    return { id: ulid(), uploadId: await upload(user), a: promptTestConfig(), b: promptTestConfig() };
  }

  /** Pays a checkout that a route opened, and returns the session. The events wait in `takeEvent`. */
  async function pay({ url }: { url: string }): Promise<string> {
    const session = url.split('/').at(-1) ?? '';
    stripe.payCheckout(session);
    await stripe.webhooks.settle();
    return session;
  }

  /** The newest event of a type as a call of the webhook. */
  function takeEvent(type: string): RouteCall {
    const event = events.findLast((candidate) => candidate.type === type);
    if (!event) throw new Error(`Stripe sent no ${type}`);
    return { text: event.text, headers: { 'stripe-signature': event.signature } };
  }

  /** A customer who subscribed through the checkout, with everything booked. */
  async function subscriber(plan: PlanId = 'pro'): Promise<string> {
    const user = await signUp();
    await pay(await call('createCheckout', { user, body: { priceId: settings.plans[plan].priceId } }));
    await call('stripeWebhook', takeEvent('invoice.paid'));
    return user;
  }

  const pro = await signUp('pro');
  const free = await signUp();
  const superAdmin = await signUp();
  await assignRole({ userId: superAdmin, role: 'super_admin', actor: 'bench' });
  for (let n = 0; n < customers; n += 1) await signUp();
  for (let n = 0; n < imagesOfPro; n += 1) await image(pro);
  for (let n = 0; n < 3; n += 1) await promptTest(superAdmin);
  await fillCounters(pro);
  const siteImages: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const uploadId = await upload(superAdmin, 'createSiteUpload');
    const { id } = await call('addLandingImage', { user: superAdmin, body: { section: 'hero', uploadId } });
    siteImages.push(id);
  }
  const pairs: string[] = [];
  for (let n = 0; n < 4; n += 1) pairs.push((await call('addMenuPackImage', await pairOf(superAdmin))).id);

  async function pairOf(user: string): Promise<RouteCall> {
    const [uploadId, beforeUploadId] = [
      await upload(user, 'createSiteUpload'),
      await upload(user, 'createSiteUpload'),
    ];
    return { user, body: { section: 'comparison', uploadId, beforeUploadId, displayOrder: 1 } };
  }

  return {
    /** Users: one on Pro with a gallery, one on Free without images, and staff. */
    pro,
    free,
    superAdmin,
    siteImages,
    pairs,
    settings,
    stripeOrigin: stripeServer.origin,
    call,
    eventOf,
    handlerOf: (name: RouteName) => handlers[routes[name].owner],
    signUp,
    upload,
    image,
    menu,
    menuRequest,
    photo,
    cutOut,
    measured,
    /** A mask that fits `cutOut`, in base64. */
    mask: maskFile.toString('base64'),
    promptTest,
    promptTestRequest,
    pairOf,
    pay,
    takeEvent,
    subscriber,
    async close(): Promise<void> {
      await stripe.close();
      for (const { server } of [receiver, stripeServer]) {
        server.closeAllConnections();
        server.close();
      }
      await bedrock.close();
      await door.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A studio generation with a filter and promotional text. */
export function styledGeneration(change: Parameters<typeof studioGeneration>[0] = {}): GenerationRequest {
  const studio = { filter: { id: 'popcrush' }, promoText: 'Two for one on Tuesdays' };
  return studioGeneration({ ...change, studio });
}

/** Thirty days of counters, and forty templates. */
async function fillCounters(user: string): Promise<void> {
  const counters = {
    users: 900,
    generations: 4000,
    images: 3600,
    signUps: 12,
    failures: 3,
    paidCredits: 800,
  };
  await writeCounters({ scope: 'total' }, counters);
  for (let n = 0; n < 30; n += 1) {
    const of = new Date(Date.parse(londonDay()) - n * 86_400_000).toISOString().slice(0, 10);
    await writeCounters({ scope: 'day', of }, counters);
  }
  for (let n = 0; n < 40; n += 1)
    await writeCounters({ scope: 'template', of: `Template ${n}` }, { generations: n + 1 });
  await writeUserCounter(user, { generations: imagesOfPro, lastActiveDay: londonDay() });
}

async function serve(handle: RequestListener): Promise<{ server: Server; origin: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}
