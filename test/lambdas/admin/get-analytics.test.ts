import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { imagesIndexOf } from '#lambdas/generations/gallery-store.ts';
import { generationKey } from '#lambdas/generations/generation-key.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';
import { adminHarness } from './harness.ts';

const { call } = adminHarness();

describe('figures', () => {
  const total = (name: string, by: number) => ({ scope: 'total', name, by }) as never;

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

  it('of analytics contain the words of the latest redos, without their authors', async () => {
    const time = Date.parse('2026-11-20T12:00:00.000Z');
    const redone = (minute: number, note: string | undefined) => {
      const createdAt = new Date(time + minute * 60_000).toISOString();
      const redoOf = { generationId: 'original', reason: 'dish_changed' as const, note: note ?? '' };
      const of = { userId: 'ada', id: ulid(time + minute * 60_000), createdAt, inGallery: true };
      return storedGeneration({ ...of, ...(note !== undefined && { redoOf }) });
    };
    const images = [redone(1, 'The bun is gone'), redone(2, undefined), redone(3, ''), redone(4, 'Too dark')];
    for (const image of images) {
      const Item = { ...generationKey('ada', image.id), ...image, ...imagesIndexOf(image) };
      await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
    }
    const { body } = await call('getAnalytics');
    expect(body.redoNotes).toEqual([
      { id: images[3]?.id, reason: 'dish_changed', note: 'Too dark', createdAt: images[3]?.createdAt },
      { id: images[0]?.id, reason: 'dish_changed', note: 'The bun is gone', createdAt: images[0]?.createdAt },
    ]);
  });
});
