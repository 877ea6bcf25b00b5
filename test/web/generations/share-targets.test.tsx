import { useQuery } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { fakeSharing, linkToFile } from '#test/support/fake-sharing.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { galleryKey, generationQuery } from '#web/generations/generation-queries.ts';
import { resultsOf } from '#web/generations/results.ts';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import { doneGeneration } from './stored-generation.ts';
import { freeUser, proUser } from './users.ts';

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
  const spies = () => ({
    write: vi.spyOn(navigator.clipboard, 'write').mockResolvedValue(),
    writeText: vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(),
  });
  let { write, writeText } = spies();
  /** The text that was copied through a promise, as Safari demands it. */
  const copied = () =>
    Promise.all(
      write.mock.calls.flatMap(([items]) =>
        items.map(async (item) => (await item.getType('text/plain')).text()),
      ),
    );
  beforeEach(() => {
    vi.restoreAllMocks();
    ({ write, writeText } = spies());
    api = fakeApi({
      getMe: () => proUser,
      getGeneration: () => doneGeneration,
      createShare: () => ({ shareId: 'abc', path: '/s/abc' }),
      revokeShare: () => undefined,
    });
  });

  test('makes its page once, copies its link, and takes the page down again', async () => {
    const { client } = await renderInApp(<Shared />);
    const approval = ['approval', doneGeneration.id, 0];
    client.setQueryData(approval, {});
    await copyLink.click();
    await expect.element(page.getByText('Link copied')).toBeVisible();
    expect(client.getQueryState(approval)?.isInvalidated).toBe(true);
    await expect.element(page.getByRole('link')).toHaveAttribute('href', address);
    await copyLink.click();
    await expect.poll(() => writeText.mock.calls).toEqual([[address]]);
    expect(await copied()).toEqual([address]);
    expect(api.requests('createShare')).toMatchObject([{ body: { variation: 0, title: 'Classic Burger' } }]);
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText('Sharing stopped. The page is gone.')).toBeVisible();
    await expect
      .element(page.getByText('Anyone with the link sees this picture on its own page.'))
      .toBeVisible();
    expect(api.requests('revokeShare')).toMatchObject([{ params: { shareId: 'abc' } }]);
  });

  test('keeps the focus where its link appears and goes', async () => {
    await renderInApp(<Shared />);
    await copyLink.click();
    await expect.element(page.getByRole('link')).toBeVisible();
    await userEvent.tab();
    await expect.element(page.getByRole('link')).toHaveFocus();
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText('Sharing stopped. The page is gone.')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Anyone with the link/);
    await userEvent.tab();
    await expect.element(copyLink).toHaveFocus();
  });

  test('asks for the clipboard during the press, before the link exists', async () => {
    api.answer({ createShare: pending });
    await renderInApp(<Shared />);
    await copyLink.click();
    await expect.poll(() => write.mock.calls.length).toBe(1);
    await expect.poll(() => api.requests('createShare').length).toBe(1);
  });

  test('shows the link where the browser does not allow to copy it', async () => {
    write.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
    writeText.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
    await renderInApp(<Shared />);
    await copyLink.click();
    await expect.element(page.getByText('The link is ready. Copy it from below.')).toBeVisible();
    await expect.element(page.getByRole('link')).toHaveAttribute('href', address);
  });

  test('says so when there is no link to copy, and leaves no error unhandled', async () => {
    api.answer({ createShare: () => problem('busy') });
    const { client } = await renderInApp(<Shared />);
    client.setQueryData([...galleryKey, {}], { pages: [], pageParams: [] });
    await copyLink.click();
    await expect.element(page.getByText('The share link could not be made. Please try again.')).toBeVisible();
    expect(client.getQueryState([...galleryKey, {}])?.isInvalidated).toBe(true);
    expect(writeText).not.toHaveBeenCalled();
  });

  /** Answers as the API does, and loses the first replies. */
  function answerUnheard(times: number): void {
    let shareId: string | null = null;
    let made = times;
    let revoked = times;
    api.answer({
      getGeneration: () => ({
        ...doneGeneration,
        variations: doneGeneration.variations.map((variation) => ({ ...variation, shareId })),
      }),
      createShare: () => {
        shareId = 'abc';
        made -= 1;
        return made < 0 ? { shareId, path: '/s/abc' } : offline();
      },
      revokeShare: () => {
        shareId = null;
        revoked -= 1;
        return revoked < 0 ? undefined : offline();
      },
    });
  }

  test.each([
    1, 3,
  ])('makes its page, copies its link, and takes the page down, although replies are lost %d times', async (times) => {
    answerUnheard(times);
    await renderInApp(<Shared />);
    await copyLink.click();
    await expect.element(page.getByText('Link copied')).toBeVisible();
    await expect.element(page.getByRole('link')).toHaveAttribute('href', address);
    expect(await copied()).toEqual([address]);
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText('Sharing stopped. The page is gone.')).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });

  test('opens a network although a reply is lost', async () => {
    const tab = { opener: window, location: { href: 'about:blank' }, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    answerUnheard(1);
    await renderInApp(<Shared />);
    await page.getByRole('button', { name: 'WhatsApp' }).click();
    await expect.poll(() => tab.location.href).toMatch(/^https:\/\/wa\.me\//);
    expect(tab.close).not.toHaveBeenCalled();
  });

  describe('as a file', () => {
    const send = page.getByRole('button', { name: 'Send the picture' });
    const taken = () => api.requests('createDownload').map(({ body }) => body.inAdvance);
    let share = vi.fn<typeof navigator.share>();
    beforeEach(() => {
      share = fakeSharing();
      api.answer({ createDownload: () => linkToFile('a clean picture', 'platepost-burger.jpg') });
    });
    /** Name and content of what was passed on. */
    const passedOn = () =>
      Promise.all(
        share.mock.calls.flatMap(([data]) =>
          (data?.files ?? []).map(async (file) => [file.name, file.type, await file.text()]),
        ),
      );

    test('passes on the file of a download during the press, because it was loaded before', async () => {
      await renderInApp(<Shared />);
      await expect.element(send).toBeEnabled();
      expect(taken()).toEqual([true]);
      send.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
      // A later call would be refused.
      await new Promise((resolve) => setTimeout(resolve));
      expect(await passedOn()).toEqual([['platepost-burger.jpg', 'image/jpeg', 'a clean picture']]);
    });

    test('is recorded as approved when another app has it', async () => {
      const { client } = await renderInApp(<Shared />);
      const approval = ['approval', doneGeneration.id, 0];
      client.setQueryData(approval, {});
      share.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'));
      await send.click();
      await expect.poll(() => share.mock.calls.length).toBe(1);
      await expect.element(send).toBeEnabled();
      expect(taken()).toEqual([true]);
      await send.click();
      await expect.poll(taken).toEqual([true, false]);
      expect(api.requests('createDownload')[1]).toMatchObject({
        params: { generationId: doneGeneration.id },
        body: { variation: 0, size: 'delivered' },
      });
      await expect.poll(() => client.getQueryState(approval)?.isInvalidated).toBe(true);
    });

    test('asks for another press where loading took too long', async () => {
      api.answer({ createDownload: () => problem('internal') });
      await renderInApp(<Shared />);
      await expect.element(send).toBeEnabled();
      api.answer({ createDownload: () => linkToFile('a picture', 'burger.jpg') });
      share.mockRejectedValueOnce(new DOMException('Too late', 'NotAllowedError'));
      await send.click();
      await expect.element(page.getByText('Everything is loaded. Press again to share.')).toBeVisible();
      expect(taken()).not.toContain(false);
      await send.click();
      await expect.poll(taken).toContain(false);
    });

    test('is never replaced by what the screen shows', async () => {
      api.answer({ createDownload: () => problem('internal') });
      await renderInApp(<Shared />);
      await send.click();
      await expect.element(page.getByText(/^The picture couldn't be shared/)).toBeVisible();
      expect(share).not.toHaveBeenCalled();
    });

    test('is loaded again for a plan without the watermark', async () => {
      let me = freeUser;
      api.answer({
        getMe: () => me,
        getGeneration: () => ({ ...doneGeneration, watermarked: true }),
        createDownload: () => linkToFile(me.tier, 'burger.jpg'),
      });
      const { client } = await renderInApp(<Shared />);
      await expect.element(send).toBeEnabled();
      me = proUser;
      await client.invalidateQueries({ queryKey: ['me'] });
      await expect.poll(taken).toEqual([true, true]);
      await send.click();
      await expect.poll(passedOn).toEqual([['burger.jpg', 'image/jpeg', 'pro']]);
    });
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
