import { expect, it } from 'vitest';
import { markersOf } from './markers.ts';

const problemOf = (text: string) => markersOf({ path: 'a.test.ts', text })[0]?.problem;
/** Built at run time, so that the markers of these examples are not read as markers of this file. */
const mark = (ids: string, ...lines: string[]) => [`// ${ids}`, ...lines].join('\n');

it('finds each id with its place, over several lines', () => {
  const text = ['', mark('C1.1, V10.2.3,', mark('T1.S1', "it('holds', () => {});"))].join('\n');
  expect(markersOf({ path: 'a.test.ts', text })).toEqual([
    { id: 'C1.1', place: 'a.test.ts:2' },
    { id: 'V10.2.3', place: 'a.test.ts:2' },
    { id: 'T1.S1', place: 'a.test.ts:3' },
  ]);
});

it.each([
  mark('C1.1', 'expect(1).toBe(1);'),
  mark('C1.1', 'await page.getByText(name).waitFor();'),
  mark('C1.1', "it.each([1])('holds', () => {});"),
  mark('C1.1', '// Why it holds.', "describe('it', () => {});"),
])('accepts %j', (text) => {
  expect(problemOf(text)).toBeUndefined();
});

it.each([
  [mark('C1.1', 'const one = 1;'), 'the statement below the marker asserts nothing'],
  [mark('C1.1', ''), 'no statement begins below the marker'],
  [mark('C1.1', "it.skip('holds', () => {});"), 'the test is skipped'],
  [`describe.skip('a', () => {\n${mark('C1.1', 'expect(1).toBe(1);')}\n});`, 'the test is skipped'],
])('reports %j: %s', (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});
