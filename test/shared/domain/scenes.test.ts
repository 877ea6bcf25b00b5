import { describe, expect, it } from 'vitest';
import { foodScenes, influencerScenes, sceneById, scenesOf } from '#shared/domain/scenes.ts';

const all = [...influencerScenes, ...foodScenes];

describe('scenes', () => {
  it('are 30 with people and 32 of food', () => {
    // C3.31
    expect(influencerScenes).toHaveLength(30);
    expect(foodScenes).toHaveLength(32);
  });

  it('are counted from 0 in each list', () => {
    expect(influencerScenes.map((scene) => scene.index)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(foodScenes.map((scene) => scene.index)).toEqual(Array.from({ length: 32 }, (_, i) => i));
  });

  // C3.31
  it('have ids, names and texts of their own', () => {
    expect(new Set(all.map((scene) => scene.id)).size).toBe(62);
    expect(new Set(all.map((scene) => scene.name)).size).toBe(62);
    expect(new Set(all.map((scene) => scene.text)).size).toBe(62);
  });

  it.each(all)('$id fits its request field and its tile', (scene) => {
    expect(scene.text.length).toBeLessThanOrEqual(500);
    expect(scene.name.split(' ').length).toBeGreaterThanOrEqual(2);
    expect(scene.name.split(' ').length).toBeLessThanOrEqual(4);
    expect(scene.id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(scene.text).toMatch(/\bdish\b/);
  });

  it.each(influencerScenes)('$id leaves gender and ethnicity to the avatar options', (scene) => {
    expect(scene.text).not.toMatch(
      /\b(he|she|his|her|him|man|men|woman|women|boy|girl|male|female|guy|lady|white person|black person)\b/i,
    );
  });

  it.each(foodScenes)('$id shows no people', (scene) => {
    expect(scene.text).not.toMatch(/\b(person|people|friends?|guests?|chef|hands?|crowd|couple|creator)\b/i);
  });

  it('belong to the creation paths', () => {
    expect(scenesOf('ugc')).toBe(influencerScenes);
    expect(scenesOf('social')).toBe(foodScenes);
    expect(sceneById('social', 'rustic-oak-table')?.index).toBe(0);
    expect(sceneById('ugc', 'rustic-oak-table')).toBeUndefined();
  });
});
