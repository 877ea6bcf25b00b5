import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import type { Generation } from '#shared/api/generations.ts';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { publicPages } from '#shared/public-pages.ts';
import { createApiClient } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { SiteConfig } from '#web/lib/config.ts';
import { readOutputs } from './outputs.ts';
import { withSmokeUser } from './smoke-user.ts';

const usage = `Walks through a deployed site as a visitor and as a customer, and says what holds. It makes one picture,
which costs one credit of the account, and removes what it made.

Usage: npm run tool:smoke -- --stage <name>
       npm run tool:smoke -- <url>

  --api <url>      Own address of the API, to see that it answers CloudFront alone
  --stage <name>   The site that outputs.<name>.json describes; also sees that its bucket and
                   API answer CloudFront alone

The account: SMOKE_EMAIL and SMOKE_PASSWORD in the environment. Without them the local cloud and a stage that is not
production make a new one and delete it.
`;

/** Result of one check. */
export interface Check {
  readonly name: string;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly detail: string;
}

interface SmokeAccount {
  readonly email: string;
  readonly password: string;
  /** Whether this run created the account. Then it also deletes it. */
  readonly isOwn: boolean;
}

interface SmokeOptions {
  /** Address of the site. */
  readonly url: string;
  readonly mediaBucket?: string | undefined;
  /** The HTTP API's own address. */
  readonly api?: string | undefined;
  /** Address and password of a confirmed user. Without them, the site must have the local cloud's mailbox. */
  readonly account?: SmokeAccount | undefined;
  /** Called after each check. */
  readonly report?: (check: Check) => void;
}

/**
 * Time limit in milliseconds. A generation takes about 20 seconds and may take 15 minutes; more than five fail the
 * check.
 */
const timeout = 5 * 60_000;
const photoFile = join(import.meta.dirname, '..', 'web', 'public', 'samples', 'burger-before.jpg');
/** Content types without which browsers refuse files, or do not show them. */
const assetTypes = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2$/,
  webp: /^image\/webp$/,
};
/** Content types of the files that make the site an app. */
const appFiles = {
  '/service-worker.js': assetTypes.js,
  '/site.webmanifest': /^application\/manifest\+json$/,
};
/** Status of a missing file in a bucket that may not be listed (403), and in one that may (404). */
const absent = [403, 404];

