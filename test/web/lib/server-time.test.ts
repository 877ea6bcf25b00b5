import { decodeTime } from 'ulid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '#web/lib/api-client.ts';
import { isOffServerTime, newId, noteServerTime, serverNow } from '#web/lib/server-time.ts';

const hour = 60 * 60_000;

function answerAt(serverTime: number): Response {
  return new Response(null, { headers: { date: new Date(serverTime).toUTCString() } });
}

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(answerAt(Date.now()));
});

describe('the server’s time', () => {
  it('is known to the second, also below the difference that ids tolerate, and does not run backwards', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    noteServerTime(answerAt(Date.now() + hour));
    noteServerTime(answerAt(Date.now() + 20_000));
    expect(serverNow() - Date.now()).toBe(20_000);
    // An answer that took longer.
    noteServerTime(answerAt(Date.now() + 17_000));
    expect(serverNow() - Date.now()).toBe(20_000);
  });
});

describe('an id', () => {
  it.each([-26 * hour, 3 * hour])('has the server’s time on a device that is %d ms off', (off) => {
    noteServerTime(answerAt(Date.now() - off));
    const before = newId();
    expect(Math.abs(decodeTime(before) - (Date.now() - off))).toBeLessThan(2000);
    expect(isOffServerTime(before)).toBe(false);
  });

  it('that was made before the server’s time was known is off it', () => {
    const early = newId();
    expect(isOffServerTime(early)).toBe(false);
    noteServerTime(answerAt(Date.now() - hour));
    expect(isOffServerTime(early)).toBe(true);
  });

  it('has the device’s time while the clocks agree, or an answer does not say', () => {
    vi.useFakeTimers({ now: 1_800_000_000_123 });
    noteServerTime(answerAt(Date.now() - 20_000));
    expect(decodeTime(newId())).toBe(1_800_000_000_123);
    noteServerTime(new Response(null));
    noteServerTime(new Response(null, { headers: { date: 'yesterday' } }));
    expect(decodeTime(newId())).toBe(1_800_000_000_123);
  });
});

describe('a call of the API', () => {
  const at = Date.now() - 5 * hour;
  const call = createApiClient({ fetch: async () => answerAt(at), accessToken: async () => 'token' });

  it('brings the server’s time, unless a cache may have answered', async () => {
    await call('listLandingImages').catch(() => undefined);
    expect(Math.abs(decodeTime(newId()) - Date.now())).toBeLessThan(2000);
    await call('revokeShare', { params: { shareId: 'x' } }).catch(() => undefined);
    expect(Math.abs(decodeTime(newId()) - at)).toBeLessThan(5000);
  });
});
