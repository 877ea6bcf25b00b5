import { expect, it } from 'vitest';
import { keepsSurroundings } from '#lambdas/generations/edit-mode-of.ts';

it.each<[string, Parameters<typeof keepsSurroundings>[0], boolean]>([
  ['another angle or new light', { studio: { filter: null, scene: null } }, true],
  ['a scene', { studio: { filter: null, scene: { id: 'bistro-evening' } } }, false],
  ['a filter', { studio: { filter: { id: 'anime' }, scene: null } }, false],
  ['a menu picture', { studio: null }, false],
  ['a prompt test of new light', { studio: null, test: { editMode: 'relight' } }, true],
  ['a prompt test of a filter', { studio: null, test: { editMode: 'stylise' } }, false],
])('of %s says whether the photo’s own surroundings stay', (_, choices, keeps) => {
  expect(keepsSurroundings(choices)).toBe(keeps);
});
