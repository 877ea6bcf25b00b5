/**
 * `npm run make:site-screens`: photographs the studio for the demo of the landing page, with a seeded account in a
 * local cloud of its own, and the picture that link previews show. They are written to web/pages/pictures and
 * web/public/og.jpg, and committed.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { startLocalCloud } from '#local/cloud/local-cloud.ts';
import { seededAccounts, seedPassword } from '#local/seed/accounts.ts';
import { seed } from '#local/seed/seed.ts';
import { brand } from '#shared/brand.ts';
import { words } from '#web/generations/words.ts';
import { findChromium } from './chromium.ts';
import { chooseFormat, choosePath, chooseSample, generate, innerNext, look } from './studio-steps.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
const pictures = join(projectRoot, 'web', 'pages', 'pictures');
const directory = join(projectRoot, '.build', 'site-screens');
/** The same for all: width by height is 1.6, as the demo shows them. */
const viewport = { width: 1280, height: 800 };
const widths = [640, 1280];

async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Pictures below the fold are not loaded; waiting for them would never end.
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
  });
  const shot = await page.screenshot({ animations: 'disabled' });
  for (const width of widths) {
    const file = join(pictures, `demo-${name}-${width}`);
    const picture = sharp(shot).resize(width);
    await picture.clone().avif({ quality: 52, effort: 4 }).toFile(`${file}.avif`);
    if (width === widths.at(-1))
      await picture.clone().webp({ quality: 70, effort: 4 }).toFile(`${file}.webp`);
  }
}

async function walk(page: Page, email: string): Promise<void> {
  // This machine's notice is not a part of the product.
  await page.route('**/config.json', async (route) => {
    const { notice: _, ...config } = await (await route.fetch()).json();
    await route.fulfill({ json: config });
  });
  await page.goto('/auth?tab=sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
  await page.getByText('Welcome back!').waitFor({ state: 'hidden' });
  await chooseFormat(page);
  await page.getByRole('heading', { name: 'What is on the plate?' }).waitFor();
  await photograph(page, 'dish');
  await chooseSample(page);
  await page.getByRole('heading', { name: 'What shall we make?' }).waitFor();
  await photograph(page, 'choice');
  await choosePath(page, 'ugc');
  await page.getByRole('heading', { name: 'Choose Filter Style' }).waitFor();
  await look(page, 'Synthwave').first().click();
  await photograph(page, 'filter');
  await innerNext(page).click();
  await page.getByRole('radiogroup', { name: 'Choose Influencer Scene' }).getByRole('radio').nth(2).click();
  await photograph(page, 'scene');
  await innerNext(page).click();
  const promoText = 'Two for one on Tuesdays';
  await page.getByLabel('Add Promotional Text').fill(promoText);
  await page.getByAltText(words.promoPreview(promoText)).waitFor();
  await photograph(page, 'text');
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await page.getByRole('heading', { name: 'Ready to Generate' }).waitFor();
  await photograph(page, 'generate');
  await generate(page);
  await photograph(page, 'results');
}

/** Name, promise and a dish, as large as a link preview: 1200 by 630 pixels. */
async function linkPreview(page: Page): Promise<void> {
  const inline = (path: string, type: string) =>
    `data:${type};base64,${readFileSync(join(projectRoot, path)).toString('base64')}`;
  const font = inline(
    'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    'font/woff2',
  );
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.setContent(`<style>
    @font-face { font-family: Heading; src: url(${font}); font-weight: 200 800; }
    body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 560px; background: #FFFBF5; color: #1F1A17; font-family: Heading; }
    div { display: flex; flex-direction: column; justify-content: center; gap: 28px; padding: 0 24px 0 72px; }
    h1 { margin: 0; font-size: 72px; line-height: 1.02; letter-spacing: -0.035em; }
    p { margin: 0; font-size: 34px; font-weight: 700; display: flex; gap: 16px; align-items: center; }
    section { display: grid; grid-template-columns: 1fr 1fr; grid-template-rows: 1fr 1fr; gap: 10px; }
    img { width: 100%; height: 310px; object-fit: cover; }
  </style>
  <div><p><img style="width:56px;height:56px" src="${inline('web/public/favicon.svg', 'image/svg+xml')}">${brand.name}</p><h1>${brand.tagline}</h1></div>
  <section>${['hero-burger', 'look-beach-shack', 'hero-smoothie', 'look-night-market']
    .map((name) => `<img src="${inline(`web/pages/pictures/${name}-720.webp`, 'image/webp')}">`)
    .join('')}</section>`);
  await page.evaluate(() => document.fonts.ready);
  await sharp(await page.screenshot())
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(projectRoot, 'web', 'public', 'og.jpg'));
}

await buildSiteIfStale();
rmSync(directory, { recursive: true, force: true });
const cloud = await startLocalCloud({ directory });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  await seed(cloud, directory);
  const account = seededAccounts.find(({ email }) => email.startsWith('pro@'));
  if (account === undefined) throw new Error('There is no seeded Pro account');
  const page = await browser.newPage({ viewport, baseURL: cloud.url, reducedMotion: 'reduce' });
  page.setDefaultTimeout(90_000);
  await walk(page, account.email);
  // A separate page without the site's policy, which restricts fonts.
  await linkPreview(await browser.newPage());
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  await cloud.stop();
  rmSync(directory, { recursive: true, force: true });
}
