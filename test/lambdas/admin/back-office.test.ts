import { text } from 'node:stream/consumers';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { ensureUser, listUsers } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/admin.lambda.ts';
import { handler as generations } from '#lambdas/api/generations.lambda.ts';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
import { exportUsers } from '#lambdas/tasks/export-users.ts';
import { type AdminUser, adminRoutes } from '#shared/api/admin.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();
/** Calls of the table since the test began. */
let calls: string[] = [];

beforeAll(() => {
  Object.assign(process.env, {
    UPLOADS_BUCKET: 'uploads',
    ORIGINALS_BUCKET: 'originals',
    MEDIA_BUCKET: 'media',
    DAILY_MODEL_BUDGET: '{}',
  });
  dynamodb().middlewareStack.add(
    (next, context) => (args) => {
      calls.push(String(context.commandName));
      return next(args);
    },
    { step: 'initialize', name: 'countCalls' },
  );
});

const signUp = (userId: string, email = `${userId}@example.com`) =>
  ensureUser({ userId, username: userId, email, fullName: userId, companyName: '' });

beforeEach(async () => {
  await db.clear();
  aws.answer('AdminAddUserToGroup', () => ({}));
  aws.answer('AdminRemoveUserFromGroup', () => ({}));
  await signUp('root');
  await assignRole({ userId: 'root', role: 'super_admin', actor: 'test' });
  calls = [];
});

type Input = Parameters<typeof httpEvent>[1];

const call = (name: keyof typeof adminRoutes, input: Input = {}, userId = 'root') =>
  invoke(handler, httpEvent(adminRoutes[name], { ...input, user: { userId, groups: '[super_admin]' } }));

const emailsOf = (users: AdminUser[]) => users.map(({ email }) => email);

describe('the list of users', () => {
  beforeEach(async () => {
    for (const name of ['Ada', 'ben', 'adam']) await signUp(name.toLowerCase(), `${name}@Example.com`);
  });

  it('shows balances, newest first, oldest first, or by e-mail', async () => {
    await grantCredits({
      userId: 'ben',
      idempotencyKey: 'topup#1',
      buckets: { free: 0, subscription: 0, purchased: 50 },
    });
    const { body } = await call('listUsers');
    // B7.20
    expect(emailsOf(body.items)).toEqual([
      'adam@Example.com',
      'ben@Example.com',
      'Ada@Example.com',
      'root@example.com',
    ]);
    // B2.22, B3.10, B7.17
    expect(body.items[1]).toMatchObject({
      userId: 'ben',
      tier: 'starter',
      planName: 'none',
      role: null,
      deleting: false,
      credits: { creditsBalance: 50, freeCreditsLimit: 2, available: 52 },
    });
    expect(body.items.at(-1)).toMatchObject({ role: 'super_admin' });
    const oldest = await call('listUsers', { query: { sort: 'oldest' } });
    expect(emailsOf(oldest.body.items)).toEqual(emailsOf(body.items).toReversed());
    const byEmail = await call('listUsers', { query: { sort: 'email' } });
    expect(emailsOf(byEmail.body.items)).toEqual([
      'Ada@Example.com',
      'adam@Example.com',
      'ben@Example.com',
      'root@example.com',
    ]);
  });

  // B2.29
  it('finds those whose e-mail begins so, in any case', async () => {
    // B7.20
    expect(emailsOf((await call('listUsers', { query: { search: 'ADA' } })).body.items)).toEqual([
      'Ada@Example.com',
      'adam@Example.com',
    ]);
    expect((await call('listUsers', { query: { search: 'example' } })).body.items).toEqual([]);
  });

  it('refuses a cursor of another list', async () => {
    const foreign = Buffer.from(JSON.stringify({ gsi1pk: 'ROLES', gsi1sk: 'x', pk: 'a', sk: 'b' }));
    const { status } = await call('listUsers', { query: { cursor: foreign.toString('base64url') } });
    expect(status).toBe(400);
  });
});

