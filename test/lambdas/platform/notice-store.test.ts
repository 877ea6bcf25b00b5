import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetNotice,
  listDueNotices,
  type Notice,
  noteEnding,
  returnNotice,
  takeNotice,
} from '#lambdas/platform/notice-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();

const start = Date.parse('2026-11-22T09:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(at(0));
  await db.clear();
});
afterEach(() => void vi.useRealTimers());

/** Something of a user ends at a second. */
async function end(userId: string, second: number, ended: Parameters<typeof noteEnding>[1]): Promise<void> {
  vi.setSystemTime(at(second));
  await transact([noteEnding(userId, ended)]);
}

async function onlyDue(second: number): Promise<Notice> {
  const [notice, ...others] = await listDueNotices(at(second));
  if (!notice || others.length > 0) throw new Error('Another number of notices is due');
  return notice;
}

describe('what is due', () => {
  it('comes half a minute after the first end, with what ended since', async () => {
    await end('ada', 0, { generationId: 'g1' });
    await end('ada', 20, { generationId: 'g2' });
    await end('ada', 25, { menuId: 'm1' });
    expect(await listDueNotices(at(29))).toEqual([]);
    expect(await onlyDue(30)).toMatchObject({
      userId: 'ada',
      firstAt: at(0).toISOString(),
      changedAt: at(25).toISOString(),
      generationIds: new Set(['g1', 'g2']),
      menuIds: new Set(['m1']),
    });
  });

  it('comes oldest first, whatever the id of its user, also of more than a page of the table', async () => {
    // A page holds a megabyte.
    const generations = Array.from({ length: 400 }, (_, index) => `generation-of-26-letters-${index}`);
    const users = Array.from({ length: 150 }, (_, index) => `user-${index}`);
    const times = {
      firstAt: at(2).toISOString(),
      changedAt: at(2).toISOString(),
      dueAt: at(2).toISOString(),
    };
    vi.setSystemTime(at(2));
    for (const userId of users)
      await returnNotice({
        ...{ userId, ...times, attempts: -1, version: 1 },
        ...{ generationIds: new Set(generations), menuIds: new Set() },
      });
    await end('zoe', 1, { generationId: 'g1' });
    await end('abe', 40, { generationId: 'g1' });
    const due = await listDueNotices(at(60));
    expect(due).toHaveLength(151);
    expect(due[0]?.userId).toBe('zoe');
    expect((await listDueNotices(at(70))).at(-1)?.userId).toBe('abe');
  });
});

describe('a notice', () => {
  it('is taken once, and not when something has ended in the meantime', async () => {
    await end('ada', 0, { generationId: 'g1' });
    const seen = await onlyDue(30);
    await end('ada', 31, { generationId: 'g2' });
    expect(await takeNotice(seen)).toBe(false);
    const now = await onlyDue(30);
    expect(await takeNotice(now)).toBe(true);
    expect(await takeNotice(now)).toBe(false);
    expect(await listDueNotices(at(3600))).toEqual([]);
  });

  it('whose message failed is due later each time, with what has ended since', async () => {
    await end('ada', 0, { generationId: 'g1' });
    const first = await onlyDue(30);
    await takeNotice(first);
    await end('ada', 31, { generationId: 'g2' });
    vi.setSystemTime(at(40));
    await returnNotice(first);
    expect(await listDueNotices(at(99))).toEqual([]);
    const second = await onlyDue(100);
    expect(second).toMatchObject({
      attempts: 1,
      firstAt: at(0).toISOString(),
      changedAt: at(31).toISOString(),
      generationIds: new Set(['g1', 'g2']),
    });
    await takeNotice(second);
    vi.setSystemTime(at(100));
    await returnNotice(second);
    expect(await listDueNotices(at(219))).toEqual([]);
    expect(await onlyDue(220)).toMatchObject({ attempts: 2 });
  });

  it('is forgotten', async () => {
    await end('ada', 0, { generationId: 'g1' });
    await forgetNotice('ada');
    expect(await db.allItems()).toEqual([]);
  });
});
