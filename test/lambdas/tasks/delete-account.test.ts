import { createServer, type Server } from 'node:http';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceLogo } from '#lambdas/accounts/brand-kit-store.ts';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { exportMe } from '#lambdas/accounts/export-me.ts';
import { changeNotifications } from '#lambdas/accounts/notification-store.ts';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { changeStyles } from '#lambdas/accounts/style-store.ts';
import { ensureUser, getAccount } from '#lambdas/accounts/user-store.ts';
import { handler as accountApi } from '#lambdas/api/accounts.lambda.ts';
import { handler as admin } from '#lambdas/api/admin.lambda.ts';
import { handler as billingApi } from '#lambdas/api/billing.lambda.ts';
import { handler as generationsApi } from '#lambdas/api/generations.lambda.ts';
import { handler as photosApi } from '#lambdas/api/photos.lambda.ts';
import { linkCustomer, putPayment } from '#lambdas/billing/billing-store.ts';
import { stackMark } from '#lambdas/billing/stack-mark.ts';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { approve } from '#lambdas/generations/approval-store.ts';
import { changeCollections } from '#lambdas/generations/collection-store.ts';
import { endGeneration } from '#lambdas/generations/end-generation.ts';
import { allKeys } from '#lambdas/generations/file-keys.ts';
import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { takeLease } from '#lambdas/generations/lease-store.ts';
import { readPost, replacePost, type StoredPost } from '#lambdas/generations/post-store.ts';
import { putShare } from '#lambdas/generations/share-store.ts';
import { advanceMenu } from '#lambdas/menus/advance-menu.ts';
import { listOpenMenus, createSteps as menuSteps } from '#lambdas/menus/menu-store.ts';
import { keepPhoto } from '#lambdas/photos/photo-store.ts';
import { readTask } from '#lambdas/platform/task-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { addIncrements, countActiveUsers } from '#lambdas/stats/stats-store.ts';
import { runTask as runTaskFor } from '#lambdas/tasks/run-task.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { billingRoutes } from '#shared/api/billing.ts';
import { generationRoutes } from '#shared/api/generations.ts';
import { photoRoutes } from '#shared/api/photos.ts';
import { takenFile } from '#test/lambdas/generations/taken-file.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';
import { stripeSettings } from '#test/support/stripe-settings.ts';

const db = testTable();
const aws = awsJsonStub();

/** Set by `killAfter`: the process makes no call any more once none is left. */
let callsLeft = Number.POSITIVE_INFINITY;
/** State of the systems besides the table. */
let customers: Set<string>;
/** Checkouts that can still be paid. */
let openSessions: Set<string>;
let pool: Map<string, 'enabled' | 'disabled'>;
/** The `sub` of each user name. */
let subs: Map<string, string>;
/** Files that no record names, as `bucket/key`, and those of them that were removed. */
let files: Set<string>;
let filesRemoved: Set<string>;
let outside: Server;

class Killed extends Error {}

/** The call that uses up the last one is done and its reply lost, as when a process dies. */
async function counted<T>(call: () => Promise<T>): Promise<T> {
  if (callsLeft <= 0) throw new Killed();
  callsLeft -= 1;
  const result = await call();
  if (callsLeft <= 0) throw new Killed();
  return result;
}

