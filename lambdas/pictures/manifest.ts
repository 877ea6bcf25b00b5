import type { Fidelity } from '#shared/api/generations.ts';
import { brand } from '#shared/brand.ts';
import { type DigitalSourceType, partOf } from './provenance.ts';

/**
 * Steps of making a picture. `opened` and `composited` name the customer's photo as an ingredient: `opened` as the
 * whole picture, `composited` for the dish in it. `reopened` names a picture that was made here; `surrounded` and
 * `redrawn` follow it.
 */
export type PictureAction =
  | 'opened'
  | 'reopened'
  | 'created'
  | 'composited'
  | 'surrounded'
  | 'redrawn'
  | 'retouched'
  | 'cropped'
  | 'upscaled'
  | 'outpainted'
  | 'worded'
  | 'watermarked';

/** How a picture was made, for its manifest. */
export interface Making {
  /** Title of the file, as readers of the manifest show it. */
  readonly title: string;
  /** The steps in order. The first is `created`, `reopened`, or `opened` for a customer's own photo. */
  readonly actions: readonly PictureAction[];
  /** Null for a customer's own photo, to which no model added pixels. */
  readonly digitalSourceType: DigitalSourceType | null;
  /** Of the picture that was `reopened`. */
  readonly openedType?: DigitalSourceType;
  readonly fidelity: Fidelity | null;
}

/** The actions in C2PA's words (specification 2.2, 18.15), with a sentence for people. */
const actions: Readonly<Record<PictureAction, { readonly action: string; readonly description: string }>> = {
  opened: {
    action: 'c2pa.opened',
    description: 'A photo that the restaurant chose; no model of ours drew in it.',
  },
  reopened: { action: 'c2pa.opened', description: 'A picture made here earlier, with generative models.' },
  created: { action: 'c2pa.created', description: 'Made from a photo of the dish, with generative models.' },
  composited: {
    action: 'c2pa.placed',
    description: 'The dish was cut from the photo; only what surrounds it was drawn.',
  },
  surrounded: { action: 'c2pa.edited', description: 'The dish was kept; only what surrounds it was drawn.' },
  redrawn: {
    action: 'c2pa.edited',
    description: 'The whole picture was drawn again, with generative models.',
  },
  retouched: {
    action: 'c2pa.edited',
    description: 'Light, sharpness or the focus of the background were changed.',
  },
  cropped: { action: 'c2pa.cropped', description: 'Cut to the size of the format.' },
  upscaled: { action: 'c2pa.resized', description: 'Enlarged by a model that adds detail.' },
  outpainted: { action: 'c2pa.edited', description: 'What lies beyond the former edges was drawn.' },
  worded: { action: 'c2pa.edited', description: 'Promotional text was set on it.' },
  watermarked: { action: 'c2pa.edited', description: 'A watermark was set on it.' },
};

/** The steps as sentences for people. */
export function describeActions(making: Pick<Making, 'actions' | 'openedType'>): string[] {
  return making.actions.map((action) => describeAction(action, making));
}

function describeAction(
  action: PictureAction,
  { actions: done, openedType }: Pick<Making, 'actions' | 'openedType'>,
): string {
  if (action === 'opened' && done.includes('outpainted')) return 'A photo that the restaurant chose.';
  if (action === 'reopened' && openedType === 'algorithmicallyEnhanced')
    return 'A picture made here earlier, by correcting a photo of the dish.';
  return actions[action].description;
}

/** Types of the steps that are the same in every picture. */
const stepTypes: Partial<Record<PictureAction, DigitalSourceType>> = {
  surrounded: 'compositeWithTrainedAlgorithmicMedia',
  redrawn: 'trainedAlgorithmicMedia',
  retouched: 'algorithmicallyEnhanced',
  outpainted: 'compositeWithTrainedAlgorithmicMedia',
};

function typeOf(action: PictureAction, { digitalSourceType, openedType }: Making): DigitalSourceType | null {
  if (action === 'created') return digitalSourceType;
  return (action === 'reopened' ? openedType : stepTypes[action]) ?? null;
}

/** The relation of the photo, or of the earlier picture, to this one, for the actions that name it. */
const relations: Partial<Record<PictureAction, 'parentOf' | 'componentOf'>> = {
  opened: 'parentOf',
  reopened: 'parentOf',
  composited: 'componentOf',
};

const photoId = 'photo';

/** The definition of a manifest in the form that the C2PA library reads. */
export function manifestOf(making: Making) {
  const { title, actions: done, fidelity } = making;
  const photo = done.includes('reopened') ? 'Earlier picture' : 'Photo of the dish';
  const relationship = done.map((action) => relations[action]).find((relation) => relation !== undefined);
  return {
    claim_generator_info: [{ name: brand.name }],
    title,
    format: 'image/jpeg',
    ingredients: relationship ? [{ title: photo, format: 'image/jpeg', relationship, label: photoId }] : [],
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: {
          actions: done.map((action) => {
            const type = typeOf(action, making);
            return {
              action: actions[action].action,
              description: describeAction(action, making),
              softwareAgent: { name: brand.name },
              ...(type && { digitalSourceType: iptc(type) }),
              ...(relations[action] && { parameters: { ingredientIds: [photoId] } }),
            };
          }),
        },
      },
      ...(fidelity
        ? [
            {
              label: `${brand.domain.split('.').toReversed().join('.')}.dish`,
              data: {
                dish: fidelity.verdict,
                part: partOf(fidelity),
                ssim: fidelity.ssim,
                deltaE2000P95: fidelity.deltaE95,
                deltaE2000Worst: fidelity.worstDeltaE,
                comparedWith: 'developed photo',
              },
            },
          ]
        : []),
    ],
  };
}

function iptc(type: DigitalSourceType): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
}
