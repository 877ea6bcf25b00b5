import { expect, onTestFinished, test, vi } from 'vitest';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { followNotifications } from '#web/lib/service-worker.ts';
import { useUploadGuard } from '#web/lib/use-upload-guard.ts';

/** Sends the tab what the service worker says when a notification is pressed. Returns the answer. */
async function press(data: unknown): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data);
  });
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 300, 'no answer'))]);
}

function follow() {
  const goTo = vi.fn<(path: string) => void>();
  onTestFinished(followNotifications(goTo));
  return goTo;
}

const gallery = { goTo: '/studio?view=gallery', before: Number.POSITIVE_INFINITY };

function Uploading() {
  useUploadGuard(true);
  return null;
}

test('a pressed notification is shown by the open app', async () => {
  const goTo = follow();
  expect(await press(gallery)).toBe(true);
  expect(goTo.mock.calls).toEqual([['/studio?view=gallery']]);
});

test('a pressed notification never leaves a screen that uploads', async () => {
  const goTo = follow();
  const { unmount } = await renderInApp(<Uploading />, { signedIn: false });
  expect(await press(gallery)).toBe(false);
  expect(goTo).not.toHaveBeenCalled();
  await unmount();
  expect(await press(gallery)).toBe(true);
});

test('a tab that slept does not follow a notification which a new window has shown', async () => {
  const goTo = follow();
  expect(await press({ ...gallery, before: Date.now() - 1 })).toBe(false);
  expect(goTo).not.toHaveBeenCalled();
});

test('what a later service worker may say is left alone', async () => {
  const goTo = follow();
  expect(await press({ unknown: 1 })).toBe('no answer');
  expect(await press(null)).toBe('no answer');
  expect(goTo).not.toHaveBeenCalled();
});
