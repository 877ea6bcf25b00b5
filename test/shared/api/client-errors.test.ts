import { expect, it } from 'vitest';
import { clientErrorRoutes } from '#shared/api/client-errors.ts';

const { body } = clientErrorRoutes.reportClientError;
const error = { feature: 'studio', name: 'TypeError', place: 'app-B1c2.js:10:20' };

it('takes a class and a place', () => {
  expect(body.safeParse(error).success).toBe(true);
  expect(body.safeParse({ ...error, place: '' }).success).toBe(true);
});

it.each([
  { ...error, message: 'ada@bistro.example' },
  { ...error, name: 'ada@bistro.example' },
  { ...error, place: 'https://site.example/studio?generation=1:1:1' },
  { ...error, place: 'a line\nof the log:1:1' },
  { ...error, name: 'E'.repeat(61) },
  { ...error, feature: 'elsewhere' },
])('takes no words, addresses or lines: %j', (given) => {
  expect(body.safeParse(given).success).toBe(false);
});
