import { onTestFinished, vi } from 'vitest';

/** Until the test ends, this device can share files with another app. Returns the function that does. */
export function fakeSharing() {
  const share = vi.fn<typeof navigator.share>().mockResolvedValue();
  Object.defineProperties(navigator, {
    canShare: { value: () => true, configurable: true },
    share: { value: share, configurable: true },
  });
  onTestFinished(() => {
    for (const name of ['canShare', 'share']) Reflect.deleteProperty(navigator, name);
  });
  return share;
}

/** The reply of `createDownload` for a file with this content. */
export function linkToFile(content: string, fileName: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'image/jpeg' }));
  return { url, fileName, width: 1080, height: 1080, expiresAt: '2100-01-01T00:00:00.000Z' };
}
