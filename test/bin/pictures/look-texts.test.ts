import { isRefusedPrompt } from 'bedrock-stand-in/content-filter';
import { type Look, readLook } from 'bedrock-stand-in/look';
import { createRenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cameraAngles, dramaticLighting, enhancements } from '#shared/domain/enhancements.ts';
import { filters } from '#shared/domain/filters.ts';
import { lookTexts } from '#shared/domain/look-texts.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { resolveStudioPrompt } from '#shared/domain/prompt.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';

const choices = { productName: 'Smash burger', formatId: 'square_feed', path: 'social', seed: 1 } as const;

type Choice = Partial<Parameters<typeof resolveStudioPrompt>[0]>;

const promptOf = (choice: Choice) => resolveStudioPrompt({ ...choices, ...choice }).prompt;
const lookOf = (choice: Choice): Look => readLook(promptOf(choice), lookTexts);

describe('the looks of the catalogues', () => {
  it('are recognised in the prompts of the studio', () => {
    for (const { id } of filters)
      for (const foodLock of [false, true]) expect(lookOf({ filterId: id, foodLock }).filter).toBe(id);
    for (const { id } of enhancements) expect(lookOf({ enhancementId: id }).enhancements).toEqual([id]);
    for (const { id } of cameraAngles) expect(lookOf({ cameraAngleId: id }).cameraAngle).toBe(id);
    for (const { id, text } of foodScenes) expect(lookOf({ sceneId: id }).scene).toBe(text);
    for (const { id, text } of influencerScenes)
      expect(lookOf({ path: 'ugc', sceneId: id }).scene).toBe(text);
  });

  it('are recognised by the texts of menu styles and of dramatic lighting', () => {
    const look = (prompt: string) => readLook(`A ${prompt} B`, lookTexts);
    for (const { id, prompt } of backgroundStyles) expect(look(prompt).background).toBe(id);
    for (const { id, prompt } of plateStyles) expect(look(prompt).plate).toBe(id);
    for (const { id, prompt } of imageStyles) expect(look(prompt).imageStyle).toBe(id);
    expect(look(dramaticLighting.prompt).enhancements).toEqual([dramaticLighting.id]);
  });

  it("are recognised beside a scene in the user's own words and a person", () => {
    const look = lookOf({
      path: 'ugc',
      customScene: 'A friend on a marble terrace by the sea',
      avatarGender: 'female',
      avatarEthnicity: 'hispanic',
    });
    expect(look).toMatchObject({
      scene: 'A friend on a marble terrace by the sea',
      person: 'Hispanic woman',
    });
  });

  it('contain no word that the content filter refuses', () => {
    const prompts = [
      ...filters.map(({ id }) => promptOf({ filterId: id })),
      ...foodScenes.map(({ id }) => promptOf({ sceneId: id })),
      ...influencerScenes.map(({ id }) => promptOf({ path: 'ugc', sceneId: id })),
    ];
    expect(prompts.filter(isRefusedPrompt)).toEqual([]);
  });

  it('give every scene a picture of its own', async () => {
    const sample = new URL('../../../web/public/samples/salad.jpg', import.meta.url);
    const image = await sharp(sample.pathname).resize(192, 192).jpeg({ quality: 95 }).toBuffer();
    const pool = createRenderPool(1, lookTexts);
    const pictures = await Promise.all(
      [...foodScenes, ...influencerScenes].map(async ({ text }) => {
        const fields = {
          image: '',
          prompt: text,
          control_strength: 0.7,
          output_format: 'png' as const,
        };
        const picture = await pool.render({ service: 'control-structure', pictures: { image }, fields }, 4);
        return picture.toString('base64');
      }),
    );
    await pool.close();
    expect(new Set(pictures).size).toBe(foodScenes.length + influencerScenes.length);
  });
});
