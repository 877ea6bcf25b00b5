import { expect, onTestFinished, test } from 'vitest';
import { choose } from '#web/lib/cookie-consent.ts';
import { declineToShare, offersToShare } from '#web/studio/share-offer.ts';

test('is declined until the page is closed where preferences were rejected', () => {
  onTestFinished(() => localStorage.clear());
  choose({ choice: 'rejected', preferences: false, statistics: false });
  expect(offersToShare()).toBe(true);
  declineToShare();
  expect(offersToShare()).toBe(false);
  expect(localStorage.getItem('platepost.no-share-offer')).toBeNull();
});
