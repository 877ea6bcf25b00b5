import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { keepsSurroundings } from '#lambdas/generations/edit-mode-of.ts';
import { studioChoicesSchema } from '#shared/api/generations.ts';

type Choices = Parameters<typeof keepsSurroundings>[0];

const studio = (choices: Partial<z.input<typeof studioChoicesSchema>>): Choices => ({
  studio: studioChoicesSchema.parse({ formatId: 'square', creationPath: 'social', ...choices }),
  menu: null,
  foodLock: false,
});
const test = (editMode: 'relight' | 'stylise'): Choices => ({
  studio: null,
  menu: null,
  foodLock: false,
  test: { testId: '1', prompt: '', negativePrompt: '', editMode },
});

it.each<[string, Choices, boolean]>([
  ['new light', studio({ adjustment: 'warmer_lighting' }), true],
  ['another angle', studio({ cameraAngle: 'overhead' }), false],
  ['a scene', studio({ scene: { id: 'bistro-evening' } }), false],
  ['a filter', studio({ filter: { id: 'anime' } }), false],
  ['words of one’s own', studio({ customPrompt: 'On a wooden table.' }), false],
  ['a prompt test of new light', test('relight'), true],
  ['a prompt test of a filter', test('stylise'), false],
])('of %s says whether the photo’s own surroundings stay', (_, choices, keeps) => {
  expect(keepsSurroundings(choices)).toBe(keeps);
});
