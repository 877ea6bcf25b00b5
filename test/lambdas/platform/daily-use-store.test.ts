import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/generations.lambda.ts';
import { countBurstUse, maxBurstUses, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { generationRoutes } from '#shared/api/generations.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
awsJsonStub();
Object.assign(process.env, {
  UPLOADS_BUCKET: 'uploads',
  ORIGINALS_BUCKET: 'originals',
  MEDIA_BUCKET: 'media',
  DAILY_MODEL_BUDGET: '{}',
});

const at = (time: string) => vi.setSystemTime(new Date(`2026-11-22T${time}Z`));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at('09:03:00');
  await db.clear();
  for (const userId of ['ada', 'bob'])
    await ensureUser({
      userId,
      username: userId,
      email: `${userId}@example.com`,
      fullName: '',
      companyName: '',
    });
});
afterEach(() => void vi.useRealTimers());

async function openUpload(userId = 'ada') {
  const body = { contentType: 'image/jpeg', contentLength: 10_000_000 };
  return invoke(handler, httpEvent(generationRoutes.createUpload, { user: { userId }, body }));
}

async function openMany(count: number, userId?: string): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => (await openUpload(userId)).status));
}

// T2.D1, V2.4.1
describe('uploads of one user', () => {
  it('are at most 80 in a quarter of an hour, also at once; the next quarter begins anew', async () => {
    const statuses = await openMany(100);
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxBurstUses.upload);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const refused = await openUpload();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    // Twelve minutes to a quarter past nine.
    expect(refused.headers['retry-after']).toBe('720');
    at('09:15:00');
    expect((await openUpload()).status).toBe(201);
  });

  it('are at most 200 in a day (UTC), and the refusal says so', async () => {
    for (const hour of ['10', '11', '12', '13', '14']) {
      at(`${hour}:00:00`);
      expect(new Set(await openMany(40))).toEqual(new Set([201]));
    }
    at('15:00:00');
    const refused = await openUpload();
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'daily_limit_reached', detail: expect.stringContaining(`${maxDailyUses.upload} photos`) },
    });
    expect(refused.headers['retry-after']).toBe(String(9 * 60 * 60));
    vi.setSystemTime(new Date('2026-11-23T00:00:00Z'));
    expect((await openUpload()).status).toBe(201);
  });

  it('leave everybody else alone, and the same user’s other requests', async () => {
    await openMany(81);
    expect((await openUpload()).status).toBe(429);
    expect((await openUpload('bob')).status).toBe(201);
    await expect(countBurstUse('ada', 'payment')).resolves.toBeUndefined();
  });

  it('take one write each, and the counts expire', async () => {
    await openMany(3);
    const items = (await db.allItems()).filter(({ sk }) => String(sk).startsWith('USE#'));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ pk: 'USER#ada', sk: 'USE#upload#2026-11-22', uses: 3 });
    expect(items[0]?.expiresAt).toBe(Date.parse('2026-11-24T09:03:00Z') / 1000);
  });
});