beforeAll(async () => {
  outside = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const found = new URL(request.url ?? '', 'http://s3').searchParams.get('query');
      if (found !== null) {
        const userId = /:'(.*)'$/.exec(found)?.[1];
        const data = [...customers]
          .filter((id) => id === `cus_${userId}` || id === `cus_unlinked_${userId}`)
          .map((id) => ({ id, metadata: { userId, ...stackMark() } }));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'search_result', data, has_more: false }));
        return;
      }
      const customer = /^\/v1\/customers\/(\w+)$/.exec(request.url ?? '')?.[1];
      if (customer !== undefined) {
        const known = customers.delete(customer);
        response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            known
              ? { id: customer, object: 'customer', deleted: true }
              : {
                  error: {
                    type: 'invalid_request_error',
                    code: 'resource_missing',
                    message: 'No such customer',
                  },
                },
          ),
        );
        return;
      }
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
      const session = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(pathname)?.[1];
      if (session !== undefined) openSessions.delete(session);
      if (pathname.startsWith('/v1/checkout/sessions')) {
        const data = [...openSessions]
          .filter((id) => id === `cs_${searchParams.get('customer')}`)
          .map((id) => ({ id, object: 'checkout.session', created: 1 }));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data, has_more: false }));
        return;
      }
      const bucket = `${pathname.split('/')[1]}/`;
      const prefix = searchParams.get('prefix');
      if (prefix !== null) {
        const found = [...files].filter((file) => file.startsWith(`${bucket}${prefix}`));
        const contents = found
          .map((file) => `<Contents><Key>${file.slice(bucket.length)}</Key></Contents>`)
          .join('');
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.end(`<ListBucketResult>${contents}</ListBucketResult>`);
        return;
      }
      for (const [, key = ''] of Buffer.concat(chunks)
        .toString()
        .matchAll(/<Key>([^<]+)<\/Key>/g)) {
        if (files.delete(`${bucket}${key}`)) filesRemoved.add(`${bucket}${key}`);
      }
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = outside.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  const origin = `http://127.0.0.1:${address.port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: origin,
    UPLOADS_BUCKET: 'uploads',
    ORIGINALS_BUCKET: 'originals',
    MEDIA_BUCKET: 'media',
    EXPORTS_BUCKET: 'exports',
    SITE_BUCKET: 'site',
    MODEL_REGIONS: 'us-west-2:20',
    SIGNING_KEY_ARN: 'none',
    PHOTOS_QUEUE_URL: 'http://queues/photos',
    EXPORTS_QUEUE_URL: 'http://queues/exports',
    DELETIONS_QUEUE_URL: 'http://queues/deletions',
    PUSH_SERVICES: 'https://push.example/*',
    STRIPE_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe',
    DAILY_MODEL_BUDGET: '{"free":50,"starter":200,"pro":500,"promptTests":20,"photos":50,"posts":50}',
  });
  stripeSecret = JSON.stringify(stripeSettings(origin));
  for (const client of [dynamodb(), cognito(), await s3()])
    (client as ReturnType<typeof dynamodb>).middlewareStack.add(
      (next) => (args) => counted(() => next(args)),
      {
        step: 'initialize',
        name: 'killed',
        priority: 'high',
      },
    );
});
afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});

let stripeSecret = '';

/** The table with both accounts, written once: tests begin with a copy. */
let accounts: Awaited<ReturnType<typeof db.allItems>> | undefined;

beforeEach(begin);

async function begin(): Promise<void> {
  callsLeft = Number.POSITIVE_INFINITY;
  customers = new Set(['cus_ada', 'cus_bob']);
  openSessions = new Set(['cs_cus_ada', 'cs_cus_bob']);
  pool = new Map([
    ['name-ada', 'enabled'],
    ['name-bob', 'enabled'],
  ]);
  subs = new Map([
    ['name-ada', 'ada'],
    ['name-bob', 'bob'],
  ]);
  filesRemoved = new Set();
  files = new Set(['ada', 'bob'].flatMap(filesOf));
  aws.answer('GetSecretValue', ({ SecretId }) => ({
    SecretString: String(SecretId).endsWith('stripe') ? stripeSecret : 'the application secret',
  }));
  aws.answer('SendMessage', () => ({ MessageId: '1' }));
  const onUser = (act: (name: string) => unknown) => (input: Record<string, unknown>) => {
    const name = String(input.Username);
    if (!pool.has(name)) return awsError('UserNotFoundException');
    return act(name) ?? {};
  };
  aws.answer(
    'AdminGetUser',
    onUser((name) => ({ Enabled: true, UserAttributes: [{ Name: 'sub', Value: subs.get(name) }] })),
  );
  aws.answer(
    'AdminDisableUser',
    onUser((name) => void pool.set(name, 'disabled')),
  );
  aws.answer(
    'AdminUserGlobalSignOut',
    // So Cognito may answer: its reference names the error, and not when it comes.
    onUser((name) => (pool.get(name) === 'disabled' ? awsError('NotAuthorizedException') : undefined)),
  );
  aws.answer(
    'AdminDeleteUser',
    onUser((name) => void pool.delete(name)),
  );
  if (accounts !== undefined) return db.restore(accounts);
  for (const userId of ['ada', 'bob']) await settle(userId);
  accounts = await db.allItems();
}

/** An account with everything that an account can have; ids are made of the user's, so that runs are alike. */
async function settle(userId: string): Promise<void> {
  await ensureUser({
    userId,
    username: `name-${userId}`,
    email: `${userId}@example.com`,
    fullName: userId,
    companyName: '',
  });
  await linkCustomer(userId, `cus_${userId}`);
  const payment = {
    paymentIntentId: `pi_${userId}`,
    userId,
    ledgerEntryId: `topup#${userId}`,
    bucket: 'purchased',
    name: '50 credits',
    credits: 50,
    pence: 1999,
  } as const;
  await grantCredits(
    {
      userId,
      idempotencyKey: `topup#${userId}`,
      note: '50 credits',
      buckets: { free: 0, subscription: 0, purchased: 50 },
    },
    () => [putPayment(payment)],
  );
  await exportMe(userId);
  await transact([replaceLogo(userId, undefined, { key: logoKey(userId), width: 40, height: 20 })]);
  const file = { store: 'uploads', key: `uploads/${userId}/${ulid()}` } as const;
  await keepPhoto({ id: `photo-${userId}`, userId, file, width: 4, height: 3 });
  for (const id of ['done', 'running']) {
    const generation = generationOf(userId, `${id}-${userId}`);
    await spendCredits(
      {
        userId,
        idempotencyKey: `spend#${generation.id}`,
        amount: 1,
        limits: { open: 3, day: 9 },
        note: 'Soup',
      },
      () => createSteps(generation),
    );
  }
  const lease = await takeLease(userId, `done-${userId}`);
  if (!lease) throw new Error('There is no generation');
  const { generation } = lease;
  await endGeneration(
    generation,
    { variations: [variation], fallback: false, refund: false, message: null },
    { lease, calls: [modelCall] },
  );
  const share = {
    id: `share-${userId}`,
    userId,
    generationId: generation.id,
    variation: 0,
    title: '',
    description: '',
    createdAt: at,
  };
  await transact([
    putShare(share),
    {
      update: {
        Key: { pk: `USER#${userId}`, sk: `GENERATION#${generation.id}` },
        UpdateExpression: 'SET shares = :shares',
        ExpressionAttributeValues: { ':shares': { 0: share.id } },
      },
    },
  ]);
  const picture = { generationId: generation.id, variation: 0 };
  const post = { ...(await readPost({ userId, ...picture })), text: postText };
  await transact([replacePost(userId, post, post)]);
  await approve(generation, 0, [takenFile]);
  const style = { id: `style-${userId}`, name: 'Wooden', createdAt: at, studio: null, menu: menuLook };
  await changeStyles(userId, () => ({ items: [style], defaultId: style.id }));
  await changeCollections(userId, () => ({ items: [{ id: 'x', name: 'Autumn', createdAt: at }] }));
  const device = {
    id: `device-${userId}`,
    endpoint: `https://push.example/${userId}`,
    p256dh: 'key',
    auth: 'secret',
    createdAt: at,
  };
  await changeNotifications(userId, (before) => ({ ...before, devices: [device], isMailed: true }));
  const menuId = `menu-${userId}`;
  await transact(
    menuSteps(
      {
        ...{ id: menuId, userId, name: 'Autumn', createdAt: at, finishedAt: null, state: 'running' },
        ...{ pausedFor: null, message: null, look: menuLook, targets: [], firstDishFirst: false },
        ...{
          counts: { waiting: 1, running: 0, done: 0, failed: 0, cancelled: 0 },
          requestHash: 'hash',
          version: 0,
        },
      },
      [
        {
          ...{ menuId, userId, number: 1, name: 'Soup', source: generation.source, look: null },
          ...{ photo: { width: 4, height: 3 }, state: 'waiting', message: null },
          ...{ generationId: null, redoId: null, formerId: null, isCreditBack: false },
        },
      ],
    ),
  );
  await addIncrements(`event-${userId}`, { counters: [], activeUser: { userId, day: '2026-11-21' } });
}