/** Runs all checks in order and removes their data. A check that depends on a failed one is skipped. */
export async function smoke(options: SmokeOptions): Promise<readonly Check[]> {
  const { report = () => {} } = options;
  const checks: Check[] = [];

  /** Runs a check; `undefined` if it failed or if `needed`, the result of an earlier check, is undefined. */
  async function check<Needed, Result>(
    name: string,
    needed: Needed | undefined,
    run: (needed: Needed) => Promise<Result>,
  ): Promise<Result | undefined> {
    const began = performance.now();
    let result: Result | undefined;
    let ended: Check;
    if (needed === undefined) {
      ended = { name, outcome: 'skipped', detail: 'what it needs is missing' };
    } else {
      try {
        result = await run(needed);
        ended = { name, outcome: 'ok', detail: `${Math.round(performance.now() - began)} ms` };
      } catch (error) {
        ended = { name, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
      }
    }
    checks.push(ended);
    report(ended);
    return result;
  }

  const site = new Site(options.url);
  await checkPages(site, check);
  const config = await check('config.json names the user pool', site, async () => {
    const { body } = await site.get('/config.json');
    const parsed = JSON.parse(body) as SiteConfig;
    expect(parsed.userPoolClientId && parsed.issuer, 'it does not');
    return parsed;
  });
  const session = await check('sign in', config, (found) => signIn(site, found, options.account));
  await checkRefusals(site, session, check);
  if (options.api !== undefined)
    await check('the API answers nothing that did not come through CloudFront', options.api, async (api) => {
      const { status } = await fetch(new URL('/api/public/landing-images', api));
      expect(status === 403, `it answers ${status}`);
    });
  const made: Made = {};
  try {
    await checkCustomer(site, session, options, made, check);
  } finally {
    if (session) await cleanUp(session, made, check);
  }
  return checks;
}

type RunCheck = <Needed, Result>(
  name: string,
  needed: Needed | undefined,
  run: (needed: Needed) => Promise<Result>,
) => Promise<Result | undefined>;

type Call = ReturnType<typeof createApiClient>;

interface Session {
  readonly call: Call;
  readonly accessToken: string;
  /** Whether this run created the account. Then it also deletes it. */
  readonly isOwn: boolean;
}

/** Data to remove at the end. */
interface Made {
  generationId?: string;
  shareId?: string;
}

function expect(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Fetches from the site as a visitor's browser does. */
class Site {
  readonly origin: string;

  constructor(url: string) {
    this.origin = new URL(url).origin;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new URL(path, this.origin), { redirect: 'manual', ...init });
  }

  /** Expects status 200 and returns the text. */
  async get(path: string): Promise<{ headers: Headers; body: string }> {
    const response = await this.fetch(path);
    expect(response.status === 200, `${path} answers ${response.status}`);
    return { headers: response.headers, body: await response.text() };
  }
}

async function checkPages(site: Site, check: RunCheck): Promise<void> {
  for (const { path } of [{ path: '/' }, ...publicPages]) {
    await check(`page ${path}`, site, async () => {
      const { headers, body } = await site.get(path);
      expect(headers.get('content-type')?.startsWith('text/html'), 'it is no HTML');
      expect(/<h1[\s>]/.test(body), 'it has no heading without script');
      expect(/no-cache|max-age=0/.test(headers.get('cache-control') ?? ''), 'browsers may keep it unasked');
      const image = /<meta property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '';
      expect(image.startsWith(site.origin), `og:image is ${image || 'missing'}`);
      const picture = await fetch(image);
      await picture.body?.cancel();
      expect(picture.ok, `og:image answers ${picture.status}`);
      expect(body.includes(`<link rel="canonical" href="${site.origin}/`), 'canonical is another address');
    });
  }
  await check('security headers', site, async () => {
    const { headers } = await site.get('/landing');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.includes("default-src 'self'"), 'there is no Content-Security-Policy');
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(
      scripts.includes("'self'") && !scripts.includes('unsafe'),
      `script-src is ${scripts || 'missing'}`,
    );
    expect(policy.includes("frame-ancestors 'none'"), 'it can be framed');
    const seconds = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0);
    expect(seconds >= 86_400, 'Strict-Transport-Security is missing or short');
    expect(headers.get('x-content-type-options') === 'nosniff', 'nosniff is missing');
    expect(headers.get('referrer-policy'), 'Referrer-Policy is missing');
  });
  await check('files named by their content are kept for a year', site, async () => {
    const { body } = await site.get('/landing');
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(body)?.[1];
    expect(asset, 'the page has none');
    const { headers } = await site.get(asset);
    expect(/max-age=31536000.*immutable/.test(headers.get('cache-control') ?? ''), 'they are not');
  });
  for (const [extension, type] of Object.entries(assetTypes))
    await check(`content type of .${extension}`, site, async () => {
      const { body } = await site.get('/landing');
      const asset = new RegExp(`"(/assets/[^" ]+\\.${extension})"`).exec(body)?.[1];
      expect(asset, 'the page has no such file');
      const { headers } = await site.get(asset);
      const found = headers.get('content-type') ?? '';
      expect(type.test(found), `${asset} is ${found || 'of none'}`);
    });
  await check('the service worker and the manifest are asked for again each time', site, async () => {
    for (const [path, type] of Object.entries(appFiles)) {
      const { headers } = await site.get(path);
      const found = headers.get('content-type') ?? '';
      expect(type.test(found), `${path} is ${found || 'of no type'}`);
      expect(/no-cache|max-age=0/.test(headers.get('cache-control') ?? ''), `browsers may keep ${path}`);
    }
  });
  await check('robots.txt and sitemap.xml', site, async () => {
    const robots = await site.get('/robots.txt');
    expect(robots.body.includes(`Sitemap: ${site.origin}/sitemap.xml`), 'robots.txt names another sitemap');
    expect(robots.body.includes('Disallow: /admin'), 'robots.txt lets robots into /admin');
    const sitemap = await site.get('/sitemap.xml');
    const missing = publicPages.find(
      ({ path }) => !sitemap.body.includes(`<loc>${site.origin}${path}</loc>`),
    );
    expect(!missing, `the sitemap lacks ${missing?.path}`);
  });
  await check('pictures of the landing page are read from the API, and kept at the edge', site, async () => {
    const { headers } = await site.get('/api/public/landing-images');
    expect(/s-maxage=\d+/.test(headers.get('cache-control') ?? ''), 'the edge may not keep them');
  });
  await check('a file that is not there is not found', site, async () => {
    for (const path of ['/assets/none.js', '/media/none.jpg']) {
      const { status } = await site.fetch(path);
      expect(absent.includes(status), `${path} answers ${status}`);
    }
  });
  await check('the edge keeps no errors', site, async () => {
    for (const path of ['/assets/none.js', '/media/none.jpg', '/api/none']) {
      await site.fetch(path);
      const { headers } = await site.fetch(path);
      expect(!headers.has('age'), `${path} is answered from the cache`);
    }
  });
  await check('a page that is not there is not found, and not for search engines', site, async () => {
    const { status, headers } = await site.fetch('/no-such-page');
    expect(status === 404, `it answers ${status}`);
    expect(headers.get('x-robots-tag')?.includes('noindex'), 'x-robots-tag is missing');
  });
  if (site.origin.startsWith('https:'))
    await check('http leads to https', site, async () => {
      const response = await fetch(`${site.origin.replace('https:', 'http:')}/landing`, {
        redirect: 'manual',
      });
      expect(response.headers.get('location')?.startsWith(site.origin), `it answers ${response.status}`);
    });
}

