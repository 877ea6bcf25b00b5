import { describe, expect, it } from 'vitest';
import { createGenerationSchema } from '#shared/api/generations.ts';
import { alternativeOf, emptyDraft, menuRequest, photoIdOf, targetOf } from '#web/menu-pack/menu-draft.ts';

const id = '01J00000000000000000000001';
const photo = {
  source: { type: 'upload', uploadId: '01J00000000000000000000009' },
  name: 'Soup',
  preview: 'data:',
} as const;

describe('the draft of the Menu Enhancer Pack', () => {
  it('is a request once photo, platform and image type are there', () => {
    expect(menuRequest({ ...emptyDraft, photo })).toBeUndefined();
    expect(menuRequest({ ...emptyDraft, photo, platform: 'uber' })).toBeUndefined();
    expect(menuRequest({ ...emptyDraft, platform: 'uber', imageType: 'cover' })).toBeUndefined();
    const request = menuRequest({ ...emptyDraft, photo, platform: 'uber', imageType: 'cover' })?.(id);
    expect(createGenerationSchema.parse(request)).toMatchObject({
      kind: 'menu',
      menu: { platform: 'uber', imageType: 'cover', plateStyle: 'current' },
    });
  });

  it('frames the photo as the platform will get it', () => {
    expect(targetOf(emptyDraft)).toEqual({ width: 1200, height: 800 });
    expect(targetOf({ ...emptyDraft, platform: 'uber', imageType: 'cover' })).toEqual({
      width: 2880,
      height: 2304,
    });
  });

  it('tells the photos of two edits apart, and of two pictures of one generation', () => {
    const edit = { type: 'generation', generationId: id, variation: 0 } as const;
    const others = [
      { ...edit, generationId: '01J00000000000000000000002' },
      { ...edit, variation: 1 },
    ];
    expect(others.map(photoIdOf)).not.toContain(photoIdOf(edit));
  });

  it('names a second file only where the platform would refuse the first', () => {
    expect(alternativeOf('grubhub', 'square')).toMatchObject({ width: 1600, height: 1200 });
    expect(alternativeOf('uber', 'menu')).toBeUndefined();
    expect(alternativeOf('nobody', 'menu')).toBeUndefined();
  });
});
