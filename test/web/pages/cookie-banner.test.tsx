import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { choose, showBanner } from '#web/lib/cookie-consent.ts';
import { CookieBanner } from '#web/pages/frame/cookie-banner.tsx';

// Without JavaScript, styles hide the banner.
beforeEach(() => document.documentElement.classList.add('js'));

afterEach(() => {
  document.documentElement.classList.remove('js');
  localStorage.clear();
});

test('its settings get the focus, and give it back to the link that opened them', async () => {
  choose({ choice: 'rejected', preferences: false, statistics: false });
  await renderInApp(
    <>
      <button type="button" onClick={() => showBanner('customising')}>
        Cookie settings
      </button>
      <CookieBanner />
    </>,
  );
  const opener = page.getByRole('button', { name: 'Cookie settings', exact: true });
  await opener.click();
  await expect.element(page.getByRole('region', { name: 'Cookie consent' })).toHaveFocus();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect.element(opener).toHaveFocus();
});

describe('at 400 % zoom', () => {
  const height = 256;
  beforeEach(() => page.viewport(320, height));
  afterEach(() => page.viewport(1280, 800));
  /** What hides the middle of an element. */
  const cover = (element: Element) => {
    const { top, bottom, right } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(right - 2, Math.min(Math.max((top + bottom) / 2, 0), height - 1));
    return seen === element || element.contains(seen) ? null : seen;
  };

  test.each([
    'asking',
    'customising',
  ] as const)('it hides no link that gets the focus: %s', async (banner) => {
    onTestFinished(() => showBanner('hidden'));
    showBanner(banner);
    await renderInApp(
      <>
        {Array.from({ length: 30 }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
          <p key={n}>
            <a href={`/${n}`}>Dish {n}</a>
          </p>
        ))}
        <CookieBanner />
      </>,
    );
    await expect.element(page.getByRole('region', { name: 'Cookie consent' })).toBeInTheDocument();
    for (const link of document.querySelectorAll<HTMLElement>('p > a[href^="/"]')) {
      if (!/^Dish/.test(link.innerText)) continue;
      link.focus();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(cover(link), link.innerText).toBeNull();
    }
  });

  test('its close button can be reached', async () => {
    onTestFinished(() => showBanner('hidden'));
    showBanner('customising');
    await renderInApp(<CookieBanner />);
    await expect.element(page.getByRole('region', { name: 'Cookie consent' })).toHaveFocus();
    page.getByRole('button', { name: 'Save my choice' }).element().scrollIntoView();
    const close = page.getByRole('button', { name: 'Close without choosing' }).element() as HTMLElement;
    close.focus();
    expect(close.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
    expect(cover(close)).toBeNull();
  });
});
