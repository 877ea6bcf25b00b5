import { expect, it } from 'vitest';
import { fileSize } from '#shared/domain/size-texts.ts';

it.each([
  [830_000, '830 kB'],
  [999_000, '999 kB'],
  [1_000_000, '1 MB'],
  [2_440_000, '2.4 MB'],
  [20_000_000, '20 MB'],
])('%i bytes are read as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
