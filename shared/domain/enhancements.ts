export type EnhancementId = 'blur_background' | 'enhance_details' | 'warmer_lighting' | 'studio_light';

/** Names under which the structured request lists adjustments (specification, customer product, section 5). */
type AdjustmentName = 'blurBackground' | 'enhanceDetails' | 'warmerLighting' | 'studioLight';

export interface Enhancement {
  readonly id: EnhancementId;
  readonly adjustmentName: AdjustmentName;
  readonly name: string;
  readonly description: string;
  /** Text for the prompt, used word for word. */
  readonly prompt: string;
}

/** The four professional enhancements (specification, customer product, section 3). */
export const enhancements: readonly Enhancement[] = [
  {
    id: 'blur_background',
    adjustmentName: 'blurBackground',
    name: 'Blur Background',
    description: 'Dish sharp, surroundings soft',
    prompt:
      'Blur the background with a shallow depth of field, f/1.8: the whole dish stays tack sharp, everything behind it melts into smooth, creamy bokeh.',
  },
  {
    id: 'enhance_details',
    adjustmentName: 'enhanceDetails',
    name: 'Enhance Details',
    description: 'Crisp texture, every crumb',
    prompt:
      'Enhance the details of the food: crisp crusts, visible grain and crumb, fresh moisture on leaves and sauces, fine local contrast without halos or oversharpening.',
  },
  {
    id: 'warmer_lighting',
    adjustmentName: 'warmerLighting',
    name: 'Warmer Lighting',
    description: 'Late-afternoon warmth',
    prompt:
      'Relight the scene with warmer light: a low golden-hour sun from the side, about 3800 kelvin, honeyed highlights and soft amber shadows, whites still believable.',
  },
  {
    id: 'studio_light',
    adjustmentName: 'studioLight',
    name: 'Studio Light',
    description: 'Clean softbox, clear shape',
    prompt:
      'Relight the dish as in a photo studio: a large softbox from the back left, a white fill card on the right, neutral 5500 kelvin colour, clean even background and a soft contact shadow.',
  },
];

/** Offered by prompt tests only (specification, back office, section 3). */
export const dramaticLighting = {
  id: 'dramaticLighting',
  name: 'Dramatic Lighting',
  description: 'One hard light, deep shadow',
  prompt:
    'Relight the dish dramatically: a single hard side light, deep falling shadows, dark moody surroundings and bright sculpted highlights on the food.',
} as const;

/** Returns the enhancement with this id, or undefined. */
export function enhancementById(id: string): Enhancement | undefined {
  return enhancements.find((enhancement) => enhancement.id === id);
}

/** An enhancement for a prompt; prompt tests also have `dramaticLighting`. */
export type Adjustment = Pick<Enhancement, 'prompt'> & { readonly id: string };

/** Returns the adjustment with this enhancement id or structured name, `dramaticLighting` included, or undefined. */
export function adjustmentByName(idOrName: string): Adjustment | undefined {
  if (idOrName === dramaticLighting.id) return dramaticLighting;
  return enhancements.find(({ id, adjustmentName }) => id === idOrName || adjustmentName === idOrName);
}

export type CameraAngleId = 'overhead' | 'angled_45' | 'profile';

export interface CameraAngle {
  readonly id: CameraAngleId;
  /** Its id in the structured request. */
  readonly structuredId: 'overhead' | 'angled45' | 'profile';
  readonly name: string;
  readonly description: string;
  /** Text for the prompt, used word for word. */
  readonly prompt: string;
}

/** The three camera angles (specification, customer product, section 3). */
export const cameraAngles: readonly CameraAngle[] = [
  {
    id: 'overhead',
    structuredId: 'overhead',
    name: 'Overhead',
    description: '90 degrees: pizza, bowls, flat items',
    prompt:
      'Photographed from directly overhead at 90 degrees, a flat lay with the camera looking straight down on the whole dish.',
  },
  {
    id: 'angled_45',
    structuredId: 'angled45',
    name: '45-Degree',
    description: '45 degrees: burgers, sandwiches, layered',
    prompt:
      'Photographed at a 45-degree angle, as a guest at the table sees it, showing both the top and the layers of the dish.',
  },
  {
    id: 'profile',
    structuredId: 'profile',
    name: 'Profile',
    description: '0-20 degrees: tall items, drinks',
    prompt:
      'Photographed in profile from 0 to 20 degrees above the table, the camera at the height of the dish, showing how tall it stands.',
  },
];

/** Returns the camera angle with this id, here or in the structured request, or undefined. */
export function cameraAngleById(id: string): CameraAngle | undefined {
  return cameraAngles.find((angle) => angle.id === id || angle.structuredId === id);
}
