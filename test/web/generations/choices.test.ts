import { describe, expect, it } from 'vitest';
import { choicesOf } from '#web/generations/choices.ts';
import { customDish } from '#web/studio/custom-dish.ts';
import { generationRequest } from '#web/studio/generation-request.ts';
import { initialState } from '#web/studio/wizard.ts';
import { doneGeneration } from './stored-generation.ts';

describe('the choices of a stored generation', () => {
  it('make the same request again', () => {
    const { id, source, menuItemName, studio, framing, foodLock, createdAt } = doneGeneration;
    const dish = customDish(id, { source, name: menuItemName, imageUrl: '', createdAt });
    const choices = choicesOf(doneGeneration);
    expect(choices).toBeDefined();
    const request = generationRequest({ ...initialState, ...choices, dish }, id);
    expect(request).toEqual({
      kind: 'studio',
      id,
      source,
      productName: menuItemName,
      framing,
      foodLock,
      studio,
    });
  });

  it('keep the words of a scene that the user wrote', () => {
    const studio = doneGeneration.studio && { ...doneGeneration.studio, scene: { text: 'On a terrace' } };
    expect(choicesOf({ ...doneGeneration, studio })?.scene).toEqual({ text: 'On a terrace' });
  });

  it('leave out what the catalogue does not have any more', () => {
    const studio = doneGeneration.studio && {
      ...doneGeneration.studio,
      formatId: 'fax',
      adjustment: 'sepia',
      cameraAngle: 'underwater',
      avatarGender: 'x',
      avatarEthnicity: 'x',
    };
    expect(choicesOf({ ...doneGeneration, studio })).toMatchObject({
      formatId: null,
      adjustment: null,
      cameraAngle: null,
      avatarGender: 'random',
      avatarEthnicity: 'random',
    });
  });

  it('are none for a Menu Pack generation', () => {
    expect(choicesOf({ ...doneGeneration, studio: null })).toBeUndefined();
  });
});
