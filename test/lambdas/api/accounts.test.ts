import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import {
  ensureUser,
  findUserByEmail,
  getAccount,
  listUsers,
  markDeleting,
} from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/accounts.lambda.ts';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { emailOwners } from '#shared/domain/sign-in.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(async () => {
  faults.next = () => undefined;
  await db.clear();
});

const ada = {
  userId: 'ada',
  username: 'ada',
  email: 'Ada@Example.com',
  fullName: 'Ada Cook',
  companyName: '',
};

function getMe(groups?: string, userId = 'ada') {
  const user = { userId, ...(groups !== undefined && { groups }) };
  return invoke(handler, httpEvent(accountRoutes.getMe, { user }));
}

describe('ensureUser', () => {
  it('makes one account with 2 free credits, however often and at once it is called', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ensureUser(ada)));
    await ensureUser(ada);
    const items = await db.allItems();
    expect(items.filter(({ sk }) => sk === 'ACCOUNT#PROFILE')).toHaveLength(1);
    expect(items.filter(({ sk }) => String(sk).startsWith('LEDGER#'))).toHaveLength(1);
    // C1.12, B1.8
    expect((await getAccount('ada'))?.credits).toMatchObject({ freeCreditsLimit: 2, version: 1 });
  });

  // V2.4.1
  it('gives the free credits once per person, however the e-mail is spelled', async () => {
    await ensureUser(ada);
    await ensureUser({ ...ada, userId: 'again', email: 'ada+two@example.COM' });
    await ensureUser({ ...ada, userId: 'other', email: 'bob@example.com' });
    // C1.12, B1.8, T2.D2, T7.D1
    expect((await getAccount('again'))?.credits).toMatchObject({ freeCreditsLimit: 0, version: 0 });
    expect((await getAccount('other'))?.credits.freeCreditsLimit).toBe(2);
  });

  it('gives them once when two accounts of a person are made at once', async () => {
    const twins = ['a', 'b', 'c', 'd'].map((userId) => ({
      ...ada,
      userId,
      email: `ada+${userId}@example.com`,
    }));
    await Promise.all(twins.map(ensureUser));
    const accounts = await Promise.all(twins.map(({ userId }) => getAccount(userId)));
    const limits = accounts.map((account) => account?.credits.freeCreditsLimit);
    expect(limits.toSorted()).toEqual([0, 0, 0, 2]);
  });

  // T8.I1, V14.2.4
  it('keeps no readable e-mail beside the account', async () => {
    await ensureUser(ada);
    const marker = (await db.allItems()).find(({ sk }) => sk === 'FREE');
    expect(marker?.pk).toMatch(/^FREE#[0-9a-f]{64}$/);
    expect(JSON.stringify(marker)).not.toContain('example');
  });

  it('survives contention and a lost reply', async () => {
    const fates = ['conflict', 'conflict', 'lost'] as const;
    let next = 0;
    faults.next = () => fates[next++];
    await expect(ensureUser(ada)).rejects.toThrow('The reply was lost');
    await ensureUser(ada);
    expect((await getAccount('ada'))?.credits.freeCreditsLimit).toBe(2);
  });
});

