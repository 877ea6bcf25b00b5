import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { showBanner } from '#web/lib/cookie-consent.ts';
import { notify } from '#web/lib/notify.ts';
import { TermsPage } from '#web/pages/legal/terms-page.tsx';

/** The styles for paper, which the theme and the frame of public pages have. */
async function print(): Promise<void> {
  const emulate = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await emulate('')));
  await emulate('print');
}

const isDrawn = (selector: string) =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());

test('a public page prints its text alone', async () => {
  showBanner('customising');
  // The snippet of index.html says so; without JavaScript nobody could answer.
  document.documentElement.classList.add('js');
  onTestFinished(() => {
    showBanner('hidden');
    document.documentElement.classList.remove('js');
  });
  await renderInApp(<TermsPage />, { signedIn: false });
  const parts = ['header', 'footer', 'nav', 'button', '[aria-label="Cookie consent"]'];
  expect(parts.filter(isDrawn)).toEqual(parts);
  await print();
  expect(parts.filter(isDrawn)).toEqual([]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page of the app prints neither navigation nor buttons nor messages, but its pictures', async () => {
  await renderInApp(
    <div data-sidebar>
      <div id="sidebar">Sidebar</div>
      <main>
        <header>Header</header>
        <nav>Navigation</nav>
        <button type="button" id="text">
          Save
        </button>
        <button type="button" id="picture">
          <img src="/samples/burger.jpg" alt="A burger" />
        </button>
      </main>
    </div>,
  );
  notify.success('Saved');
  await expect.element(page.getByText('Saved')).toBeVisible();
  const parts = ['#sidebar', 'header', 'nav', '#text', '[data-scope=toast][data-part=root]'];
  expect(parts.filter(isDrawn)).toEqual(parts);
  await print();
  expect(parts.filter(isDrawn)).toEqual([]);
  expect(isDrawn('#picture')).toBe(true);
});