async function signIn(site: Site, config: SiteConfig, account: SmokeOptions['account']): Promise<Session> {
  const { region, issuer, userPoolId, userPoolClientId: clientId } = config;
  // These calls carry no signature.
  const cognito = new CognitoIdentityProviderClient({
    region,
    endpoint: new URL(issuer).origin,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
  try {
    const person = account ?? (await signUp(site, cognito, clientId));
    const { AccessToken } = await srpSignIn(cognito, { userPoolId, clientId, ...person });
    expect(AccessToken, 'there is no access token');
    return { accessToken: AccessToken, isOwn: account?.isOwn ?? true, call: apiOf(site, AccessToken) };
  } finally {
    cognito.destroy();
  }
}

/** Signs up a user with a code from the local cloud's mailbox. */
async function signUp(site: Site, cognito: CognitoIdentityProviderClient, ClientId: string) {
  const email = `smoke-${randomUUID()}@test.example`;
  const mail = `/_local/mail.json?to=${encodeURIComponent(email)}`;
  const { status } = await site.fetch(mail);
  expect(status === 200, 'set SMOKE_EMAIL and SMOKE_PASSWORD: this is no local cloud');
  const password = `dish-${randomUUID()}`;
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'name', Value: 'Smoke Test' },
  ];
  const { UserSub = '' } = await cognito.send(
    new SignUpCommand({ ClientId, Username: email, Password: password, UserAttributes }),
  );
  const [message] = JSON.parse((await site.get(mail)).body) as { code?: string }[];
  expect(message?.code, 'no code was sent');
  await cognito.send(
    new ConfirmSignUpCommand({
      ClientId,
      Username: email,
      ConfirmationCode: message.code,
      ClientMetadata: { [ownSignUpKey]: UserSub },
    }),
  );
  return { email, password };
}

function apiOf(site: Site, accessToken: string, seen?: (response: Response) => void): Call {
  return createApiClient({
    fetch: async (path, init) => {
      const response = await site.fetch(String(path), init);
      seen?.(response);
      return response;
    },
    accessToken: async () => accessToken,
  });
}

async function checkRefusals(site: Site, session: Session | undefined, check: RunCheck): Promise<void> {
  const refused = async (status: number, call: () => Promise<unknown>) => {
    const answer = await call().then(
      () => 'an answer',
      (error) => (error instanceof ApiError ? error.status : error),
    );
    expect(answer === status, `${answer} instead of ${status}`);
  };
  await check('without a token: 401', site, () => refused(401, () => apiOf(site, 'none')('getMe')));
  await check('with a token that was changed: 401', session, ({ accessToken }) => {
    const [head, , signature] = accessToken.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'somebody', token_use: 'access' })).toString(
      'base64url',
    );
    return refused(401, () => apiOf(site, `${head}.${claims}.${signature}`)('getMe'));
  });
  await check('the back office for a customer: 403', session, ({ call }) =>
    refused(403, () => call('listUsers', { query: {} })),
  );
  await check("somebody else's picture: 404", session, ({ call }) =>
    refused(404, () => call('getGeneration', { params: { generationId: ulid() } })),
  );
}

