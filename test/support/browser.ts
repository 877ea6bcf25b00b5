import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { findChromium } from '#local/prerequisites.ts';

let running: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** What went wrong in a page without anybody being told: script errors, console errors, refused requests. */
export interface PageTroubles {
  readonly list: readonly string[];
}

/**
 * A page in a context of its own (no cookies, no storage) in headless Chromium. The browser is started once per
 * test file and closed after it.
 */
export async function openPage(
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; troubles: PageTroubles; close: () => Promise<void> }> {
  if (!running) {
    running = launch();
    afterAll(async () => {
      await (await running)?.close();
      running = undefined;
    });
  }
  const context = await (await running).newContext({ baseURL, ...options });
  const page = await context.newPage();
  const list: string[] = [];
  page.on('pageerror', (error) => list.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(`console: ${message.text()}`);
  });
  return { page, troubles: { list }, close: () => context.close() };
}
