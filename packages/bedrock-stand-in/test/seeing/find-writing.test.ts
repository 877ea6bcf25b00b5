import { describe, expect, it } from 'vitest';
import { findWriting } from '#src/seeing/find-writing.ts';
import { dishes, photo, photographs } from '#test/renderer/photos.ts';
import { withWriting } from './writing.ts';

describe('writing', () => {
  it.each([
    ...dishes,
    'wings-before',
    ...photographs,
  ] as const)('is not seen in the photo %s', async (name) => {
    expect(await findWriting(await photo(name))).toBe(0);
  });

  it.each([
    ['burger', 0.08],
    ['salad', 0.06],
    ['fruits-opencv', 0.05],
  ] as const)('is seen on the photo %s, with letters of %s of its height', async (name, height) => {
    const share = await findWriting(await withWriting(await photo(name), height));
    expect(share).toBeGreaterThan(0.005);
    expect(share).toBeLessThan(0.1);
  });

  it('is searched in pictures of a few pixels without an error', async () => {
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await findWriting(dot)).toBe(0);
  });
});
