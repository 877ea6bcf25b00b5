import { describe, expect, it } from 'vitest';
import { londonDay } from '#lambdas/runtime/time.ts';
import { addIncrements } from '#lambdas/stats/stats-store.ts';
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
      dailyAverage: 2.1,
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
