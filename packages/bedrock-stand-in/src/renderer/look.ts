/** The looks that the renderer can draw. */
export type FilterId =
  | 'synthwave'
  | 'anime'
  | 'neo-cyber'
  | 'glitch'
  | 'popcrush'
  | 'luxeglow'
  | 'auradream'
  | 'streetsplash'
  | 'flamerush'
  | 'frostbite'
  | 'galaxydrip'
  | 'liquidgold'
  | 'shockwave'
  | 'pixelpop'
  | 'hyperbloom'
  | 'prismpulse';

export type EnhancementId =
  | 'blur_background'
  | 'enhance_details'
  | 'warmer_lighting'
  | 'studio_light'
  | 'dramaticLighting';

export type CameraAngleId = 'overhead' | 'angled_45' | 'profile';

export type BackgroundId = 'neutral' | 'wooden' | 'marble' | 'dark' | 'bright' | 'restaurant';

export type NewPlateId = 'white-round' | 'white-square' | 'black-modern' | 'rustic' | 'elegant';

/** `current` keeps the plate of the photo. */
export type PlateId = 'current' | NewPlateId;

export type ImageStyleId = 'natural' | 'vibrant' | 'professional' | 'lifestyle' | 'premium';

/** A look, and the text that selects it: a prompt selects the look if it contains the text word for word. */
export interface LookText<Id extends string> {
  readonly id: Id;
  readonly text: string;
}

/** The texts by which an application's prompts select looks. */
export interface LookTexts {
  readonly filters: readonly LookText<FilterId>[];
  readonly enhancements: readonly LookText<EnhancementId>[];
  readonly cameraAngles: readonly LookText<CameraAngleId>[];
  readonly backgrounds: readonly LookText<BackgroundId>[];
  readonly plates: readonly LookText<PlateId>[];
  readonly imageStyles: readonly LookText<ImageStyleId>[];
  /** Descriptions of places. The renderer recognises surface, backdrop, light and people by words in them. */
  readonly scenes: readonly string[];
}

export const noLookTexts: LookTexts = {
  filters: [],
  enhancements: [],
  cameraAngles: [],
  backgrounds: [],
  plates: [],
  imageStyles: [],
  scenes: [],
};

/** The parts of a prompt that the renderer understands. */
export interface Look {
  filter?: FilterId;
  /** The description of the place, if the prompt has one. */
  scene?: string;
  /** Description of the person in the scene. */
  person?: string;
  enhancements: EnhancementId[];
  cameraAngle?: CameraAngleId;
  background?: BackgroundId;
  plate?: PlateId;
  imageStyle?: ImageStyleId;
}

const presetFilters: Readonly<Record<string, FilterId>> = {
  anime: 'anime',
  'comic-book': 'popcrush',
  'neon-punk': 'synthwave',
  'pixel-art': 'pixelpop',
};

/**
 * Finds the looks whose texts the prompt contains word for word. Two lines have a fixed form: `Setting: "…"` describes
 * a place in the user's own words, and `The main person is an adult: ….` describes the person.
 */
export function readLook(prompt: string, texts: LookTexts, stylePreset?: string): Look {
  const idIn = <Id extends string>(looks: readonly LookText<Id>[]): Id | undefined =>
    looks.find(({ text }) => prompt.includes(text))?.id;
  const filter = idIn(texts.filters) ?? presetFilters[stylePreset ?? ''];
  const scene =
    texts.scenes.find((text) => prompt.includes(text)) ?? /^Setting: "([^"]*)"/m.exec(prompt)?.[1];
  const person = /^The main person is an adult: (.*)\.$/m.exec(prompt)?.[1];
  const cameraAngle = idIn(texts.cameraAngles);
  const background = idIn(texts.backgrounds);
  const plate = idIn(texts.plates);
  const imageStyle = idIn(texts.imageStyles);
  return {
    enhancements: texts.enhancements.filter(({ text }) => prompt.includes(text)).map(({ id }) => id),
    ...(filter && { filter }),
    ...(scene && { scene }),
    ...(person && { person }),
    ...(cameraAngle && { cameraAngle }),
    ...(background && { background }),
    ...(plate && { plate }),
    ...(imageStyle && { imageStyle }),
  };
}