/** Files that no record names, one of each kind. */
function filesOf(userId: string): string[] {
  return [
    `uploads/uploads/${userId}/late`,
    `uploads/site/${userId}/hero`,
    `originals/photos/${userId}/x/cut-out.png`,
    `originals/photos/${userId}/x/masks/1.png`,
    `originals/generations/${userId}/x/0-wide.jpg`,
    `exports/export-${userId}-1-1/${userId}.zip`,
    `exports/pack-${userId}-1/${userId}.zip`,
  ];
}

const logoKey = (userId: string) => `media/logos/${userId}.png`;

const at = '2026-11-21T12:00:00.000Z';

const modelCall = {
  model: 'us.stability.stable-image-control-structure-v1:0',
  region: 'us-east-1',
  startedAt: at,
  durationMs: 8000,
  outcome: 'made',
  cost: 70_000,
} as const;

const variation: StoredVariation = {
  index: 0,
  preview: 'media/folder/0.jpg',
  thumbnail: 'media/folder/0.webp',
  width: 1080,
  height: 1080,
  clean: { delivered: { key: 'generations/0.jpg', width: 1080, height: 1080 } },
  adapter: 'stability-structure',
  fidelity: null,
  hasDishMask: false,
};

const menuLook = { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' } as const;

const postText: StoredPost['text'] = {
  tone: 'friendly',
  network: 'instagram',
  language: 'en',
  caption: 'Come by',
  hashtags: [],
  altText: 'A soup',
  description: '',
};

/** Always with the same names of files, so that they can be asked for. */
function generationOf(userId: string, id: string): StoredGeneration {
  const mediaNames = { folder: `folder-${id}`, original: 'original', variations: ['v0', 'v1'] };
  return storedGeneration({ id, userId, createdAt: at, mediaNames });
}

const request = () => requestDeletion({ userId: 'ada', username: 'name-ada', requestedBy: 'ada' });

/** Lets the lease of a killed run end. */
async function leaseEnds(taskId: string): Promise<void> {
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk: `TASK#${taskId}`, sk: 'TASK' },
      UpdateExpression: 'SET leaseUntil = :past',
      ExpressionAttributeValues: { ':past': '2020-01-01T00:00:00.000Z' },
    }),
  );
}

