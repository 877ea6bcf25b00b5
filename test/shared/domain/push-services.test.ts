import { describe, expect, it } from 'vitest';
import { deviceIdOf } from '#shared/domain/push-services.ts';

describe('the id of a device', () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';

  it('has 32 hexadecimal digits and nothing of its address', async () => {
    expect(await deviceIdOf(endpoint)).toMatch(/^[0-9a-f]{32}$/);
    // The beginning of the published SHA-256 of nothing.
    expect(await deviceIdOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb924');
  });

  it('has two digits for each byte, also for small ones', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => deviceIdOf(`${endpoint}${index}`)),
    );
    for (const id of ids) expect(id).toHaveLength(32);
    expect(new Set(ids).size).toBe(50);
  });

  it('stays the same for the same address', async () => {
    expect(await deviceIdOf(endpoint)).toBe(await deviceIdOf(endpoint));
  });
});
