import { expect, it } from 'vitest';
import { isVideo } from '#web/pages/landing/is-video.ts';

it.each([
  ['/media/a.mp4', 'image', true],
  ['/media/a.MOV', 'image', true],
  ['/media/a.mp4?version=2', 'image', true],
  ['/media/a.webp', 'video', true],
  ['/media/a.webp', 'image', false],
  ['/media/mp4.webp', 'image', false],
] as const)('plays %s of type %s: %s', (url, type, plays) => {
  // B2.99
  expect(isVideo({ url, type })).toBe(plays);
});
