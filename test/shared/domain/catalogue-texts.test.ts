import { describe, expect, it } from 'vitest';
import { cameraAngles, dramaticLighting, enhancements } from '#shared/domain/enhancements.ts';
import { filters } from '#shared/domain/filters.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { asksForText, flatten } from '#shared/domain/prompt.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';

const texts: readonly (readonly [string, string])[] = [
  ...filters.map((filter) => [filter.id, filter.stylePrompt] as const),
  ...[...influencerScenes, ...foodScenes].map((scene) => [scene.id, scene.text] as const),
  ...[...enhancements, dramaticLighting, ...cameraAngles].map((entry) => [entry.id, entry.prompt] as const),
  ...[...backgroundStyles, ...plateStyles, ...imageStyles].map((entry) => [entry.id, entry.prompt] as const),
];

describe('the texts that go into prompts', () => {
  it.each(texts)('%s is one clean sentence or more that a prompt carries unchanged', (_id, text) => {
    expect(flatten(text)).toBe(text);
    expect(text).toMatch(/^[A-Z].{30,}\.$/);
  });

  it.each(texts)('%s asks for no writing', (_id, text) => {
    expect(asksForText(text)).toBe(false);
    expect(text).not.toMatch(/\b(text|words?|letters?|logo|slogan|writing|typography)\b/i);
  });

  it('are told apart inside a prompt: none is contained in another', () => {
    for (const [id, text] of texts) {
      const containing = texts.filter(([, other]) => other.includes(text)).map(([other]) => other);
      expect(containing).toEqual([id]);
    }
  });
});
