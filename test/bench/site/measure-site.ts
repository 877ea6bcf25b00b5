import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { projectRoot } from '#lib/bundle.ts';
import { publicPages } from '#shared/public-pages.ts';
import { openLargeGallery, scrollToLastImage } from '#test/support/large-gallery.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { chooseFormat, choosePath, chooseSample, innerNext } from '#test/support/studio-steps.ts';
import { paths } from '#web/paths.ts';
import { median } from '../in-turns.ts';
import { atLeast, atMost, type Row } from '../table.ts';
import { type OpenSite, openSite, type Session } from './open-site.ts';

const rounds = 5;

/** Gzipped kilobytes of script and style. */
const maxPublicKilobytes = 130;
const maxAppKilobytes = 440;
/** Response time that users perceive as immediate, in milliseconds (RAIL, web.dev/articles/rail). */
const maxPaintMs = 100;
/** Dropped frames of sixty a second. */
const minFrames = 95;
const scrollSeconds = 5;

const appRoutes = [
  paths.home,
  paths.studio('menu-enhancer'),
  paths.studio('gallery'),
  paths.credits,
  paths.account,
  paths.auth,
  ...Object.values(paths.admin),
];

/**
 * Measures what the browser loads for each page, how fast each step of the studio is painted, and how a large
 * gallery scrolls.
 */
export async function measureSite(wanted: (name: string) => boolean): Promise<Row[]> {
  const parts = { bytes: measureBytes, step: measureSteps, gallery: measureGallery };
  const named = Object.entries(parts).filter(([name]) => wanted(name));
  if (named.length === 0) return [];
  const site = await openSite(plainModels);
  try {
    const rows: Row[] = [];
    for (const [, measure] of named) rows.push(...(await measure(site)));
    return rows;
  } finally {
    await site.close();
  }
}

async function measureBytes(site: OpenSite): Promise<Row[]> {
  const staff = await site.signIn('super');
  const rows: Row[] = [];
  const measure = async (path: string, limit: number, session?: Session) => {
    const page = await site.open(session);
    const files = new Set<string>();
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType()))
        files.add(new URL(request.url()).pathname);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    // Public pages contain their styles.
    const inline = await page
      .locator('style')
      .evaluateAll((styles) => styles.map((style) => style.textContent ?? ''));
    await page.context().close();
    const bytes = [
      ...[...files].map((file) => gzipSync(readFileSync(join(projectRoot, 'dist', file))).length),
      ...(limit === maxPublicKilobytes ? inline.map((css) => gzipSync(css).length) : []),
    ].reduce((sum, length) => sum + length, 0);
    const note = `${files.size} files`;
    rows.push(
      atMost(limit, {
        group: 'site',
        name: `bytes ${path}`,
        value: bytes / 1000,
        unit: 'KB',
        digits: 0,
        note,
      }),
    );
  };
  for (const { path } of publicPages) await measure(path, maxPublicKilobytes);
  for (const path of appRoutes) await measure(path, maxAppKilobytes, path === paths.auth ? undefined : staff);
  return rows;
}

/** Transitions between screens of the studio: the clicked button and the next heading. */
const steps: readonly { readonly heading: string; readonly go: (page: Page) => Promise<void> }[] = [
  { heading: 'What is on the plate?', go: (page) => chooseFormat(page) },
  { heading: 'What shall we make?', go: (page) => chooseSample(page) },
  { heading: 'Choose Filter Style', go: (page) => choosePath(page, 'ugc') },
  { heading: 'Choose Influencer Scene', go: (page) => innerNext(page).click() },
  { heading: 'Final Touches', go: (page) => innerNext(page).click() },
  { heading: 'Ready to Generate', go: (page) => page.getByRole('button', { name: 'Generate Now' }).click() },
];

async function measureSteps(site: OpenSite): Promise<Row[]> {
  const session = await site.signIn('pro');
  const times = new Map(steps.map(({ heading }) => [heading, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    const page = await site.open(session);
    await page.addInitScript(watchPaints);
    await page.goto('/studio');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    for (const { heading, go } of steps) {
      await page.evaluate((text) => window.benchPaint.expect(text), heading);
      await go(page);
      const ms = await page.evaluate(() => window.benchPaint.painted);
      if (round > 0) times.get(heading)?.push(ms);
    }
    await page.context().close();
  }
  return [...times].map(([heading, values]) =>
    atMost(maxPaintMs, {
      group: 'site',
      name: `step ${heading}`,
      value: median(values),
      unit: 'ms',
      digits: 0,
      note: `at most ${Math.max(...values).toFixed(0)} of ${values.length}`,
    }),
  );
}

declare global {
  interface Window {
    benchPaint: { expect: (heading: string) => void; painted: Promise<number> };
  }
}

/** Runs in the page: the time from the last click to the first frame that shows a heading. */
function watchPaints(): void {
  let clickedAt = 0;
  addEventListener(
    'click',
    (event) => {
      clickedAt = event.timeStamp;
    },
    true,
  );
  const isShown = (text: string) =>
    [...document.querySelectorAll('h1, h2, h3, legend')].some(
      (element) => element.textContent?.trim() === text && element.checkVisibility(),
    );
  window.benchPaint = {
    painted: Promise.resolve(0),
    expect(text) {
      this.painted = new Promise((resolve) => {
        const look = () => {
          if (!isShown(text)) return void requestAnimationFrame(look);
          // A message is handled after the current frame has been painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - clickedAt);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      });
    },
  };
}

async function measureGallery(site: OpenSite): Promise<Row[]> {
  const page = await site.open(await site.signIn('pro'));
  const picture = await makePicture(page);
  await openLargeGallery(page, picture);
  await scrollToLastImage(page);
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    shares.push(
      await page.evaluate(async (seconds) => {
        window.scrollTo({ top: 0, behavior: 'instant' });
        await new Promise((resolve) => setTimeout(resolve, 500));
        const began = performance.now();
        let frames = 0;
        while (performance.now() - began < seconds * 1000) {
          window.scrollBy({ top: 60, behavior: 'instant' });
          await new Promise((resolve) => requestAnimationFrame(resolve));
          frames += 1;
        }
        return (frames / ((performance.now() - began) / 1000) / 60) * 100;
      }, scrollSeconds),
    );
  await page.context().close();
  return [
    atLeast(minFrames, {
      group: 'site',
      name: 'gallery frames',
      value: median(shares),
      unit: '%',
      digits: 0,
      note: `of sixty a second, while 5,000 images scroll by at 60 pixels a frame`,
    }),
  ];
}

/** A generation made through the studio, as the API returns it. */
async function makePicture(page: Page): Promise<object> {
  await page.goto('/studio');
  await chooseFormat(page);
  await chooseSample(page);
  await choosePath(page, 'social');
  await innerNext(page).click();
  await innerNext(page).click();
  await page.getByRole('button', { name: 'Generate Now' }).click();
  const listed = page.waitForResponse(
    async (reply) =>
      /\/api\/generations\/[0-9A-Z]{26}$/.test(reply.url()) && (await reply.json()).state === 'done',
  );
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  return (await listed).json();
}
