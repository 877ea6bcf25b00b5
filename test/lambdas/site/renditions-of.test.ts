import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renditionsOf } from '#lambdas/site/renditions-of.ts';

describe('the renditions of a picture', () => {
  it.each(['srgb', 'p3'])('keep the colours of a 16-bit PNG with the profile %s', async (profile) => {
    const create = { width: 64, height: 64, channels: 3, background: { r: 200, g: 40, b: 40 } } as const;
    const png = await sharp({ create }).toColourspace('rgb16').withIccProfile(profile).png().toBuffer();
    const [rendition] = await renditionsOf(png);
    const { channels } = await sharp(rendition?.data).stats();
    // WebP rounds colours.
    expect(channels.map(({ mean }) => Math.round(mean / 4) * 4)).toEqual([200, 40, 40]);
  });
});
