import type { CameraAngleId } from '../../../../shared/domain/enhancements.ts';
import {
  cameraAngles,
  dramaticLighting,
  type EnhancementId,
  enhancements,
} from '../../../../shared/domain/enhancements.ts';
import { type FilterId, filters } from '../../../../shared/domain/filters.ts';
import {
  type BackgroundStyleId,
  backgroundStyles,
  type ImageStyleId,
  imageStyles,
  type PlateStyleId,
  plateStyles,
} from '../../../../shared/domain/menu-styles.ts';
import { foodScenes, influencerScenes } from '../../../../shared/domain/scenes.ts';

/** What a prompt asks for, as far as this renderer understands it. */
export interface Look {
  filter?: FilterId;
  /** The text that describes the setting, if the prompt names one. */
  scene?: string;
  /** Who is in it, in the prompt's words. */
  person?: string;
  enhancements: (EnhancementId | 'dramaticLighting')[];
  cameraAngle?: CameraAngleId;
  background?: BackgroundStyleId;
  plate?: PlateStyleId;
  imageStyle?: ImageStyleId;
}

const presetFilters: Record<string, FilterId> = {
  anime: 'anime',
  'comic-book': 'popcrush',
  'neon-punk': 'synthwave',
  'pixel-art': 'pixelpop',
};

/** Finds the catalogue texts that the prompt contains word for word, and a setting in words of its own. */
export function readLook(prompt: string, stylePreset?: string): Look {
  const look: Look = { enhancements: [] };
  const filter =
    filters.find((known) => prompt.includes(known.stylePrompt))?.id ?? presetFilters[stylePreset ?? ''];
  if (filter) look.filter = filter;
  const scene = [...influencerScenes, ...foodScenes].find((known) => prompt.includes(known.text));
  // A setting in the user's own words stands in quotes after this label.
  const setting = scene?.text ?? /^Setting: "([^"]*)"/m.exec(prompt)?.[1];
  if (setting) look.scene = setting;
  const person = /^The main person is an adult: (.*)\.$/m.exec(prompt)?.[1];
  if (person) look.person = person;
  for (const known of [...enhancements, dramaticLighting]) {
    if (prompt.includes(known.prompt)) look.enhancements.push(known.id);
  }
  const angle = cameraAngles.find((known) => prompt.includes(known.prompt));
  if (angle) look.cameraAngle = angle.id;
  const background = backgroundStyles.find((known) => prompt.includes(known.prompt));
  if (background) look.background = background.id;
  const plate = plateStyles.find((known) => prompt.includes(known.prompt));
  if (plate) look.plate = plate.id;
  const imageStyle = imageStyles.find((known) => prompt.includes(known.prompt));
  if (imageStyle) look.imageStyle = imageStyle.id;
  return look;
}
