import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { resultsOf } from '#web/generations/results.ts';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import { doneGeneration } from './stored-generation.ts';

/** The share targets of the first variation, as a screen of the site shows them. */
function Shared() {
  const { data } = useQuery(generationQuery(doneGeneration.id));
  const result = data && resultsOf(data)[0];
  return result ? <ShareTargets result={result} /> : null;
}

const address = `${location.origin}/s/abc`;
const copyLink = page.getByRole('button', { name: 'Copy link' });

describe('sharing a variation', () => {
  let api: FakeApi;
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  beforeEach(() => {
    writeText.mockReset().mockResolvedValue();
    api = fakeApi({
      getGeneration: () => doneGeneration,
      createShare: () => ({ shareId: 'abc', path: '/s/abc' }),
      revokeShare: () => undefined,
    });
  });
  afterEach(() => vi.restoreAllMocks());

  test('makes its page once, copies its link, and takes the page down again', async () => {
    await renderInApp(<Shared />);
    await copyLink.click();
    await expect.element(page.getByText('Link copied')).toBeVisible();
    await expect.element(page.getByRole('link')).toHaveAttribute('href', address);
    await copyLink.click();
    await expect.poll(() => writeText.mock.calls).toEqual([[address], [address]]);
    expect(api.requests('createShare')).toMatchObject([{ body: { variation: 0, title: 'Classic Burger' } }]);
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText('Sharing stopped. The page is gone.')).toBeVisible();
    await expect
      .element(page.getByText('Anyone with the link sees this picture on its own page.'))
      .toBeVisible();
    expect(api.requests('revokeShare')).toMatchObject([{ params: { shareId: 'abc' } }]);
  });

  test('opens a network with the link, in a tab of the click', async () => {
    const tab = { opener: window, location: { href: 'about:blank' }, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    await renderInApp(<Shared />);
    await page.getByRole('button', { name: 'X', exact: true }).click();
    const text = 'Classic Burger, made with PlatePost';
    await expect
      .poll(() => tab.location.href)
      .toBe(`https://x.com/intent/post?${new URLSearchParams({ url: address, text })}`);
    expect(tab.opener).toBeNull();
  });

  test('closes the tab and says so when there is no link', async () => {
    const tab = { opener: window, location: { href: 'about:blank' }, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    api.answer({ createShare: () => problem('busy') });
    await renderInApp(<Shared />);
    await page.getByRole('button', { name: 'WhatsApp' }).click();
    await expect.element(page.getByText('The share link could not be made. Please try again.')).toBeVisible();
    expect(tab.close).toHaveBeenCalled();
  });
});
