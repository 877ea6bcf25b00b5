import { expect, it } from 'vitest';
import { TokenBucket } from '#src/http-api/token-bucket.ts';

it('refills with time, and keeps its tokens when the clock is moved back', () => {
  const bucket = new TokenBucket(1, 2, 10_000);
  expect([bucket.take(10_000), bucket.take(10_000), bucket.take(10_000)]).toEqual([true, true, false]);
  expect(bucket.take(11_000)).toBe(true);
  const moved = new TokenBucket(1, 2, 10_000);
  expect([moved.take(0), moved.take(0), moved.take(0), moved.take(1000)]).toEqual([true, true, false, true]);
});
