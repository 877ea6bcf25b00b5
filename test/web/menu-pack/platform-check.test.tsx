import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Photo, PhotoCheck } from '#shared/api/photos.ts';
import { checkFile, repairsOf, worstVerdict } from '#shared/domain/check-file.ts';
import type { FileFacts } from '#shared/domain/file-facts.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { type PlatformId, platformById } from '#shared/domain/platforms.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import * as saving from '#web/lib/save-link.ts';
import { PlatformCheck } from '#web/menu-pack/platform-check.tsx';

vi.mock('#web/lib/save-link.ts', () => ({ saveLink: vi.fn() }));

const source = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;

const facts: FileFacts = {
  width: 1600,
  height: 1600,
  format: 'jpeg',
  bytes: 900_000,
  dish: { box: { left: 0.3, top: 0.3, width: 0.4, height: 0.4 }, touches: [] },
  sharpness: 3,
  highlights: 210,
  blackAndWhite: false,
  seen: { people: true, writing: false, severalDishes: false, collage: false, cutOff: false },
};

let photos = 0;
let photo: Photo;
let api: FakeApi;
beforeEach(() => {
  photos += 1;
  photo = {
    id: String(photos).padStart(64, '0'),
    width: 1600,
    height: 1600,
    cutOut: { state: 'made', width: 10, height: 10, findings: null, message: null },
    dish: null,
    corrected: false,
    reading: null,
  };
  api = fakeApi({ createPhoto: () => photo, getPhoto: () => photo, createReading: () => photo });
});

function checkOf(platform: PlatformId, imageType: string, changes: Partial<PhotoCheck> = {}): PhotoCheck {
  const routes = rulesFor(platform, imageType).map((rule) => {
    const results = checkFile(facts, rule);
    return {
      ruleId: rule.id,
      route: rule.route,
      size: rule.size,
      verdict: worstVerdict(results),
      results,
      repairs: repairsOf(results),
    };
  });
  return { state: 'made', message: null, unfinished: false, routes, repair: null, ...changes };
}

async function open(id: PlatformId, imageType: string) {
  const platform = platformById(id);
  if (!platform) throw new Error(`There is no platform ${id}`);
  await renderInApp(
    <PlatformCheck source={source} src="/samples/salad.jpg" platform={platform} imageType={imageType} />,
  );
  await page.getByRole('button', { name: 'Check this photo' }).click();
}

test('nothing is measured before somebody asks', async () => {
  const platform = platformById('uber');
  if (!platform) throw new Error('There is no Uber Eats');
  await renderInApp(
    <PlatformCheck source={source} src="/samples/salad.jpg" platform={platform} imageType="menu" />,
  );
  await expect.element(page.getByText(/Free of charge/)).toBeVisible();
  expect(api.requests('createPhoto')).toEqual([]);
});

