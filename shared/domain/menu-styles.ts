export type BackgroundStyleId = 'neutral' | 'wooden' | 'marble' | 'dark' | 'bright' | 'restaurant';

export type PlateStyleId = 'current' | 'white-round' | 'white-square' | 'black-modern' | 'rustic' | 'elegant';

export type ImageStyleId = 'natural' | 'vibrant' | 'professional' | 'lifestyle' | 'premium';

export interface MenuStyle<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** One short line for the option. */
  readonly blurb: string;
  /** Text for the prompt, used word for word. */
  readonly prompt: string;
}

/** Surface and background of the dish (specification, customer product, section 3). */
export const backgroundStyles: readonly MenuStyle<BackgroundStyleId>[] = [
  {
    id: 'neutral',
    name: 'Neutral',
    blurb: 'Plain warm grey',
    prompt:
      'Neutral background: a seamless matte warm-grey surface and backdrop with a soft gradient and a gentle contact shadow.',
  },
  {
    id: 'wooden',
    name: 'Wooden',
    blurb: 'Oak table, visible grain',
    prompt:
      'Wooden background: a well-used oak table with clear grain running away from the camera, softly lit from a window.',
  },
  {
    id: 'marble',
    name: 'Marble',
    blurb: 'White stone, grey veins',
    prompt:
      'Marble background: a polished white marble counter with fine grey veins and a faint reflection of the dish.',
  },
  {
    id: 'dark',
    name: 'Dark',
    blurb: 'Slate and shadow',
    prompt:
      'Dark background: a charcoal slate surface falling into shadow, with one soft light picking out the food.',
  },
  {
    id: 'bright',
    name: 'Bright',
    blurb: 'Airy, high-key white',
    prompt:
      'Bright background: an airy high-key white surface flooded with daylight, with only a pale soft shadow.',
  },
  {
    id: 'restaurant',
    name: 'Restaurant',
    blurb: 'Your dining room, out of focus',
    prompt:
      'Restaurant background: a set table in a warm dining room, its lamps and empty chairs far out of focus behind the dish.',
  },
];

/** The plate; `current` keeps the plate of the photo. */
export const plateStyles: readonly MenuStyle<PlateStyleId>[] = [
  {
    id: 'current',
    name: 'Current',
    blurb: 'Keep your own plate',
    prompt: 'Keep the plate, bowl or glass of the photo exactly as it is.',
  },
  {
    id: 'white-round',
    name: 'White Round',
    blurb: 'The classic',
    prompt: 'Serve the dish on a plain round white porcelain plate with a thin clean rim.',
  },
  {
    id: 'white-square',
    name: 'White Square',
    blurb: 'Straight and modern',
    prompt: 'Serve the dish on a square white porcelain plate with softly rounded corners.',
  },
  {
    id: 'black-modern',
    name: 'Black Modern',
    blurb: 'Matte black, strong contrast',
    prompt: 'Serve the dish on a modern matte black stoneware plate with a sharp, thin edge.',
  },
  {
    id: 'rustic',
    name: 'Rustic',
    blurb: 'Handmade stoneware',
    prompt: 'Serve the dish on a rustic handmade stoneware plate in speckled sand glaze with an uneven rim.',
  },
  {
    id: 'elegant',
    name: 'Elegant',
    blurb: 'Fine china, gold rim',
    prompt: 'Serve the dish on an elegant wide-rimmed fine china plate with a delicate gold line.',
  },
];

/** Colour grading of the whole picture. */
export const imageStyles: readonly MenuStyle<ImageStyleId>[] = [
  {
    id: 'natural',
    name: 'Natural',
    blurb: 'As the eye sees it',
    prompt: 'Natural style: true colours, soft daylight, honest texture, nothing exaggerated.',
  },
  {
    id: 'vibrant',
    name: 'Vibrant',
    blurb: 'Fresh, strong colour',
    prompt: 'Vibrant style: fresh saturated colours, bright light, lively contrast and clean whites.',
  },
  {
    id: 'professional',
    name: 'Professional',
    blurb: 'Studio sharp',
    prompt: 'Professional style: even studio light, accurate colour, crisp focus across the whole dish.',
  },
  {
    id: 'lifestyle',
    name: 'Lifestyle',
    blurb: 'Warm and lived-in',
    prompt:
      'Lifestyle style: warm late-morning light, a relaxed table and a slightly filmic, faded colour palette.',
  },
  {
    id: 'premium',
    name: 'Premium',
    blurb: 'Deep, rich, refined',
    prompt: 'Premium style: rich deep tones, restrained highlights, sculpted light and refined contrast.',
  },
];
