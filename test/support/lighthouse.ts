/**
 * `npm run measure:lighthouse`: measures every public page with Lighthouse (its mobile preset, headless Chromium)
 * against a local cloud that serves the production build, prints the table, and fails when a page misses a target.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { startLocalCloud } from '#local/cloud/local-cloud.ts';
import { publicPages } from '#shared/public-pages.ts';
import { findChromium } from './chromium.ts';

const directory = join(import.meta.dirname, '..', '..', '.build', 'lighthouse');
/** Scores out of 100; the shift has no unit. */
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const maxShift = 0.02;

type Category = keyof typeof targets;
const categories = Object.keys(targets) as Category[];

await buildSiteIfStale();
rmSync(directory, { recursive: true, force: true });
const cloud = await startLocalCloud({ directory });
const chrome = await launch({
  chromePath: await findChromium(),
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
let isMissed = false;
try {
  // Warms up the functions, the browser and the files of the first page, as for most visitors.
  await cloud.warm();
  await lighthouse(cloud.url, { port: chrome.port, logLevel: 'error', onlyCategories: ['performance'] });
  console.log(
    ['page', ...categories, 'LCP s', 'TBT ms', 'CLS', 'kB'].map((cell) => cell.padEnd(14)).join(''),
  );
  for (const path of ['/', ...publicPages.map((page) => page.path)]) {
    const result = await lighthouse(cloud.url.replace(/\/$/, '') + path, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    });
    if (result === undefined) throw new Error(`Lighthouse measured nothing at ${path}`);
    const { lhr } = result;
    const scores = categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
    const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
    const shift = value('cumulative-layout-shift');
    const cells = [
      path,
      ...scores,
      (value('largest-contentful-paint') / 1000).toFixed(2),
      Math.round(value('total-blocking-time')),
      shift.toFixed(3),
      Math.round(value('total-byte-weight') / 1000),
    ];
    console.log(cells.map((cell) => String(cell).padEnd(14)).join(''));
    for (const [index, name] of categories.entries()) {
      if ((scores[index] ?? 0) >= targets[name]) continue;
      isMissed = true;
      for (const { id } of lhr.categories[name]?.auditRefs ?? []) {
        const audit = lhr.audits[id];
        if (audit?.score !== null && audit !== undefined && audit.score < 0.9)
          console.log(`    ${name}: ${audit.title} ${audit.displayValue ?? ''}`);
      }
    }
    if (shift > maxShift) isMissed = true;
  }
} finally {
  chrome.kill();
  await cloud.stop();
  rmSync(directory, { recursive: true, force: true });
}
if (isMissed) {
  console.error('A page misses a target.');
  process.exitCode = 1;
}
