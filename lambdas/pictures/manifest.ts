import type { Fidelity } from '#shared/api/generations.ts';
import { brand } from '#shared/brand.ts';
import { type DigitalSourceType, partOf } from './provenance.ts';

/**
 * Steps of making a picture. `opened` and `composited` name the customer's photo as an ingredient: `opened` as the
 * whole picture, `composited` for the dish in it.
 */
export type PictureAction =
  | 'opened'
  | 'created'
  | 'composited'
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
  /** The steps in order. The first is `created`, or `opened` for a customer's own photo. */
  readonly actions: readonly PictureAction[];
  /** Null for a customer's own photo, to which no model added pixels. */
  readonly digitalSourceType: DigitalSourceType | null;
  readonly fidelity: Fidelity | null;
}

/** The actions in C2PA's words (specification 2.2, 18.15), with a sentence for people. */
const actions: Readonly<Record<PictureAction, { readonly action: string; readonly description: string }>> = {
  opened: { action: 'c2pa.opened', description: 'A photo from the restaurant; no model drew in it.' },
  created: { action: 'c2pa.created', description: 'Made from a photo of the dish, with generative models.' },
  composited: {
    action: 'c2pa.placed',
    description: 'The dish was cut from the photo; only what surrounds it was drawn.',
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
export function describeActions(done: readonly PictureAction[]): string[] {
  return done.map((action) => actions[action].description);
}

/** Steps besides `created` in which a model generated pixels. */
const drawn: ReadonlySet<PictureAction> = new Set(['outpainted']);

/** The photo's relation to the picture, for the actions that name it. */
const relations: Partial<Record<PictureAction, 'parentOf' | 'componentOf'>> = {
  opened: 'parentOf',
  composited: 'componentOf',
};

const photoId = 'photo';

/** The definition of a manifest in the form that the C2PA library reads. */
export function manifestOf({ title, actions: done, digitalSourceType, fidelity }: Making) {
  const relationship = done.map((action) => relations[action]).find((relation) => relation !== undefined);
  return {
    claim_generator_info: [{ name: brand.name }],
    title,
    format: 'image/jpeg',
    ingredients: relationship
      ? [{ title: 'Photo of the dish', format: 'image/jpeg', relationship, label: photoId }]
      : [],
    assertions: [
      {
        label: 'c2pa.actions.v2',
        data: {
          actions: done.map((action) => ({
            ...actions[action],
            softwareAgent: { name: brand.name },
            ...((action === 'created' || action === 'retouched') &&
              digitalSourceType && { digitalSourceType: iptc(digitalSourceType) }),
            ...(drawn.has(action) && { digitalSourceType: iptc('compositeWithTrainedAlgorithmicMedia') }),
            ...(relations[action] && { parameters: { ingredientIds: [photoId] } }),
          })),
        },
      },
      ...(fidelity
        ? [
            {
              label: 'example.platepost.dish',
              data: {
                dish: fidelity.verdict,
                part: partOf(fidelity),
                ssim: fidelity.ssim,
                deltaE2000P95: fidelity.deltaE95,
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
