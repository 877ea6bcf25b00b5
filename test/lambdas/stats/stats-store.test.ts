import { describe, expect, it } from 'vitest';
import { countActiveUsers, listUserCounters } from '#lambdas/stats/stats-store.ts';
import { generation, statsHarness } from './harness.ts';

const { project, put, readStream } = statsHarness();

describe('active this week', () => {
  // B2.20, B7.15, B9.11
  it('counts each user with images once, on the day of the last one, over seven days', async () => {
    await put(generation('ada', '1', '2026-11-10T12:00:00.000Z', { inGallery: true }));
    await put(generation('bob', '2', '2026-11-15T12:00:00.000Z', { inGallery: true }));
    await project(await readStream());
    expect(await countActiveUsers('2026-11-16')).toBe(2);
    expect(await countActiveUsers('2026-11-17')).toBe(1);
    await put(generation('ada', '3', '2026-11-15T13:00:00.000Z', { inGallery: true }));
    await put(generation('ada', '4', '2026-11-16T12:00:00.000Z', { inGallery: true }));
    await project(await readStream());
    expect(await countActiveUsers('2026-11-16')).toBe(2);
    expect(await countActiveUsers('2026-11-22')).toBe(1);
    expect(await countActiveUsers('2026-11-23')).toBe(0);
  });

  it('does not move a user to an earlier day when an older change comes late', async () => {
    await put(generation('ada', '1', '2026-11-16T12:00:00.000Z', { inGallery: true }));
    await put(generation('ada', '2', '2026-11-10T12:00:00.000Z', { inGallery: true }));
    await project(await readStream());
    expect((await listUserCounters()).get('ada')).toEqual({ generations: 2, lastActiveDay: '2026-11-16' });
    expect(await countActiveUsers('2026-11-16')).toBe(1);
  });
});