describe('GET /api/me', () => {
  it('answers the whole account from one Query', async () => {
    await ensureUser(ada);
    await spendCredits({ userId: 'ada', idempotencyKey: 'spend#1', amount: 1 });
    const commands: string[] = [];
    dynamodb().middlewareStack.add(
      (next, context) => (args) => {
        commands.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize', name: 'commands' },
    );
    const { status, body } = await getMe();
    dynamodb().middlewareStack.remove('commands');
    expect(commands).toHaveLength(1);
    expect(commands[0]).toContain('Query');
    expect(status).toBe(200);
    // C3.1, C7.24, B3.6
    expect(body).toEqual({
      userId: 'ada',
      email: 'Ada@Example.com',
      fullName: 'Ada Cook',
      companyName: '',
      kitchen: '',
      about: '',
      avatarUrl: '',
      role: null,
      tier: 'free',
      subscription: {
        subscribed: false,
        productId: null,
        subscriptionEnd: null,
        planName: 'none',
        pricePence: null,
      },
      credits: {
        creditsBalance: 0,
        subscriptionCreditsBalance: 0,
        freeCreditsUsed: 1,
        freeCreditsLimit: 2,
        available: 1,
      },
      brandKit: { look: null, logo: null },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('does not read what the user made', async () => {
    await ensureUser(ada);
    const account = await getAccount('ada');
    for (let n = 0; n < 5; n += 1)
      await grantCredits({
        userId: 'ada',
        idempotencyKey: `topup#${n}`,
        buckets: { free: 0, subscription: 0, purchased: 1 },
      });
    expect(await getAccount('ada')).toEqual({
      ...account,
      tier: 'starter',
      credits: { ...account?.credits, creditsBalance: 5, version: 6 },
    });
  });

  it.each(['Starter', 'Pro'] as const)('tells the tier of a %s subscription', async (planName) => {
    await ensureUser(ada);
    const subscription = {
      subscribed: true,
      productId: 'prod',
      subscriptionEnd: '2026-12-21T00:00:00Z',
      planName,
    };
    await transact([putSubscription('ada', subscription)]);
    const { body } = await getMe();
    expect(body).toMatchObject({ tier: planName.toLowerCase(), subscription });
  });

  it('tells the role that token and table agree on', async () => {
    await ensureUser(ada);
    await assignRole({ userId: 'ada', role: 'super_admin', actor: 'test' });
    // B3.1, B4.10, B7.1
    expect((await getMe('[super_admin]')).body.role).toBe('super_admin');
    expect((await getMe('[admin]')).body.role).toBe('admin');
    expect((await getMe()).body.role).toBeNull();
  });

  // C7.24
  it.each([
    ['of Google', 'google_1', 'EXTERNAL_PROVIDER', undefined],
    ['whose password is the owner’s', 'ada', 'CONFIRMED', `[${emailOwners}]`],
  ])('makes the account of a user %s that the trigger could not make, from the user pool', async (_, username, UserStatus, groups) => {
    aws.answer('AdminGetUser', () => ({
      Username: username,
      UserStatus,
      UserAttributes: [
        { Name: 'sub', Value: 'ada' },
        { Name: 'email', Value: 'ada@example.com' },
        { Name: 'name', Value: 'Ada Cook' },
        { Name: 'custom:company_name', Value: 'The Ada' },
        { Name: 'picture', Value: 'https://photos.example/ada.jpg' },
      ],
    }));
    const user = { userId: 'ada', username, ...(groups && { groups }) };
    const event = httpEvent(accountRoutes.getMe, { user });
    const { status, body } = await invoke(handler, event);
    expect(status).toBe(200);
    // C3.42
    expect(body).toMatchObject({
      email: 'ada@example.com',
      fullName: 'Ada Cook',
      companyName: 'The Ada',
      avatarUrl: 'https://photos.example/ada.jpg',
    });
    expect(body.credits.available).toBe(2);
    const asked = aws.calls.filter(({ operation }) => operation.startsWith('Admin'));
    expect(asked.map(({ input }) => input)).toEqual([{ UserPoolId: 'eu-west-2_pool', Username: username }]);
  });

  it('of a former account asks to sign in, where its person has signed up with Google again', async () => {
    aws.answer('AdminGetUser', () => ({
      Username: 'google_1',
      UserAttributes: [
        { Name: 'sub', Value: 'ada-again' },
        { Name: 'email', Value: 'ada@example.com' },
      ],
    }));
    const event = httpEvent(accountRoutes.getMe, { user: { userId: 'ada', username: 'google_1' } });
    expect((await invoke(handler, event)).body.code).toBe('unauthenticated');
    expect(await getAccount('ada')).toBeUndefined();
  });

  it('of a user who no longer exists asks to sign in', async () => {
    aws.answer('AdminGetUser', () => awsError('UserNotFoundException'));
    expect((await getMe()).body.code).toBe('unauthenticated');
  });

  it('asks to sign in while a deletion removes the parts of the account', async () => {
    aws.answer('AdminGetUser', () => ({ Username: 'ada', Enabled: false, UserAttributes: [] }));
    await ensureUser(ada);
    await transact([markDeleting('ada', '2026-11-22T00:00:00.000Z')]);
    const remove = (part: string) =>
      transact([{ remove: { Key: { pk: 'USER#ada', sk: `ACCOUNT#${part}` } } }]);
    for (const part of ['CREDITS', 'EMAIL']) {
      await remove(part);
      expect(await getMe(), part).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
  });

  // R3.3
  it('fails loudly on a corrupt item instead of hiding it', async () => {
    await ensureUser(ada);
    await transact([putSubscription('ada', { planName: 'Gold' } as never)]);
    expect((await getMe()).status).toBe(500);
  });
});

describe('the e-mail of an account', () => {
  const day = 24 * 60 * 60_000;

  /** The user pool has this e-mail of ada. */
  function poolHas(email: string, verified = 'true', enabled = true): void {
    aws.answer('AdminGetUser', () => ({
      Username: 'ada',
      Enabled: enabled,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: verified },
      ],
    }));
  }

  const asked = () => aws.calls.filter(({ operation }) => operation === 'AdminGetUser').length;
  const freeCreditsOf = async (userId: string) => (await getAccount(userId))?.credits.freeCreditsLimit;

  /** `GET /api/me` with a token of a sign-in this many milliseconds from now. */
  async function emailAfterSignIn(fromNow = 2000): Promise<string> {
    const user = { userId: 'ada', signedInAt: Date.now() + fromNow };
    const { status, body } = await invoke(handler, httpEvent(accountRoutes.getMe, { user }));
    expect(status).toBe(200);
    return body.email;
  }

  it('is the verified one of the user pool after the next sign-in, also in the search and at sign-ups', async () => {
    await ensureUser(ada);
    poolHas('Countess@Example.com');
    expect(await emailAfterSignIn()).toBe('Countess@Example.com');
    expect((await getAccount('ada'))?.email).toBe('Countess@Example.com');
    expect(await findUserByEmail('countess@example.com')).toBe('ada');
    expect(await findUserByEmail('ada@example.com')).toBeUndefined();
    expect((await listUsers({ search: 'count', sort: 'newest' })).items.map(({ userId }) => userId)).toEqual([
      'ada',
    ]);
    // Neither address gets free credits again: not the new one, and not the one that had them.
    for (const email of ['countess@example.com', 'ada@example.com'])
      await ensureUser({ ...ada, userId: email, email });
    expect(await freeCreditsOf('countess@example.com')).toBe(0);
    expect(await freeCreditsOf('ada@example.com')).toBe(0);
  });

  it.each([
    ['not verified', 'false', true],
    ['of a disabled user', 'true', false],
  ])('stays while the one of the pool is %s', async (_what, verified, enabled) => {
    await ensureUser(ada);
    poolHas('somebody.else@example.com', verified, enabled);
    expect(await emailAfterSignIn()).toBe('Ada@Example.com');
    expect(await findUserByEmail('somebody.else@example.com')).toBeUndefined();
  });

  it('stays while the one of the pool is no plain address, which could be another spelling of one', async () => {
    await ensureUser(ada);
    for (const email of ['"countess"@example.com', 'countess@example.com.', 'countess(x)@example.com']) {
      poolHas(email);
      expect(await emailAfterSignIn()).toBe('Ada@Example.com');
      expect(await findUserByEmail(email)).toBeUndefined();
    }
    poolHas("countess.o'brien+menu@mail.example.com");
    expect(await emailAfterSignIn()).toBe("countess.o'brien+menu@mail.example.com");
  });

  it('is compared once for a sign-in and once a day, and never keeps anybody out', async () => {
    await ensureUser(ada);
    poolHas('Ada@Example.com');
    expect(await emailAfterSignIn(-5000)).toBe('Ada@Example.com');
    expect(asked()).toBe(0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
    try {
      await emailAfterSignIn(-day);
      await emailAfterSignIn(-day);
      expect(asked()).toBe(1);
      aws.answer('AdminGetUser', () => awsError('TooManyRequestsException'));
      expect(await emailAfterSignIn()).toBe('Ada@Example.com');
      poolHas('new@example.com');
      expect(await emailAfterSignIn()).toBe('new@example.com');
    } finally {
      vi.useRealTimers();
    }
  });

  it('that two accounts have names neither of them', async () => {
    await ensureUser(ada);
    await ensureUser({ ...ada, userId: 'twin' });
    await expect(findUserByEmail('ada@example.com')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('GET /api/me/ledger', () => {
  it('lists the own entries, newest first, with a cursor that belongs to the caller', async () => {
    await ensureUser(ada);
    for (let n = 1; n <= 55; n += 1)
      await grantCredits({
        userId: 'ada',
        idempotencyKey: `topup#${n}`,
        buckets: { free: 0, subscription: 0, purchased: 1 },
      });
    const list = (userId: string, query?: Record<string, string>) =>
      invoke(handler, httpEvent(accountRoutes.listLedger, { user: { userId }, ...(query && { query }) }));
    const first = await list('ada');
    expect(first.body.items).toHaveLength(50);
    expect(first.body.items[0]).toMatchObject({
      id: 'topup#55',
      kind: 'topup',
      purchased: 1,
      availableAfter: 57,
    });
    expect(first.body.items[0]).not.toHaveProperty('pk');
    const second = await list('ada', { cursor: first.body.cursor });
    expect(second.body.items.map(({ id }: { id: string }) => id).at(-1)).toBe('free#sign-up');
    expect(second.body).not.toHaveProperty('cursor');
    expect((await list('bob', { cursor: first.body.cursor })).body.code).toBe('invalid_input');
  });
});
