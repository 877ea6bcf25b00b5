import { expect, test } from 'vitest';
import { enlargeText } from '#test/support/large-text.ts';

const marks = () =>
  ['large-text', 'no-sticky'].filter((mark) => document.documentElement.matches(`.${mark}`));

test('the root element is marked while a style sheet makes the text large for the screen', async () => {
  await expect.poll(marks).toEqual([]);
  await enlargeText();
  await expect.poll(marks).toEqual(['large-text', 'no-sticky']);
  document.documentElement.style.fontSize = '';
  await expect.poll(marks).toEqual([]);
});
