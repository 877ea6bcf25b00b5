import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { AppViews } from '#web/generations/app-views.tsx';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { doneGeneration } from './stored-generation.ts';
import { proUser } from './users.ts';

const [first] = resultsOf({ ...doneGeneration, kind: 'menu' });
if (!first) throw new Error('The generation has no pictures');
const header = { platform: 'doordash', imageType: 'header' };
const card = { platform: 'grubhub', imageType: 'square' };

beforeEach(() => {
  fakeApi({
    getMe: () => ({ ...proUser, companyName: 'Trattoria Uno' }),
    getPlatformRules: pending,
  });
});

async function open(result: Result, targets: Parameters<typeof AppViews>[0]['targets']) {
  await renderInApp(<AppViews result={result} targets={targets} />);
  await page.getByText('How the apps show it').click();
}

/** Width divided by height of what a place shows, and where the picture lies in it, in shares of its sides. */
async function shownIn(platform: string, place: RegExp) {
  const figure = page.getByRole('region', { name: platform }).getByRole('figure').filter({ hasText: place });
  await expect.element(figure).toBeVisible();
  const image = figure.element().querySelector('img');
  const frame = image?.parentElement?.getBoundingClientRect();
  const box = image?.getBoundingClientRect();
  if (!frame || !box) throw new Error('There is no picture');
  return {
    ratio: frame.width / frame.height,
    left: (box.left - frame.left) / frame.width,
    top: (box.top - frame.top) / frame.height,
    width: box.width / frame.width,
    height: box.height / frame.height,
  };
}

test('shows each place in its shape, never a stretched picture, and says who publishes it', async () => {
  await open({ ...first, width: 1920, height: 1080 }, [header, card]);
  const app = await shownIn('DoorDash: Header 16:9', /In the app/);
  expect(app.ratio).toBeCloseTo(16 / 9, 1);
  const web = await shownIn('DoorDash: Header 16:9', /On the web/);
  expect(web.ratio).toBeCloseTo(4, 1);
  for (const { ratio, width, height } of [app, web])
    expect((width / height) * ratio).toBeCloseTo(1920 / 1080, 1);
  await expect
    .element(page.getByText(/DoorDash, read on 2026-08-27|DoorDash, read on/).first())
    .toBeVisible();
  await expect.element(page.getByText(/does not publish how it crops/).first()).toBeVisible();
  await expect.element(page.getByText('Trattoria Uno').first()).toBeVisible();
});

/** A mask of 160 × 90 pixels whose dish has these columns. */
async function maskWith(left: number, width: number): Promise<string> {
  const canvas = new OffscreenCanvas(160, 90);
  canvas.getContext('2d')?.fillRect(left, 20, width, 50);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
}

test('shows the dish of a card whole where it lies beside the middle of the picture', async () => {
  await open({ ...first, width: 1920, height: 1080, dishMaskUrl: await maskWith(80, 40) }, [card]);
  const { ratio, left, width } = await shownIn('Grubhub: Square', /As a card/);
  expect(ratio).toBeCloseTo(1, 1);
  expect(left + 0.5 * width).toBeGreaterThanOrEqual(0);
  expect(left + 0.75 * width).toBeLessThanOrEqual(1.01);
  await expect.element(page.getByText(/cuts off some of the dish/)).not.toBeInTheDocument();
});

test('says where a place cuts the dish, which lies too near to the edge', async () => {
  await open({ ...first, width: 1920, height: 1080, dishMaskUrl: await maskWith(104, 50) }, [card]);
  await shownIn('Grubhub: Square', /As a card/);
  await expect.element(page.getByText(/cuts off some of the dish/).first()).toBeVisible();
});

test('says where the picture has to be continued', async () => {
  const canvas = new OffscreenCanvas(100, 100);
  canvas.getContext('2d')?.fillRect(2, 2, 96, 96);
  const mask = URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }));
  await open({ ...first, dishMaskUrl: mask }, [header]);
  await expect.element(page.getByText(/the picture is continued when its file is made/)).toBeVisible();
});

test('works without the mask and with the rules that come with the site', async () => {
  fakeApi({ getMe: () => proUser, getPlatformRules: () => problem('internal') });
  await open({ ...first, dishMaskUrl: '/media/gone.webp' }, [card]);
  await expect.element(page.getByText(/^As a card/)).toBeVisible();
});
