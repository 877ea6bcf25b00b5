import { describe, expect, it } from 'vitest';
import { isRefusedPrompt } from '#src/content-filter.ts';
import { readLook } from '#src/renderer/look.ts';
import { createRandom } from '#src/renderer/random.ts';
import { readSetting } from '#src/renderer/setting.ts';
import { cameraAngles, enhancements } from '../../../../shared/domain/enhancements.ts';
import { filters } from '../../../../shared/domain/filters.ts';
import { backgroundStyles, imageStyles, plateStyles } from '../../../../shared/domain/menu-styles.ts';
import { resolveStudioPrompt } from '../../../../shared/domain/prompt.ts';
import { foodScenes, influencerScenes } from '../../../../shared/domain/scenes.ts';

const choices = { productName: 'Smash burger', formatId: 'square_feed', path: 'social', seed: 1 } as const;

describe('readLook', () => {
  it('recognises every look in the prompts that the product writes', () => {
    for (const { id } of filters) {
      expect(readLook(resolveStudioPrompt({ ...choices, filterId: id }).prompt).filter).toBe(id);
    }
    for (const { id } of enhancements) {
      expect(readLook(resolveStudioPrompt({ ...choices, enhancementId: id }).prompt).enhancements).toEqual([
        id,
      ]);
    }
    for (const { id } of cameraAngles) {
      expect(readLook(resolveStudioPrompt({ ...choices, cameraAngleId: id }).prompt).cameraAngle).toBe(id);
    }
    for (const { id, text } of foodScenes) {
      expect(readLook(resolveStudioPrompt({ ...choices, sceneId: id }).prompt).scene).toBe(text);
    }
    for (const { id, text } of influencerScenes) {
      expect(readLook(resolveStudioPrompt({ ...choices, path: 'ugc', sceneId: id }).prompt).scene).toBe(text);
    }
  });

  it('recognises the menu styles', () => {
    for (const { id, prompt } of backgroundStyles) expect(readLook(`A ${prompt} B`).background).toBe(id);
    for (const { id, prompt } of plateStyles) expect(readLook(`A ${prompt} B`).plate).toBe(id);
    for (const { id, prompt } of imageStyles) expect(readLook(`A ${prompt} B`).imageStyle).toBe(id);
  });

  it("takes a scene in the user's own words, and the person", () => {
    const { prompt } = resolveStudioPrompt({
      ...choices,
      path: 'ugc',
      customScene: 'A friend on a marble terrace by the sea',
      avatarGender: 'female',
      avatarEthnicity: 'hispanic',
    });
    const look = readLook(prompt);
    expect(look.scene).toBe('A friend on a marble terrace by the sea');
    expect(look.person).toBe('Hispanic woman');
    const setting = readSetting(look.scene ?? '', createRandom(1, ''), look.person);
    expect(setting).toMatchObject({ surface: 'marble', backdrop: 'sea', people: 1 });
  });

  it('finds nothing in an empty or foreign prompt', () => {
    expect(readLook('')).toEqual({ enhancements: [] });
    expect(readLook('a photo of soup')).toEqual({ enhancements: [] });
  });

  it('refuses no prompt that the product writes of its own', () => {
    const prompts = [
      ...filters.map(({ id }) => resolveStudioPrompt({ ...choices, filterId: id }).prompt),
      ...foodScenes.map(({ id }) => resolveStudioPrompt({ ...choices, sceneId: id }).prompt),
      ...influencerScenes.map(
        ({ id }) => resolveStudioPrompt({ ...choices, path: 'ugc', sceneId: id }).prompt,
      ),
    ];
    expect(prompts.filter(isRefusedPrompt)).toEqual([]);
    expect(isRefusedPrompt('an Explicit picture')).toBe(true);
  });
});
