import { expect, it } from 'vitest';
import { postBody } from '#shared/domain/post-body.ts';

it('has the hashtags at its end', () => {
  expect(postBody({ caption: 'Curry', hashtags: ['a', 'b'] })).toBe('Curry\n\n#a #b');
  expect(postBody({ caption: '', hashtags: ['a'] })).toBe('#a');
  expect(postBody({ caption: 'Curry', hashtags: [] })).toBe('Curry');
});
