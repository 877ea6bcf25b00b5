import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { PlanId } from '#shared/domain/plans.ts';
import { sessionHintCookie } from '#shared/public-pages.ts';
import { browserArguments, findChromium } from './chromium.ts';
import type { SignUpCloud, TestUser } from './sign-up.ts';
import { signUpUser } from './sign-up-user.ts';

/**
 * One browser for all test files of a worker process. It is kept outside of this module, which each file loads again.
 */
const worker = globalThis as { browser?: Promise<Browser> };
// Registered here, because Vitest ignores hooks that are registered while a test runs.
afterAll(async () => {
  const browser = await worker.browser;
  // A test that failed leaves its page open.
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
});

/** A phone in portrait with a touch screen. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const satisfies BrowserContextOptions;

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: browserArguments,
  });
}

/** Problems of a page that the user does not see: script errors and console errors. */
export interface PageTroubles {
  readonly list: readonly string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly troubles: PageTroubles;
  readonly close: () => Promise<void>;
}

/**
 * A page in its own context (no cookies, no storage) of headless Chromium, with reduced motion:
 * animations would take as long as the work.
 */
export async function openPage(baseURL: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  worker.browser ??= launch();
  const context = await (await worker.browser).newContext({
    baseURL,
    reducedMotion: 'reduce',
    // Otherwise a test could not answer in the server's place.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  const list: string[] = [];
  page.on('pageerror', (error) => list.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(`console: ${message.text()}`);
  });
  const close = async () => {
    // The page may still have requests under way in a test's route handler; their errors no longer matter.
    await Promise.all(context.pages().map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  };
  return { page, troubles: { list }, close };
}

/** A page of a new user who has signed in before: the tokens are where the identity library stores them. */
export async function openSignedIn(
  cloud: SignUpCloud,
  { plan, role, ...options }: BrowserContextOptions & { plan?: PlanId; role?: 'admin' | 'super_admin' } = {},
): Promise<OpenPage & { user: TestUser }> {
  const user = await signUpUser(cloud, { ...(plan && { plan }), ...(role && { role }) });
  const opened = await openPage(cloud.url, { storageState: storageOf(cloud, user), ...options });
  return { ...opened, user };
}

/** The browser's storage of a user who has signed in. */
function storageOf(
  cloud: SignUpCloud,
  user: Pick<TestUser, 'userId' | 'accessToken' | 'idToken' | 'refreshToken'>,
): NonNullable<Exclude<BrowserContextOptions['storageState'], string>> {
  const prefix = `CognitoIdentityServiceProvider.${cloud.outputs.UserPoolClientId}`;
  const of = (name: string) => `${prefix}.${user.userId}.${name}`;
  const values = {
    [`${prefix}.LastAuthUser`]: user.userId,
    [of('accessToken')]: user.accessToken,
    [of('idToken')]: user.idToken,
    [of('refreshToken')]: user.refreshToken,
    [of('clockDrift')]: '0',
    [sessionHintCookie]: '1',
  };
  const { hostname, origin } = new URL(cloud.url);
  const localStorage = Object.entries(values).map(([name, value]) => ({ name, value }));
  const cookie = {
    name: sessionHintCookie,
    value: '1',
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  };
  return { cookies: [cookie], origins: [{ origin, localStorage }] };
}

/** Polls `read` until the expectation holds, for up to 20 seconds: enough on a busy machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000, interval: 100 });
}

/** Waits until a public page is hydrated: before, its links lead to other pages and its buttons wait. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('footer button:enabled').waitFor();
}

/** Waits until the header shows this number of available credits. */
export async function expectCredits(page: Page, credits: number): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${credits} credits? available`) }).waitFor();
}

/** Waits for a toast with this title and, where given, this description. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: title }).last();
  await toast.getByText(title, { exact: true }).waitFor();
  if (description !== undefined) await toast.getByText(description, { exact: true }).waitFor();
  // One at a time (customer-product.md section 9).
  await eventually(() => page.locator('[data-scope=toast][data-part=root][data-state=open]').count()).toBe(1);
}
