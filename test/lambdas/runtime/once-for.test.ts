import { expect, it, vi } from 'vitest';
import { onceFor } from '#lambdas/runtime/once-for.ts';

it('computes once for each object that is named, whatever else is given', () => {
  const make = vi.fn(({ text }: { about: object; text: string }) => [text]);
  const of = onceFor(({ about }) => about, make);
  const [one, other] = [{}, {}];
  expect(of({ about: one, text: 'first' })).toEqual(['first']);
  expect(of({ about: one, text: 'second' })).toBe(of({ about: one, text: 'third' }));
  expect(of({ about: other, text: 'fourth' })).toEqual(['fourth']);
  expect(make).toHaveBeenCalledTimes(2);
});

it('remembers a failure', async () => {
  const make = vi.fn(() => Promise.reject(new Error('No dish')));
  const of = onceFor((photo: object) => photo, make);
  const photo = {};
  await expect(of(photo)).rejects.toThrow('No dish');
  await expect(of(photo)).rejects.toThrow('No dish');
  expect(make).toHaveBeenCalledTimes(1);
});
