import { cameraAngles, dramaticLighting, enhancements } from './enhancements.ts';
import { filters, surroundingsPrompt } from './filters.ts';
import { backgroundStyles, imageStyles, plateStyles } from './menu-styles.ts';
import { foodScenes, influencerScenes } from './scenes.ts';

const textOf = <Id extends string>({ id, prompt }: { readonly id: Id; readonly prompt: string }) => ({
  id,
  text: prompt,
});

/** The catalogue texts by which a look is recognised in a prompt. The stand-in of the image models uses them. */
export const lookTexts = {
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
