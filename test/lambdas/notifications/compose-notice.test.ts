import { describe, expect, it } from 'vitest';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { type StoredMenu, storedMenuSchema } from '#lambdas/menus/menu.ts';
import { composeNotice } from '#lambdas/notifications/compose-notice.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

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

describe('the notice of pictures', () => {
  const file = { width: 1080, height: 1080 };
  const picture: StoredGeneration['variations'][number] = {
    ...file,
    index: 0,
    preview: 'preview',
    thumbnail: 'thumbnail',
    clean: { delivered: { ...file, key: 'delivered' } },
    adapter: null,
    fidelity: null,
    hasDishMask: false,
  };
  const ended = (productName: string, change: Partial<StoredGeneration> = {}) =>
    storedGeneration({
      id: '01J00000000000000000000005',
      userId: 'ada',
      createdAt: '2026-11-23T12:00:00.000Z',
      productName,
      state: 'done',
      variations: [picture, picture],
      inGallery: true,
      ...change,
    });
  const own = { fallback: true, variations: [picture], message: 'This is your original photo.' };
  const charged = ended('Burger', own);
  const refunded = ended('Pizza', { ...own, refunded: true, inGallery: false });

  it('does not call a photo ready that the customer took, whether it was charged or refunded', () => {
    expect(composeNotice([charged], [])).toEqual({
      title: '“Burger” could not be made',
      body: 'This is your original photo.',
      path: `/studio?view=gallery&image=${charged.id}`,
    });
    expect(composeNotice([refunded], [])).toEqual({
      title: '“Pizza” could not be made',
      body: 'This is your original photo.',
      path: '/studio?view=gallery',
    });
    expect(composeNotice([charged, refunded], [])).toMatchObject({
      title: '2 dishes could not be made',
      body: 'Burger, Pizza.',
    });
  });

  it('counts such a photo beside dishes that are ready', () => {
    expect(composeNotice([ended('Soup'), refunded], [])).toMatchObject({
      title: '“Soup” is ready',
      body: 'Two pictures to choose from. 1 could not be made.',
    });
    expect(composeNotice([ended('Soup'), ended('Salad'), charged], [])).toMatchObject({
      title: '2 dishes are ready',
      body: 'Soup, Salad. 1 could not be made.',
    });
  });
});
