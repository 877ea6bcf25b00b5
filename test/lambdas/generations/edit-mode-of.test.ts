import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { editModeOf, keepsSurroundings } from '#lambdas/generations/edit-mode-of.ts';
import { studioChoicesSchema } from '#shared/api/generations.ts';

type Choices = Parameters<typeof keepsSurroundings>[0];

const studio = (choices: Partial<z.input<typeof studioChoicesSchema>>): Choices => ({
  studio: studioChoicesSchema.parse({ formatId: 'square', creationPath: 'social', ...choices }),
  menu: null,
  foodLock: false,
  framing: { x: 0.5, y: 0.5 },
});
const test = (editMode: 'relight' | 'stylise'): Choices => ({
  studio: null,
  menu: null,
  foodLock: false,
  framing: { x: 0.5, y: 0.5 },
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

describe('under the food lock', () => {
  const blurred = { ...studio({ adjustment: 'blur_background' }), foodLock: true };

  it('a blurred background is a retouch', () => {
    expect(editModeOf(blurred)).toBe('retouch');
    expect(editModeOf({ ...blurred, framing: { x: 0.5, y: 0.5, zoom: 1.5 } })).toBe('retouch');
  });

  it('what lies beyond the photo’s edges has to be drawn', () => {
    expect(editModeOf({ ...blurred, framing: { x: 0.5, y: 0.5, zoom: 0.8 } })).toBe('surroundings');
  });
});
