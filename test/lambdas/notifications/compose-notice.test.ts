import { describe, expect, it } from 'vitest';
import { type StoredMenu, storedMenuSchema } from '#lambdas/menus/menu.ts';
import { composeNotice } from '#lambdas/notifications/compose-notice.ts';

/** A menu that has ended, with `done` and `failed` dishes. */
function ended(counts: { readonly done: number; readonly failed: number }, change: Partial<StoredMenu> = {}) {
  return storedMenuSchema.parse({
    id: '01J00000000000000000000005',
    userId: 'ada',
    name: 'Autumn',
    createdAt: '2026-11-23T12:00:00.000Z',
    finishedAt: '2026-11-23T12:05:00.000Z',
    state: 'done',
    pausedFor: null,
    message: null,
    look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
    targets: [{ platform: 'uber', imageType: 'menu' }],
    firstDishFirst: false,
    counts: { waiting: 0, running: 0, cancelled: 0, ...counts },
    requestHash: '',
    ...change,
  });
}

const notice = (...of: Parameters<typeof ended>) => composeNotice([], [ended(...of)]);

describe('the notice of a menu', () => {
  it('says how many dishes were made, and how many were not', () => {
    expect(notice({ done: 2, failed: 1 })).toMatchObject({
      title: 'Your menu “Autumn” is ready',
      body: 'Dishes: 2. 1 could not be made.',
    });
  });

  it('does not call it ready when no dish was made', () => {
    expect(notice({ done: 0, failed: 3 })).toMatchObject({
      title: 'Your menu “Autumn” could not be made',
      body: 'Nothing was charged. Open it to see why.',
    });
  });

  it('does not call a first dish ready that failed', () => {
    const waiting = { state: 'paused', pausedFor: 'approval', finishedAt: null } as const;
    expect(notice({ done: 1, failed: 0 }, waiting)?.body).toMatch(/^Its first dish is ready\./);
    expect(notice({ done: 0, failed: 1 }, waiting)).toMatchObject({
      title: 'Your menu “Autumn” waits for you',
      body: 'Its first dish could not be made. Change its look, or go on with the others.',
    });
  });
});
