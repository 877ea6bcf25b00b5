import { beforeEach, describe, expect, it } from 'vitest';
import { grantCredits, spendCredits } from '#lambdas/credits/book-credits.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { adminHarness, signUp } from './harness.ts';

const { call } = adminHarness();

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

  it.each([
    { seen: 12, balance: 500, reason: 'Goodwill' },
    { seen: 0, balance: 12, reason: 'Another' },
  ])('with the id of another one is refused: %o', async (other) => {
    const body = { id: id(), seen: 0, balance: 12, reason: 'Goodwill' };
    await adjust(body);
    expect(await adjust({ ...other, id: body.id })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await readCredits('ada')).creditsBalance).toBe(12);
  });

  it('takes a reason as its customer reads it: one line, without what nobody sees', async () => {
    await adjust({ id: id(), seen: 0, balance: 12, reason: ' Good\u202E\u0000\nwill ' });
    expect((await listEntries('ada')).items[0]).toMatchObject({ note: 'Good will' });
    const { status, body } = await adjust({ id: id(), seen: 12, balance: 9, reason: '\u200B' });
    expect([status, body.issues?.[0]?.message]).toEqual([400, 'Please give a reason']);
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
      detail: 'The balance changed in the meantime: it is 50 now',
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

  it('of a user who was deleted meanwhile says so', async () => {
    const body = { id: id(), seen: 0, balance: 9, reason: 'Late' };
    const reply = await call('adjustCredits', { params: { userId: 'nobody' }, body });
    expect(reply).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'This user was deleted' },
    });
  });

  // B2.24
  it.each([-1, 1.5, '3', 1_000_001])('to %s is refused', async (balance) => {
    // B5.22
    expect((await adjust({ id: id(), seen: 0, balance, reason: 'No' })).status).toBe(400);
    // B5.21
    expect((await readCredits('ada')).version).toBe(1);
  });
});
