import { describe, expect, it } from 'vitest';
import { createGenerationSchema, studioChoicesSchema } from '#shared/api/generations.ts';
import { generationRequest } from '#web/studio/generation-request.ts';
import { initialState, type WizardState } from '#web/studio/wizard.ts';

const id = '01J00000000000000000000001';

const ready: WizardState = {
  ...initialState,
  formatId: 'square_feed',
  dish: {
    id: 'custom_1',
    source: { type: 'upload', uploadId: '01J00000000000000000000009' },
    name: '  Soup of the day ',
    description: '',
    category: 'Custom',
    priceMinor: 0,
    imageUrl: 'data:image/jpeg;base64,',
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
  },
  creationPath: 'ugc',
};

describe('the request of the studio', () => {
  it('fits the contract and carries ids, never the picture', () => {
    const request = generationRequest({ ...ready, filter: { id: 'luxeglow' } }, id);
    // C7.17
    expect(createGenerationSchema.parse(request)).toMatchObject({
      kind: 'studio',
      productName: 'Soup of the day',
      studio: { filter: { id: 'luxeglow' }, scene: null },
    });
    expect(JSON.stringify(request)).not.toContain('data:');
  });

  it('sets promotional text at the top and a random avatar by default', () => {
    const unchosen = { promoPosition: 'top', avatarGender: 'random', avatarEthnicity: 'random' };
    // C3.23
    expect(generationRequest(ready, id)).toMatchObject({ studio: unchosen });
    // So does the contract where a caller leaves them out.
    const choices = studioChoicesSchema.parse({ formatId: 'square_feed', creationPath: 'ugc' });
    expect(choices).toMatchObject(unchosen);
  });

  it('sends the token of a random pick instead of its id', () => {
    const request = generationRequest(
      { ...ready, filter: { id: 'flamerush', pick: 'signed' }, scene: { id: 'a', pick: 'signed too' } },
      id,
    );
    expect(request).toMatchObject({
      studio: { filter: { pick: 'signed' }, scene: { pick: 'signed too' } },
    });
    expect(JSON.stringify(request)).not.toContain('flamerush');
  });

  it('sends the user’s own scene trimmed, and none when it is blank', () => {
    expect(generationRequest({ ...ready, scene: { text: ' a sunny terrace ' } }, id)).toMatchObject({
      studio: { scene: { text: 'a sunny terrace' } },
    });
    expect(generationRequest({ ...ready, scene: { text: '   ' } }, id)).toMatchObject({
      studio: { scene: null },
    });
  });

  it('refuses a draft without a dish', () => {
    expect(() => generationRequest({ ...ready, dish: null }, id)).toThrow('needs a format and a dish');
  });
});
