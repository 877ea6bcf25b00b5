import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BedrockOptions } from 'bedrock-stand-in';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { projectRoot } from '#lib/bundle.ts';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { startLocalCloud } from '#local/cloud/local-cloud.ts';
import { seededAccounts, seedPassword } from '#local/seed/accounts.ts';
import { seed } from '#local/seed/seed.ts';
import { findChromium } from '#test/support/chromium.ts';

/** The browser storage of a signed-in user. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface OpenSite {
  /** The site's data; removed with it. */
  readonly directory: string;
  /** A page in its own browser context, without a cache. */
  readonly open: (session?: Session) => Promise<Page>;
  /** Signs a seeded account in on a page of its own. */
  readonly signIn: (account: 'pro' | 'super') => Promise<Session>;
  readonly close: () => Promise<void>;
}

/** A local cloud with its seeded accounts, and a headless browser beside it. */
export async function openSite(models: Pick<BedrockOptions, 'draw' | 'see'>): Promise<OpenSite> {
  await buildSiteIfStale();
  const directory = join(projectRoot, '.build', 'bench-site');
  rmSync(directory, { recursive: true, force: true });
  const cloud = await startLocalCloud({ directory, ...models });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  await seed(cloud, directory);
  await cloud.warm();

  async function open(session?: Session): Promise<Page> {
    const options: BrowserContextOptions = { baseURL: cloud.url, viewport: { width: 1280, height: 800 } };
    const context = await browser.newContext({ ...options, ...(session && { storageState: session }) });
    return context.newPage();
  }

  return {
    directory,
    open,
    async signIn(account) {
      const known = seededAccounts.find(({ email }) => email.startsWith(`${account}@`));
      const page = await open();
      await page.goto('/auth?tab=sign-in');
      await page.getByLabel('Email').fill(known?.email ?? '');
      await page.getByLabel('Password', { exact: true }).fill(seedPassword);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
      const session = await page.context().storageState();
      await page.context().close();
      return session;
    },
    async close() {
      await browser.close();
      await cloud.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
