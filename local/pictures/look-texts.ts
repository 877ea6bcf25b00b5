import type { LookTexts } from 'bedrock-stand-in/look';
import { cameraAngles, dramaticLighting, enhancements } from '#shared/domain/enhancements.ts';
import { filters, surroundingsPrompt } from '#shared/domain/filters.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';

const textOf = <Id extends string>({ id, prompt }: { readonly id: Id; readonly prompt: string }) => ({
  id,
  text: prompt,
});

/** The texts of PlatePost's catalogues by which the renderer recognises a look in a prompt. */
export const lookTexts: LookTexts = {
  filters: filters.flatMap((filter) =>
    [filter.stylePrompt, surroundingsPrompt(filter)].map((text) => ({ id: filter.id, text })),
  ),
  enhancements: [...enhancements, dramaticLighting].map(textOf),
  cameraAngles: cameraAngles.map(textOf),
  backgrounds: backgroundStyles.map(textOf),
  plates: plateStyles.map(textOf),
  imageStyles: imageStyles.map(textOf),
  scenes: [...influencerScenes, ...foodScenes].map(({ text }) => text),
};