test('keeps the focus when its button becomes the result', async () => {
  api.answer({
    createPhotoCheck: () => checkOf('uber', 'menu'),
    getPhotoCheck: () => checkOf('uber', 'menu'),
  });
  await open('uber', 'menu');
  await expect.element(page.getByRole('button', { name: 'Check this photo' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Would this photo be accepted?' })).toHaveFocus();
});

test('a refusal says what was measured, what is asked for, who says so, and what to photograph instead', async () => {
  api.answer({
    createPhotoCheck: () => checkOf('grubhub', 'square'),
    getPhotoCheck: () => checkOf('grubhub', 'square'),
  });
  await open('grubhub', 'square');
  const portal = page.getByText('Uploaded by a program (API)');
  await expect.element(portal).toBeVisible();
  await expect.element(page.getByText('Grubhub would refuse it: 2 reasons.').first()).toBeVisible();
  await expect.element(page.getByText(/^Grubhub developer portal, read on 27 Aug 2026/)).toBeVisible();
  const shape = page.getByRole('listitem').filter({ hasText: 'Shape' }).first();
  await expect.element(shape).toHaveTextContent('ShapeYours: 1:1 · asked for: 4:3');
  await expect.element(shape.getByLabelText('Fails')).toBeVisible();
  await expect.element(page.getByText(/^Photograph the dish alone, without guests/).first()).toBeVisible();
});

test('reasons for a refusal come first, and advice is set apart in words', async () => {
  const checked = checkOf('grubhub', 'square');
  const [route] = checked.routes;
  const [first, ...others] = route?.results ?? [];
  if (!route || !first) throw new Error('Nothing was checked');
  const results = [{ ...first, check: 'light' as const, verdict: 'advice' as const }, ...others];
  const mixed = { ...checked, routes: [{ ...route, results }] };
  api.answer({ createPhotoCheck: () => mixed, getPhotoCheck: () => mixed });
  await open('grubhub', 'square');
  const apart = page.getByText('Worth changing, but no reason to refuse it: 1 tip.');
  await expect.element(apart).toBeVisible();
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const fails = page.getByLabelText('Fails').elements();
  expect(fails.length).toBeGreaterThan(0);
  for (const fail of fails) expect(isBefore(fail, apart.element())).toBe(true);
  expect(isBefore(apart.element(), page.getByLabelText('Advice').element())).toBe(true);
});

const repairable = checkOf('doordash', 'header');
const ruleId = 'doordash-cover-portal';
const making = { state: 'making', message: null, ruleId, file: null } as const;
const file = {
  width: 1600,
  height: 900,
  bytes: 830_000,
  fixes: ['crop' as const],
  crop: { left: 0, top: 0.22, width: 1, height: 0.5625 },
  verdict: 'pass' as const,
  results: [],
  url: '/originals/repaired',
};

test('one tap repairs what can be repaired, and the file is saved', async () => {
  let isAsked = false;
  api.answer({
    createPhotoCheck: () => repairable,
    getPhotoCheck: () =>
      isAsked ? { ...repairable, repair: { ...making, state: 'made', file } } : repairable,
    createRepair: () => {
      isAsked = true;
      return { ...repairable, unfinished: true, repair: making };
    },
  });
  await open('doordash', 'header');
  await page.getByRole('button', { name: 'Repair: cut' }).click();
  await expect.element(page.getByText('Repaired: 1600 × 900, 830 kB')).toBeVisible();
  await expect.element(page.getByText('Nothing is left to repair.')).toBeVisible();
  expect(api.requests('createRepair')).toEqual([
    {
      params: { photoId: photo.id, platform: 'doordash', imageType: 'header' },
      query: undefined,
      body: { ruleId },
    },
  ]);
  // The link of the first reply expires after some minutes.
  api.answer({
    getPhotoCheck: () => ({
      ...repairable,
      repair: { ...making, state: 'made', file: { ...file, url: '/originals/fresh-link' } },
    }),
  });
  await page.getByRole('button', { name: 'Save repaired photo' }).click();
  await expect.poll(() => vi.mocked(saving.saveLink).mock.calls).toEqual([['/originals/fresh-link', '']]);
});

test.each([1, 3])('shows the repaired file although the reply was lost %d times', async (times) => {
  const repaired: PhotoCheck = { ...repairable, repair: { ...making, state: 'made', file } };
  let left = times;
  api.answer({
    createPhotoCheck: () => repairable,
    getPhotoCheck: () => (left < times ? repaired : repairable),
    createRepair: () => {
      left -= 1;
      return left < 0 ? repaired : offline();
    },
  });
  await open('doordash', 'header');
  await page.getByRole('button', { name: 'Repair: cut' }).click();
  await expect.element(page.getByText('Repaired: 1600 × 900, 830 kB')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('a platform that publishes nothing is never said to accept or refuse', async () => {
  const made = checkOf('justeat', 'square');
  api.answer({ createPhotoCheck: () => made, getPhotoCheck: () => made });
  await open('justeat', 'square');
  await expect.element(page.getByText('We cannot tell whether it would be accepted.')).toBeVisible();
  await expect.element(page.getByText(/^We found no official page of this platform/)).toBeVisible();
});

test('a check that failed says why, and is begun again', async () => {
  const failed = checkOf('uber', 'menu', {
    state: 'failed',
    message: 'We could not read this photo. Please try another file.',
    routes: [],
  });
  api.answer({ createPhotoCheck: () => failed, getPhotoCheck: () => failed });
  await open('uber', 'menu');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('We could not read this photo. Please try another file.');
  const again = page.getByRole('button', { name: 'Try again' });
  api.answer({ createPhotoCheck: () => problem('daily_limit_reached', 'That is enough for today.') });
  await again.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('That is enough for today.');
  const made = checkOf('uber', 'menu');
  api.answer({ createPhotoCheck: () => made });
  await again.click();
  await expect.element(page.getByText('It fits, with 2 tips.')).toBeVisible();
});

test('a reached limit is reported', async () => {
  api.answer({
    createPhotoCheck: () =>
      problem('daily_limit_reached', 'We have checked as many photos for you as we allow.'),
  });
  await open('uber', 'menu');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('We have checked as many photos for you as we allow.');
});