const runTask = (taskId: string) => runTaskFor(taskId, () => 300_000);

const itemsOf = async (mentioned: string) =>
  (await db.allItems()).filter((item) => JSON.stringify(item).includes(mentioned));

/** Beginnings of keys of what may name ada after the deletion. */
const mayName = [
  // Files to be removed; exports, which end at once and are kept for a week.
  ...['OUTBOX', 'OPEN_TASKS', 'TASK#'],
  // Books without a name: their ids are those of what was booked.
  ...['FORMER#', 'STRIPE_PAYMENT#', 'USAGE#'],
  // Changes that were counted, for two days.
  'STATS#SEEN#',
];

/** Checks that nothing of ada is left. */
async function expectGone(): Promise<void> {
  // The reconciler goes on with each open menu: of one that is gone, it removes the entry.
  for (const { userId, menuId } of await listOpenMenus())
    if (userId === 'ada') await advanceMenu(userId, menuId);
  const named = (await db.allItems()).filter((item) => /\bada\b/.test(JSON.stringify(item)));
  expect(named.filter(({ pk }) => !mayName.some((key) => String(pk).startsWith(key)))).toEqual([]);
  const items = await db.allItems();
  expect(items.filter(({ pk }) => pk === 'USER#ada' || pk === 'SHARE#share-ada')).toEqual([]);
  expect(items.filter(({ pk, sk }) => pk === 'OPEN' && String(sk).endsWith('#ada'))).toEqual([]);
  expect(items.filter(({ pk, sk }) => pk === 'STATS#USER' && sk === 'ada')).toEqual([]);
  expect(await itemsOf('ada@example.com')).toEqual([]);
  expect(await itemsOf('cus_ada')).toEqual([]);
  expect(customers).toEqual(new Set(['cus_bob']));
  expect(openSessions).toEqual(new Set(['cs_cus_bob']));
  expect(await itemsOf('name-ada')).toEqual([]);
  expect([...pool]).toEqual([['name-bob', 'enabled']]);
  expect(filesRemoved).toEqual(new Set(filesOf('ada')));
  expect(files).toEqual(new Set(filesOf('bob')));
  expect(await countActiveUsers('2026-11-21')).toBe(1);

  // Outbox entries name every file; those of the running generation are due after its worker's last write.
  const outbox = items.filter(({ pk }) => pk === 'OUTBOX');
  const originals = outbox.flatMap((entry) => entry.originals as string[]);
  const media = outbox.flatMap((entry) => entry.media as string[]);
  expect(media).toContain(logoKey('ada'));
  for (const id of ['done-ada', 'running-ada']) {
    const keys = allKeys(generationOf('ada', id));
    expect(originals).toEqual(expect.arrayContaining(keys.originals));
    expect(media).toEqual(expect.arrayContaining(keys.media));
  }
  // The running one has shown nothing yet.
  expect(outbox.flatMap((entry) => entry.paths as string[]).toSorted()).toEqual([
    '/media/folder/0.jpg',
    '/media/folder/0.webp',
    `/${logoKey('ada')}`,
  ]);
  const ofRunning = outbox.filter((entry) => JSON.stringify(entry).includes('folder-running-ada'));
  const last =
    ofRunning
      .map(({ sk }) => String(sk))
      .toSorted()
      .at(-1) ?? '';
  expect(last > new Date(Date.now() + 4 * 60_000).toISOString()).toBe(true);

  // The books stay, under a name that leads to nobody, without the words that people wrote.
  const { pseudonym } = (await readTask('sweep-ada')) ?? {};
  expect(await readTask('deletion-ada')).not.toHaveProperty('pseudonym');
  const ledger = items.filter(({ pk }) => pk === `FORMER#${pseudonym}`);
  expect(ledger.map(({ sk, note }) => [sk, note]).toSorted()).toEqual([
    ['LEDGER#free#sign-up', ''],
    ['LEDGER#spend#done-ada', ''],
    ['LEDGER#spend#running-ada', ''],
    ['LEDGER#topup#ada', '50 credits'],
  ]);
  const payment = items.find(({ pk }) => pk === 'STRIPE_PAYMENT#pi_ada');
  expect(payment).toMatchObject({
    userId: pseudonym,
    credits: 50,
    pence: 1999,
    gsi1pk: `PAYMENTS#${pseudonym}`,
  });
  // Records of model calls are kept, without a name.
  const usage = items.filter(({ pk }) => String(pk).startsWith('USAGE#'));
  expect(usage.map(({ generationId }) => generationId).toSorted()).toEqual(['done-ada', 'done-bob']);
  expect(usage.filter((item) => 'userId' in item)).toEqual([]);

  expect(await readTask('deletion-ada')).toMatchObject({ state: 'done' });
  expect(await readTask('sweep-ada')).toMatchObject({ state: 'queued', subject: 'ada' });
}