async function checkCustomer(
  site: Site,
  session: Session | undefined,
  { mediaBucket }: SmokeOptions,
  made: Made,
  check: RunCheck,
): Promise<void> {
  const me = await check('the account, with a credit to spend', session, async ({ call }) => {
    const { credits } = await call('getMe');
    expect(credits.available > 0, 'it has no credits: give it some in the back office');
    return { call };
  });
  const uploaded = await check('upload of a photo, once', me, async ({ call }) => {
    const photo = await readFile(photoFile);
    const { uploadId, url, headers } = await call('createUpload', {
      body: { contentType: 'image/jpeg', contentLength: photo.length, fileName: 'burger.jpg' },
    });
    const put = () => fetch(url, { method: 'PUT', headers, body: new Uint8Array(photo) });
    const first = await put();
    expect(first.status === 200, `the bucket answers ${first.status}`);
    const second = await put();
    expect(second.status === 412, `a second upload to the same address answers ${second.status}`);
    return { call, uploadId };
  });
  await check('a model says what is on the photo', uploaded, async ({ call, uploadId }) => {
    let photo = await call('createPhoto', { body: { source: { type: 'upload', uploadId } } });
    const params = { photoId: photo.id };
    if (photo.reading === null) photo = await call('createReading', { params });
    for (const end = Date.now() + timeout; photo.reading?.state === 'making'; await sleep(500)) {
      expect(Date.now() < end, 'it is still being read');
      photo = await call('getPhoto', { params });
    }
    expect(
      photo.reading?.state === 'made',
      `the reading is ${photo.reading?.state}: ${photo.reading?.message}`,
    );
    expect(photo.reading?.content?.isFood === true, 'it sees no food on a photo of a burger');
  });
  const done = await check('a picture is made', uploaded, async ({ call, uploadId }) => {
    const id = ulid();
    await call('createGeneration', {
      body: {
        kind: 'studio',
        id,
        source: { type: 'upload', uploadId },
        productName: 'Smoke test',
        studio: { formatId: 'square_feed', creationPath: 'social' },
      },
    });
    made.generationId = id;
    const generation = await untilEnded(call, id);
    expect(generation.state === 'done', `it ended as ${generation.state}: ${generation.message}`);
    expect(generation.variations.length === 2 && !generation.fallback, `${generation.message}`);
    return { call, generation };
  });
  await check(
    'long replies of the API are compressed',
    session && done && { ...session, ...done },
    async ({ accessToken, generation }) => {
      const replies: Response[] = [];
      const call = apiOf(site, accessToken, (response) => replies.push(response));
      await call('getGeneration', { params: { generationId: generation.id } });
      const encoding = replies[0]?.headers.get('content-encoding');
      expect(encoding === 'gzip', `a generation comes ${encoding ? `in ${encoding}` : 'as it is'}`);
    },
  );
  await check('its pictures come through CloudFront', done, async ({ generation }) => {
    for (const { previewUrl, thumbnailUrl } of generation.variations) {
      for (const path of [previewUrl, thumbnailUrl]) {
        const { headers } = await site.get(path);
        expect(headers.get('content-type')?.startsWith('image/'), `${path} is no picture`);
        expect(headers.get('content-security-policy')?.includes('sandbox'), `${path} may run as a page`);
      }
    }
  });
  await check(
    'and not without it (--media-bucket)',
    mediaBucket === undefined ? undefined : done,
    async ({ generation }) => {
      for (const { previewUrl } of generation.variations) {
        const { status } = await fetch(`${mediaBucket}${previewUrl}`);
        expect(status === 403, `the bucket answers ${status}`);
      }
    },
  );
  await check('its full file, by a signed link alone', done, async ({ call, generation }) => {
    const { url } = await call('createDownload', {
      params: { generationId: generation.id },
      body: { variation: 0 },
    });
    const file = await fetch(url);
    expect(file.status === 200, `the link answers ${file.status}`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 2).toString('hex') === 'ffd8', 'it is no JPEG');
    const { status } = await fetch(url.split('?')[0] ?? '');
    expect(status === 403, `without the signature it answers ${status}`);
  });
  const shared = await check('a share page with its picture and card', done, async ({ call, generation }) => {
    const { shareId, path } = await call('createShare', {
      params: { generationId: generation.id },
      body: { variation: 0, title: 'Smoke test' },
    });
    made.shareId = shareId;
    const { headers, body } = await site.get(path);
    expect(/noindex/.test(`${headers.get('x-robots-tag')} ${body}`), 'robots may list it');
    const image = /<meta property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '';
    const picture = await fetch(image);
    await picture.body?.cancel();
    expect(picture.ok && image.startsWith(site.origin), `its picture ${image} answers ${picture.status}`);
    return { call, shareId, addresses: [path, new URL(image).pathname] };
  });
  await check('revoked, page and picture are gone at once', shared, async ({ call, shareId, addresses }) => {
    await call('revokeShare', { params: { shareId } });
    delete made.shareId;
    for (const address of addresses) {
      const { status } = await site.fetch(address);
      expect(status === 404 || status === 403, `${address} answers ${status}`);
    }
  });
}

