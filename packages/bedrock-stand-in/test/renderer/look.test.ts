import { describe, expect, it } from 'vitest';
import { noLookTexts, readLook } from '#src/renderer/look.ts';
import { lookTexts } from './look-texts.ts';

const look = (prompt: string, stylePreset?: string) => readLook(prompt, lookTexts, stylePreset);

describe('readLook', () => {
  it('finds each look by its text', () => {
    for (const { id, text } of lookTexts.filters) expect(look(`A dish. ${text}`).filter).toBe(id);
    for (const { id, text } of lookTexts.enhancements) expect(look(text).enhancements).toEqual([id]);
    for (const { id, text } of lookTexts.cameraAngles) expect(look(text).cameraAngle).toBe(id);
    for (const { id, text } of lookTexts.backgrounds) expect(look(text).background).toBe(id);
    for (const { id, text } of lookTexts.plates) expect(look(text).plate).toBe(id);
    for (const { id, text } of lookTexts.imageStyles) expect(look(text).imageStyle).toBe(id);
    for (const text of lookTexts.scenes) expect(look(`A dish.\n${text}`).scene).toBe(text);
  });

  it('finds several looks in one prompt', () => {
    expect(
      look('A dish. Seen from overhead. Retouch with studio_light. Retouch with enhance_details.'),
    ).toEqual({
      cameraAngle: 'overhead',
      enhancements: ['enhance_details', 'studio_light'],
    });
  });

  it("takes a scene in the user's own words, and the person", () => {
    const prompt =
      'A dish.\nSetting: "A friend on a marble terrace".\nThe main person is an adult: Hispanic woman.';
    expect(look(prompt)).toEqual({
      enhancements: [],
      scene: 'A friend on a marble terrace',
      person: 'Hispanic woman',
    });
  });

  it('takes the filter from the style preset when the prompt selects none', () => {
    expect(look('A dish', 'pixel-art').filter).toBe('pixelpop');
    expect(look('A dish. In the style anime.', 'pixel-art').filter).toBe('anime');
  });

  it('finds nothing in an empty or foreign prompt', () => {
    expect(look('')).toEqual({ enhancements: [] });
    expect(look('a photo of soup')).toEqual({ enhancements: [] });
    expect(readLook('In the style anime.', noLookTexts)).toEqual({ enhancements: [] });
  });
});
