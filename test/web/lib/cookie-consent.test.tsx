import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { choose, maySavePreferences, showBanner, useCookieConsent } from '#web/lib/cookie-consent.ts';

const storageKey = 'platepost.cookie-consent';

afterEach(() => {
  choose({ choice: 'accepted', preferences: true, statistics: true });
  localStorage.clear();
});

function Banner() {
  return <p>The banner is {useCookieConsent().banner}</p>;
}

/** Makes a choice as another tab does: this one only gets the event of the storage. */
function chooseElsewhere(choice: string | null): void {
  if (choice === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify({ choice }));
  dispatchEvent(new StorageEvent('storage', { key: storageKey }));
}

test('a refusal in another tab holds in this one, and ends its question', async () => {
  choose({ choice: 'accepted', preferences: true, statistics: true });
  showBanner('asking');
  await renderInApp(<Banner />);
  await expect.element(page.getByText('The banner is asking')).toBeVisible();
  chooseElsewhere('rejected');
  await expect.element(page.getByText('The banner is hidden')).toBeVisible();
  expect(maySavePreferences()).toBe(false);
  chooseElsewhere('accepted');
  expect(maySavePreferences()).toBe(true);
});
