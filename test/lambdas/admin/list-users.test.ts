import { text } from 'node:stream/consumers';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { listUsers } from '#lambdas/accounts/user-store.ts';
import { handler as generations } from '#lambdas/api/generations.lambda.ts';
import { grantCredits } from '#lambdas/credits/book-credits.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { exportUsers } from '#lambdas/tasks/export-users.ts';
import type { AdminUser, adminRoutes } from '#shared/api/admin.ts';
import { contentRoutes } from '#shared/api/content.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { adminHarness, signUp } from './harness.ts';

const { call, commands, resetCommands } = adminHarness();

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

  it('shows a user whose balance is corrupt, without it, and all others', async () => {
    const Key = { pk: 'USER#ben', sk: 'ACCOUNT#CREDITS' };
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item: { ...Key, closedAt: 'now' } }));
    const { status, body } = await call('listUsers');
    expect(status).toBe(200);
    expect(emailsOf(body.items)).toHaveLength(4);
    expect(body.items[1]).toMatchObject({ email: 'ben@Example.com', credits: null });
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
    resetCommands();
  });

  it('each list is one Query, and what stands beside it one more call, however many there are', async () => {
    for (const query of [{}, { search: 'user-01' }, { sort: 'email' }] as Record<string, string>[]) {
      resetCommands();
      const { body } = await call('listUsers', { query });
      expect(body.items).toHaveLength(20);
      // The caller's role, the page, and the parts of its accounts.
      expect(commands()).toEqual(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand']);
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
      resetCommands();
      expect((await call(name)).status).toBe(200);
      expect(
        commands().filter((command) => command === 'QueryCommand'),
        name,
      ).toHaveLength(queries);
      // B7.34
      expect(
        commands().filter((command) => command.includes('Scan')),
        name,
      ).toEqual([]);
    }
    resetCommands();
    const user = { userId: 'root', groups: '[super_admin]' };
    // B2.30, B7.13, B9.10
    expect((await invoke(generations, httpEvent(contentRoutes.listContent, { user }))).status).toBe(200);
    expect(commands()).toEqual(['GetItemCommand', 'QueryCommand']);
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
    const lines = (await text(exportUsers({ from: undefined, hasTime: () => true }).content))
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(242);
    expect(lines[0]).toMatch(/^\uFEFFUser ID,Email,/);
    expect(lines.find((line) => line.startsWith('user-0007,'))).toBe(
      'user-0007,user-0007@x.example,"\'=HYPERLINK(""http://x"")",,2023-11-14T22:13:27.000Z,Starter (credits),,7,0,2,0,9',
    );
  });
});
