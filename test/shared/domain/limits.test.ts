import { expect, it } from 'vitest';
import { uploadDays, uploadStorageDays } from '#shared/domain/limits.ts';
import { redoDays } from '#shared/domain/redo.ts';

it('an upload is there for the free redo of pictures that were made a day after it, and its file for longer', () => {
  expect(uploadDays).toBeGreaterThanOrEqual(redoDays + 1);
  expect(uploadStorageDays).toBeGreaterThan(uploadDays);
});
