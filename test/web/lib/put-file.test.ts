import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putFile } from '#web/lib/put-file.ts';

/** The parts of an XMLHttpRequest that an upload uses. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  status = 0;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();
  constructor() {
    FakeRequest.last = this;
  }
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
  sent(loaded: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: 100 });
  }
  answer(status: number): void {
    this.status = status;
    this.onload?.();
    this.onloadend?.();
  }
}

const target = { url: 'https://bucket.example/photo', headers: { 'content-type': 'image/jpeg' } };
const shares: number[] = [];
const upload = (signal = new AbortController().signal) =>
  putFile(target, new Blob(['photo']), (share) => shares.push(share), signal).then(
    () => 'uploaded',
    (error: unknown) => error,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  shares.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an upload', () => {
  it('that is slow has no time limit as long as it makes progress', async () => {
    const uploading = upload();
    for (const loaded of [20, 40, 60, 80, 100]) {
      await vi.advanceTimersByTimeAsync(29_000);
      FakeRequest.last.sent(loaded);
    }
    FakeRequest.last.upload.onload?.();
    await vi.advanceTimersByTimeAsync(29_000);
    FakeRequest.last.answer(200);
    expect(await uploading).toBe('uploaded');
    expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    0, 40, 100,
  ])('that stalls at %i percent is given up after 30 seconds and can be repeated', async (loaded) => {
    const uploading = upload();
    const abort = vi.spyOn(FakeRequest.last, 'abort');
    FakeRequest.last.sent(loaded);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await uploading).toMatchObject({ code: 'offline' });
    expect(abort).toHaveBeenCalled();
  });

  it('that is cancelled, also before it began, is no failure of the network', async () => {
    const cancelling = new AbortController();
    const uploading = upload(cancelling.signal);
    cancelling.abort();
    expect(await uploading).toMatchObject({ name: 'AbortError' });
    expect(await upload(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
  });
});
