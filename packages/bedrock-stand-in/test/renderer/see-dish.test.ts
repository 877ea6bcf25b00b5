import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { lookWithMargin, MARGIN } from '#src/renderer/dish-mask/look-with-margin.ts';
import { seeDish } from '#src/renderer/dish-mask/see-dish.ts';
import { decode } from '#src/renderer/image-file.ts';
import { cutOut, photoOf, pixelsOf } from './look-drawings.ts';
import { mean } from './mean.ts';
import { photo } from './photos.ts';

vi.mock('#src/renderer/dish-mask/look-with-margin.ts', { spy: true });

it('looks once at a small dish that stands out: a second look would find the cloth around it', async () => {
  const whole = await photoOf('burger', sharp(await photo('burger')), 200, 200);
  const { data } = await pixelsOf(whole.file);
  const alone = sharp(data, { raw: { width: 200, height: 200, channels: 3 } })
    .joinChannel(await cutOut(whole), { raw: { width: 200, height: 200, channels: 1 } })
    .png();
  const cloth = { create: { width: 512, height: 400, channels: 3, background: '#a8402a' } } as const;
  const file = await sharp(cloth)
    .composite([{ input: await alone.toBuffer(), left: 60, top: 150 }])
    .png()
    .toBuffer();
  vi.mocked(lookWithMargin).mockClear();
  const seen = await seeDish(await decode(file, 512, 400));
  const share = seen ? mean(seen.dish, 0, 0, 1, 1) : 0;
  expect(share).toBeGreaterThan(0.05);
  expect(share).toBeLessThan(0.15);
  expect(lookWithMargin).not.toHaveBeenCalledWith(expect.anything(), MARGIN);
});