describe('deleting an account', () => {
  // T8.D1, T8.I1, V7.4.2, V14.2.4
  it('removes everything of it, and changes no other account', async () => {
    const others = async () =>
      (await db.allItems())
        .filter(({ pk }) => pk === 'USER#bob' || String(pk).includes('bob'))
        .toSorted(byKey);
    const before = await others();
    const { id } = await request();
    await runTask(id);
    // B7.21
    await expectGone();
    expect(await others()).toEqual(before);
  });

  // B2.25
  itInFullRun('has the same result when it is killed after any of its calls', async () => {
    let calls = 0;
    for (let nth = 1; ; nth += 1) {
      await begin();
      const { id } = await request();
      callsLeft = nth;
      const died = await runTask(id).then(
        () => false,
        () => true,
      );
      callsLeft = Number.POSITIVE_INFINITY;
      if (!died && (await readTask(id))?.state === 'done') {
        calls = nth;
        break;
      }
      await leaseEnds(id);
      await runTask(id);
      await expectGone();
    }
    expect(calls).toBeGreaterThan(20);
  });

  it('that runs again leaves a person alone who has signed up with Google again, under the same name', async () => {
    const { id } = await request();
    aws.answer('AdminDeleteUser', () => {
      // The deletion is carried out, and its run ends before it is noted.
      subs.set('name-ada', 'ada-again');
      return awsError('NotAuthorizedException');
    });
    await runTask(id).catch(() => undefined);
    expect(await readTask(id)).not.toMatchObject({ state: 'done' });
    pool.set('name-ada', 'enabled');
    aws.answer('AdminDeleteUser', ({ Username }) => {
      pool.delete(String(Username));
      return {};
    });
    await leaseEnds(id);
    await runTask(id);
    expect(await readTask(id)).toMatchObject({ state: 'done' });
    expect(pool.get('name-ada')).toBe('enabled');
  });

  it('is begun once, however often it is asked for, also at once', async () => {
    const tasks = await Promise.all([request(), request(), request()]);
    expect(new Set(tasks.map(({ pseudonym }) => pseudonym)).size).toBe(1);
    expect(await request()).toEqual(tasks[0]);
    await runTask('deletion-ada');
    await runTask('deletion-ada');
    await expectGone();
    expect((await request()).state).toBe('done');
  });

  it('spends nothing more from the moment it was asked for', async () => {
    await request();
    await expect(
      spendCredits({ userId: 'ada', idempotencyKey: 'spend#late', amount: 1, limits: { open: 9, day: 9 } }),
    ).rejects.toMatchObject({ code: 'account_closing' });
    expect((await getAccount('ada'))?.deletingAt).toBeDefined();
  });

  it('is not undone by a running worker: its generation is gone, and it books nothing', async () => {
    const lease = await takeLease('ada', 'running-ada');
    if (!lease) throw new Error('There is no generation');
    const { id } = await request();
    await runTask(id);
    const ended = await endGeneration(
      lease.generation,
      { variations: [variation], fallback: false, refund: false, message: null },
      { lease },
    );
    expect(ended).toBe(false);
    await expectGone();
  });

  it('deletes a customer that a crash left without a link', async () => {
    customers.add('cus_unlinked_ada');
    await runTask((await request()).id);
    expect(customers).toEqual(new Set(['cus_bob']));
  });

  // T7.E1, V7.4.2
  it('is swept again when the last access token has expired', async () => {
    const { id } = await request();
    await runTask(id);
    // A checkout that was under way when the deletion began.
    customers.add('cus_late');
    await linkCustomer('ada', 'cus_late');
    const late = { pk: 'USER#ada', sk: 'USE#upload#2026-11-22', uses: 1 };
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item: late }));
    await runTask('sweep-ada');
    expect(await readTask('sweep-ada')).toMatchObject({ state: 'queued' });
    await dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: 'TASK#sweep-ada', sk: 'TASK' },
        UpdateExpression: 'SET notBefore = :past',
        ExpressionAttributeValues: { ':past': '2020-01-01T00:00:00.000Z' },
      }),
    );
    files.add('uploads/uploads/ada/later').add('originals/generations/ada/later/0-wide.jpg');
    await runTask('sweep-ada');
    expect((await db.allItems()).filter(({ pk }) => pk === 'USER#ada')).toEqual([]);
    // Nothing leads from the account to its books any more.
    for (const id of ['deletion-ada', 'sweep-ada']) {
      const task = await readTask(id);
      expect(task).toMatchObject({ state: 'done' });
      for (const name of ['pseudonym', 'username']) expect(task).not.toHaveProperty(name);
    }
    expect(files).toEqual(new Set(filesOf('bob')));
    // Nobody goes on paying for an account that is gone.
    expect(customers).toEqual(new Set(['cus_bob']));
    expect(await itemsOf('cus_late')).toEqual([]);
  });
});