async function untilEnded(call: Call, generationId: string): Promise<Generation> {
  for (const end = Date.now() + timeout; ; await sleep(1000)) {
    const generation = await call('getGeneration', { params: { generationId } });
    if (generation.state === 'done' || generation.state === 'failed') return generation;
    expect(Date.now() < end, `it is still ${generation.state} after ${timeout / 60_000} minutes`);
  }
}

/** Removes the run's data after any outcome, and checks that it is gone. */
async function cleanUp({ call, isOwn }: Session, made: Made, check: RunCheck): Promise<void> {
  const { generationId, shareId } = made;
  if (shareId !== undefined)
    await check('the share page is taken down', call, () => call('revokeShare', { params: { shareId } }));
  if (generationId !== undefined)
    await check('the picture is deleted', call, async () => {
      await untilEnded(call, generationId);
      const params = { generationId };
      await call('deleteGeneration', { params });
      const gone = await call('getGeneration', { params }).catch((error) => error);
      expect(gone instanceof ApiError && gone.code === 'not_found', 'it is still there');
    });
  if (isOwn)
    await check('the account is deleted', call, async () => {
      let task = await call('deleteMe');
      for (const end = Date.now() + timeout; task.state !== 'done'; await sleep(500)) {
        expect(Date.now() < end && task.state !== 'failed', `the deletion is ${task.state}`);
        task = await call('getMyTask', { params: { taskId: task.taskId } });
      }
    });
}

export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      stage: { type: 'string' },
      api: { type: 'string' },
    },
    allowPositionals: true,
  });
  const { stage } = values;
  const outputs = stage === undefined ? undefined : readOutputs(stage);
  const url = outputs?.SiteUrl ?? positionals[0];
  if (values.help || url === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { SMOKE_EMAIL: email, SMOKE_PASSWORD: password } = process.env;
  const run = (account: SmokeAccount | undefined) =>
    smoke({
      url,
      mediaBucket: outputs && `https://${outputs.MediaBucketName}.s3.${outputs.region}.amazonaws.com`,
      api: values.api ?? outputs?.ApiUrl,
      account,
      report: ({ name, outcome, detail }) => process.stdout.write(`${marks[outcome]} ${name} (${detail})\n`),
    });
  const marks = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' } as const;
  const given = email && password ? { email, password, isOwn: false } : undefined;
  const checks =
    stage !== undefined && outputs && !given
      ? await withSmokeUser({ stage, userPoolId: outputs.UserPoolId, region: outputs.region }, (account) =>
          run({ ...account, isOwn: true }),
        )
      : await run(given);
  const bad = checks.filter(({ outcome }) => outcome === 'failed').length;
  process.stdout.write(bad === 0 ? 'Everything holds.\n' : `${bad} of ${checks.length} checks failed.\n`);
  if (bad > 0) process.exitCode = 1;
}
