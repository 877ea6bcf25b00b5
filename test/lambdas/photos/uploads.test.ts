import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { uploadKey } from '#lambdas/photos/uploads.ts';

const day = 24 * 60 * 60_000;

it('an upload can be used for eight days', () => {
  const [kept, expired] = [ulid(Date.now() - 7.9 * day), ulid(Date.now() - 8.1 * day)];
  expect(uploadKey('ada', 'uploads', kept)).toBe(`uploads/ada/${kept}`);
  expect(uploadKey('ada', 'site', kept)).toBe(`site/ada/${kept}`);
  expect(uploadKey('ada', 'uploads', expired)).toBeUndefined();
});