describe('a token that outlives its account', () => {
  const source = { type: 'sample', itemId: 'burger' };
  const body = { id: ulid(), kind: 'studio', source, productName: 'Soup' };
  const studio = { formatId: 'square_feed', creationPath: 'social' };
  const requests = {
    getMe: { call: accountApi, route: accountRoutes.getMe },
    updateMe: {
      call: accountApi,
      route: accountRoutes.updateMe,
      body: { fullName: 'Ada', companyName: '' },
    },
    exportMe: { call: accountApi, route: accountRoutes.exportMe },
    createUpload: {
      call: generationsApi,
      route: generationRoutes.createUpload,
      body: { contentType: 'image/jpeg', contentLength: 1000 },
    },
    createPhoto: { call: photosApi, route: photoRoutes.createPhoto, body: { source } },
    createGeneration: {
      call: generationsApi,
      route: generationRoutes.createGeneration,
      body: { ...body, studio },
    },
    redoGeneration: {
      call: generationsApi,
      route: generationRoutes.redoGeneration,
      params: { generationId: body.id },
      body: { id: ulid(), reason: 'other', note: '' },
    },
    createCheckout: { call: billingApi, route: billingRoutes.createCheckout, body: { priceId: 'price_1' } },
  };
  const codeOf = async (name: keyof typeof requests) => {
    const { call, route, ...input } = { params: {}, body: undefined, ...requests[name] };
    const event = httpEvent(route, { ...input, user: { userId: 'ada', username: 'name-ada' } });
    const reply = await invoke(call, event);
    return `${reply.status} ${reply.body.code}`;
  };
  const names = Object.keys(requests) as (keyof typeof requests)[];

  beforeEach(() => {
    const onUser = (reply: object) => (input: Record<string, unknown>) =>
      pool.has(String(input.Username)) ? reply : awsError('UserNotFoundException');
    aws.answer('AdminUpdateUserAttributes', onUser({}));
    aws.answer('AdminGetUser', onUser({ Enabled: false, UserAttributes: [] }));
  });

  it.each(names)('starts nothing by %s and gets "unauthenticated"', async (name) => {
    await runTask((await request()).id);
    const before = (await db.allItems()).filter(({ pk }) => pk !== 'OPEN_TASKS');
    expect(await codeOf(name)).toBe('401 unauthenticated');
    const usesOf = ({ sk }: Record<string, unknown>) => String(sk).startsWith('USE#');
    expect((await db.allItems()).filter((item) => item.pk !== 'OPEN_TASKS' && !usesOf(item))).toEqual(before);
  });

  it.each(
    names.filter((name) => name !== 'getMe'),
  )('begins nothing by %s while the account is being deleted', async (name) => {
    await request();
    expect(await codeOf(name)).toBe('403 account_closing');
  });

  it('is nobody’s also while the items of the account are being removed', async () => {
    await request();
    for (const part of ['EMAIL', 'CREDITS', 'SUBSCRIPTION'])
      await dynamodb().send(
        new DeleteCommand({
          TableName: tableName(),
          Key: { pk: 'USER#ada', sk: `ACCOUNT#${part}` },
        }),
      );
    expect(await codeOf('getMe')).toBe('401 unauthenticated');
  });
});