describe('adjusting credits', () => {
  const id = () => crypto.randomUUID();
  const adjust = (body: object) => call('adjustCredits', { params: { userId: 'ada' }, body });

  beforeEach(() => signUp('ada'));

  it('books the difference with the reason, once, and logs the new balance', async () => {
    const body = { id: id(), seen: 0, balance: 12, reason: 'Goodwill' };
    expect(await adjust(body)).toMatchObject({ status: 200, body: { creditsBalance: 12, available: 14 } });
    expect(await adjust(body)).toMatchObject({ status: 200, body: { creditsBalance: 12 } });
    expect((await listEntries('ada')).items[0]).toMatchObject({
      id: `adjust#${body.id}`,
      kind: 'adjust',
      purchased: 12,
      note: 'Goodwill',
    });
    // B2.53, B3.2, B6.13, B6.17, B7.18, B7.25, B7.26, B9.16, T8.R1, V16.3.3
    expect((await call('listAuditLog')).body.items).toMatchObject([
      {
        action: 'ADJUST_CREDITS',
        email: 'root@example.com',
        targetUserId: 'ada',
        targetEmail: 'ada@example.com',
        details: { old_balance: 0, new_balance: 12, reason: 'Goodwill' },
      },
      { action: 'ASSIGN_ADMIN_ROLE', email: null },
    ]);
  });

  it('of what changed meanwhile is refused with the new figure', async () => {
    await grantCredits({
      userId: 'ada',
      idempotencyKey: 'topup#1',
      buckets: { free: 0, subscription: 0, purchased: 50 },
    });
    const { status, body } = await adjust({ id: id(), seen: 0, balance: 9, reason: 'Mistake' });
    // B7.18
    expect({ status, code: body.code, detail: body.detail }).toEqual({
      status: 409,
      code: 'balance_changed',
      detail: 'The balance changed meanwhile: it is 50 now',
    });
    // B5.22
    expect((await readCredits('ada')).creditsBalance).toBe(50);
  });

  it('at once by several admins, and while the user spends, books one of them and loses no credit', async () => {
    await adjust({ id: id(), seen: 0, balance: 5, reason: 'Start' });
    const replies = await Promise.all([
      ...[7, 8, 9].map((balance) => adjust({ id: id(), seen: 5, balance, reason: 'Race' })),
      spendCredits({ userId: 'ada', idempotencyKey: 'spend#1', amount: 1 }).then(() => ({ status: 0 })),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
    const { items } = await listEntries('ada');
    const sum = items.reduce((total, { purchased }) => total + purchased, 0);
    expect((await readCredits('ada')).creditsBalance).toBe(sum);
  });

  // B2.24
  it.each([-1, 1.5, '3', 1_000_001])('to %s is refused', async (balance) => {
    // B5.22
    expect((await adjust({ id: id(), seen: 0, balance, reason: 'No' })).status).toBe(400);
    // B5.21
    expect((await readCredits('ada')).version).toBe(1);
  });
});

describe('roles', () => {
  beforeEach(() => signUp('ada'));

  const assign = (email: string, role = 'admin') => call('assignRole', { body: { email, role } });

  it('go to the user with exactly this e-mail, in any case, once', async () => {
    // B5.10, B7.23, B8.28
    expect(await assign('ADA@example.com')).toMatchObject({
      status: 201,
      body: { userId: 'ada', email: 'ada@example.com', role: 'admin' },
    });
    // B8.29
    expect((await assign('ada@example.com', 'super_admin')).body.code).toBe('has_role');
    expect((await assign('ada@example.co')).body.code).toBe('user_not_found');
    // B5.9
    expect((await assign('')).body.issues[0].message).toBe('Please enter an email address');
    // B7.22
    expect((await call('listAdmins')).body.items).toMatchObject([{ userId: 'root' }, { userId: 'ada' }]);
    // B7.24
    expect((await call('removeRole', { params: { userId: 'ada' } })).status).toBe(204);
    expect((await call('removeRole', { params: { userId: 'ada' } })).status).toBe(204);
    expect((await call('removeRole', { params: { userId: 'root' } })).body.code).toBe('last_super_admin');
  });

  // B6.18
  it('are given by super admins only, and so are settings changed', async () => {
    await assignRole({ userId: 'ada', role: 'admin', actor: 'root' });
    const before = await db.allItems();
    const asAdmin = (name: keyof typeof adminRoutes, input: Input) =>
      invoke(handler, httpEvent(adminRoutes[name], { ...input, user: { userId: 'ada', groups: '[admin]' } }));
    const body = { email: 'ada@example.com', role: 'super_admin' };
    // B4.8, T2.E1
    expect((await asAdmin('assignRole', { body })).status).toBe(403);
    // B6.9
    expect((await asAdmin('removeRole', { params: { userId: 'root' } })).status).toBe(403);
    expect((await asAdmin('changeSettings', { body: { defaultFreeCredits: 50 } })).status).toBe(403);
    expect((await db.allItems()).length).toBe(before.length);
  });
});

describe('runtime settings', () => {
  it('say who changed what when, and new users get the free credits that are set', async () => {
    expect((await call('getSettings')).body).toEqual({
      chargeForFallback: true,
      defaultFreeCredits: 2,
      changes: [],
    });
    const { body } = await call('changeSettings', {
      body: { defaultFreeCredits: 5, chargeForFallback: true },
    });
    expect(body).toMatchObject({
      defaultFreeCredits: 5,
      changes: [{ setting: 'defaultFreeCredits', email: 'root@example.com' }],
    });
    expect((await call('listAuditLog')).body.items[0]).toMatchObject({
      action: 'CHANGE_SETTINGS',
      details: { defaultFreeCredits: { from: 2, to: 5 } },
    });
    await signUp('late');
    expect((await readCredits('late')).freeCreditsLimit).toBe(5);
    expect((await call('changeSettings', { body: { defaultFreeCredits: -1 } })).status).toBe(400);
  });
});

describe('figures', () => {
  const total = (name: string, by: number) => ({ scope: 'total', name, by }) as never;

  // B7.19
  it('of finance are those that the specification defines', async () => {
    await addIncrements('event-1', {
      counters: [
        total('freeCreditsDistributed', 8),
        total('freeCreditsUsed', 3),
        total('paidCredits', 90),
        total('signUps', 4),
        total('generations', 10),
        total('modelCost', 1_740_000),
        total('promptTestCost', 200_000),
        total('unloggedGenerations', 2),
      ],
    });
    const { body } = await call('getFinance');
    // B2.34, B2.35, B2.36, B2.37, B2.38, B2.39, B2.43, B2.44, B3.11, B9.19, B9.20
    expect(body).toMatchObject({
      totalFreeCreditsDistributed: 8,
      totalFreeCreditsUsed: 3,
      totalPaidCredits: 90,
      // (8 + 90) / 4
      averageCreditsPerUser: 24.5,
      // 3 / 8
      creditUtilizationRate: 38,
      // $1.74 logged, and 2 × $0.05 estimated
      totalAICost: 1.84,
      promptTestCost: 0.2,
      totalAIGenerations: 10,
      estimatedGenerations: 2,
      freeCreditLimit: 2,
      // 90 / 8
      conversionRate: 1125,
    });
    // A prompt test is no generation, so that its cost is not divided among them either.
    expect(body.avgCostPerGeneration).toBeCloseTo(0.164);
  });

  it('of finance are zero while there is nothing', async () => {
    // B2.43, B9.20
    expect((await call('getFinance')).body).toMatchObject({
      averageCreditsPerUser: 0,
      creditUtilizationRate: 0,
      conversionRate: 0,
      totalAICost: 0,
      avgCostPerGeneration: 0,
    });
  });

  it('of analytics sum 1, 7 and 30 days and name the five most used templates and the most active user', async () => {
    // By the calendar: where the clocks changed in between, a multiple of 24 hours ago can be another day.
    const today = Date.parse(londonDay());
    const day = (back: number) => new Date(today - back * 86_400_000).toISOString().slice(0, 10);
    const ofDay = (back: number, by: number) =>
      ({ scope: 'day', of: day(back), name: 'generations', by }) as const;
    const templates = ['A', 'B', 'C', 'D', 'E', 'F'].map(
      (of, index) => ({ scope: 'template', of, name: 'generations', by: index + 1 }) as const,
    );
    await addIncrements('event-1', {
      counters: [
        total('generations', 500),
        ofDay(0, 3),
        ofDay(6, 4),
        ofDay(7, 5),
        ofDay(29, 50),
        ofDay(30, 99),
        ...templates,
      ],
      activeUser: { userId: 'root', day: day(0) },
    });
    const { body } = await call('getAnalytics');
    // B2.45, B2.46, B2.47, B7.14, B9.12, B9.13, B9.14
    expect(body).toMatchObject({
      totalGenerations: 500,
      today: 3,
      thisWeek: 7,
      // (3 + 4 + 5 + 50) / 30
      dailyAverage: 2,
      topUser: { userId: 'root', email: 'root@example.com', count: 1 },
      recentActivity: [],
    });
    expect(body.popularTemplates.map(({ name }: { name: string }) => name)).toEqual([
      'F',
      'E',
      'D',
      'C',
      'B',
    ]);
  });
});

describe('system health', () => {
  it('reports a generation that waits too long, failures, model errors, a bucket that does not answer', async () => {
    process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
    const day = (name: string, by: number) => ({ scope: 'day', of: londonDay(), name, by }) as never;
    await addIncrements('event-1', {
      counters: [day('generations', 10), day('failures', 2), day('modelCalls', 10), day('modelErrors', 8)],
    });
    const createdAt = new Date(Date.now() - 6 * 60_000).toISOString();
    const open = { pk: 'OPEN', sk: '1#ada', id: '1', userId: 'ada', createdAt };
    await dynamodb().send(
      new BatchWriteCommand({ RequestItems: { [tableName()]: [{ PutRequest: { Item: open } }] } }),
    );
    const { body } = await call('getHealth');
    // B2.49, B2.57
    expect(body).toMatchObject({
      api: { state: 'ok', detail: 'Operational' },
      database: { state: 'ok' },
      storage: { state: 'down', detail: 'Does not answer' },
      queue: { state: 'down' },
      generations: { state: 'warning', detail: '2 of 10 failed today' },
      models: { state: 'down', detail: '8 of 10 calls failed today' },
    });
  });
});

describe('with many users', () => {
  /** 240 accounts, written as they stand in the table. */
  beforeEach(async () => {
    const items = Array.from({ length: 240 }, (_, index) => {
      const userId = `user-${String(index).padStart(4, '0')}`;
      const createdAt = new Date(1_700_000_000_000 + index * 1000).toISOString();
      const pk = `USER#${userId}`;
      return [
        {
          pk,
          sk: 'ACCOUNT#PROFILE',
          gsi1pk: 'USERS',
          gsi1sk: `${createdAt}#${userId}`,
          userId,
          username: userId,
          fullName: '=HYPERLINK("http://x")',
          companyName: '',
          createdAt,
        },
        {
          pk,
          sk: 'ACCOUNT#EMAIL',
          gsi1pk: 'EMAILS',
          gsi1sk: `${userId}@x.example`,
          userId,
          email: `${userId}@x.example`,
        },
        {
          pk,
          sk: 'ACCOUNT#CREDITS',
          creditsBalance: index,
          subscriptionCreditsBalance: 0,
          freeCreditsUsed: 0,
          freeCreditsLimit: 2,
          openGenerations: 0,
          version: 1,
        },
      ];
    }).flat();
    while (items.length > 0) {
      const batch = items.splice(0, 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb().send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }));
    }
    calls = [];
  });

  it('each list is one Query, and what stands beside it one more call, however many there are', async () => {
    for (const query of [{}, { search: 'user-01' }, { sort: 'email' }] as Record<string, string>[]) {
      calls = [];
      const { body } = await call('listUsers', { query });
      expect(body.items).toHaveLength(20);
      // The caller's role, the page, and the parts of its accounts.
      expect(calls).toEqual(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand']);
    }
    // B7.25
    const expected: [keyof typeof adminRoutes, number][] = [
      ['getAdminOverview', 2],
      ['getFinance', 2],
      ['getAnalytics', 4],
      ['listAdmins', 1],
      ['listAuditLog', 1],
      ['getSettings', 1],
    ];
    for (const [name, queries] of expected) {
      calls = [];
      expect((await call(name)).status).toBe(200);
      expect(
        calls.filter((command) => command === 'QueryCommand'),
        name,
      ).toHaveLength(queries);
      // B7.34
      expect(
        calls.filter((command) => command.includes('Scan')),
        name,
      ).toEqual([]);
    }
    calls = [];
    const user = { userId: 'root', groups: '[super_admin]' };
    // B2.30, B7.13, B9.10
    expect((await invoke(generations, httpEvent(contentRoutes.listContent, { user }))).status).toBe(200);
    expect(calls).toEqual(['GetItemCommand', 'QueryCommand']);
  });

  it('pages through all of them, each once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listUsers({ search: '', sort: 'newest', cursor });
      seen.push(...page.items.map(({ userId }) => userId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(241);
    expect(new Set(seen).size).toBe(241);
    expect(seen.slice(1)).toEqual(seen.slice(1).toSorted().toReversed());
  });

  // T8.T2
  it('exports all of them, with formulas made harmless', async () => {
    const lines = (await text(exportUsers())).trimEnd().split('\r\n');
    expect(lines).toHaveLength(242);
    expect(lines[0]).toMatch(/^\uFEFFUser ID,Email,/);
    expect(lines.find((line) => line.startsWith('user-0007,'))).toBe(
      'user-0007,user-0007@x.example,"\'=HYPERLINK(""http://x"")",,2023-11-14T22:13:27.000Z,none,,7,0,2,0,9',
    );
  });
});
