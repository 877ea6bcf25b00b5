import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { collectClientErrors, reportClientError } from '#web/lib/client-errors.ts';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ reportClientError: () => undefined });
});

const sent = () => api.requests('reportClientError').map(({ body }) => body);

/** An error as it is thrown at a place of the built site. */
function thrownAt(place: string, message = 'ada@bistro.example typed this'): Error {
  const error = new RangeError(message);
  error.stack = `RangeError: ${message}\n    at work (https://site.example/assets/${place})`;
  return error;
}

describe('an error of the site', () => {
  test('is not reported when it is a refusal or a lost connection, or nobody is signed in', async () => {
    await renderInApp(null);
    reportClientError('studio', new ApiError('offline'));
    reportClientError('studio', 'no error at all');
    localStorage.clear();
    await renderInApp(null, { signedIn: false });
    reportClientError('studio', thrownAt('app.js:1:1'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent()).toEqual([]);
  });

  test('is reported with class and place, once, and without its words', async () => {
    await renderInApp(null);
    reportClientError('gallery', thrownAt('app-B1c2.js:10:20'));
    reportClientError('gallery', thrownAt('app-B1c2.js:10:20', 'other words'));
    await expect.poll(sent).toEqual([{ feature: 'gallery', name: 'RangeError', place: 'app-B1c2.js:10:20' }]);
    expect(JSON.stringify(sent())).not.toContain('bistro');
  });

  test('that nobody handled is collected, at most five of a page', async () => {
    await renderInApp(null);
    // Vitest would take real events for failures of its own.
    const add = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined);
    collectClientErrors()();
    const handlers = new Map(
      add.mock.calls.map(([type, handler]) => [type, handler as (event: object) => void]),
    );
    add.mockRestore();
    handlers.get('error')?.({ error: thrownAt('chunk.js:1:1') });
    for (let line = 2; line <= 9; line += 1)
      handlers.get('unhandledrejection')?.({ reason: thrownAt(`chunk.js:${line}:1`) });
    // One of the five was that of the test before.
    const of = (line: number) => ({ feature: 'site', name: 'RangeError', place: `chunk.js:${line}:1` });
    await expect.poll(sent).toEqual([1, 2, 3, 4].map(of));
  });
});

test('a screen that fails leaves the rest of the page, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  function Screen() {
    if (isBroken) throw thrownAt('gallery.js:1:1');
    return <p>Pictures</p>;
  }
  function Page() {
    const [presses, setPresses] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setPresses(presses + 1)}>
          Menu {presses}
        </button>
        <FeatureBoundary feature="gallery">
          <Screen />
        </FeatureBoundary>
      </>
    );
  }
  await renderInApp(<Page />);
  await expect.element(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu 0' }).click();
  await expect.element(page.getByRole('button', { name: 'Menu 1' })).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Pictures')).toBeVisible();
});