describe('DELETE /api/admin/users/{userId}', () => {
  const remove = (userId: string, actor = 'root') =>
    invoke(
      admin,
      httpEvent(adminRoutes.deleteUser, {
        params: { userId },
        user: { userId: actor, groups: '[super_admin]' },
      }),
    );

  beforeEach(async () => {
    await ensureUser({
      userId: 'root',
      username: 'root',
      email: 'root@example.com',
      fullName: '',
      companyName: '',
    });
    await assignRole({ userId: 'root', role: 'super_admin', actor: 'test' });
  });

  it('begins the deletion and logs it with the e-mail', async () => {
    const { status, body } = await remove('ada');
    expect(status).toBe(202);
    expect(body).toMatchObject({ taskId: 'deletion-ada', kind: 'deletion', state: 'queued', files: [] });
    await runTask('deletion-ada');
    expect((await remove('ada')).body).toMatchObject({ taskId: 'deletion-ada', state: 'done' });
    const logged = (await db.allItems()).filter(({ action }) => action === 'DELETE_USER');
    // B6.14, B6.17, B7.21, T8.R1, V16.3.3
    expect(logged).toMatchObject([
      { actor: 'root', targetUserId: 'ada', details: { email: 'ada@example.com' } },
    ]);
  });

  // B2.25
  it('refuses the caller, staff and unknown users, and changes nothing', async () => {
    await assignRole({ userId: 'bob', role: 'admin', actor: 'root' });
    const before = (await db.allItems()).toSorted(byKey);
    expect((await remove('root')).body.code).toBe('staff_account');
    expect((await remove('bob')).body.code).toBe('staff_account');
    expect((await remove('nobody')).body.code).toBe('not_found');
    expect((await db.allItems()).toSorted(byKey)).toEqual(before);
  });
});

function byKey(a: Record<string, unknown>, b: Record<string, unknown>): number {
  return `${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1;
}
