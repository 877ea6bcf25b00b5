import type { Generation } from '#shared/api/generations.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';

const variation = (index: 0 | 1) => ({
  index,
  previewUrl: `/media/preview-${index}.jpg`,
  thumbnailUrl: `/media/thumbnail-${index}.jpg`,
  shareId: null,
  width: 1080,
  height: 1080,
  secondFile: null,
  fidelity: null,
  dishMaskUrl: null,
  basePreviewUrl: `/media/base-${index}.jpg`,
});

/** A finished generation of the studio. */
export const doneGeneration: Generation = {
  id: '01J00000000000000000000001',
  kind: 'studio',
  state: 'done',
  step: 'finishing',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:20.000Z',
  menuItemName: 'Classic Burger',
  templateName: 'Square Feed',
  width: 1080,
  height: 1080,
  source: { type: 'sample', itemId: 'burger' },
  framing: { x: 0.2, y: 0.5 },
  foodLock: false,
  studio: {
    formatId: 'square_feed',
    creationPath: 'ugc',
    adjustment: 'studio_light',
    cameraAngle: 'overhead',
    filter: { id: 'liquidgold' },
    scene: { id: 'cafe-window-bite' },
    customPrompt: 'More basil',
    promoText: 'Two for one',
    promoPosition: 'bottom',
    promoLook: null,
    avatarGender: 'female',
    avatarEthnicity: 'mixed',
  },
  menu: null,
  wholeMenu: null,
  originalUrl: '/media/original.jpg',
  variations: [variation(0), variation(1)],
  cover: 0,
  watermarked: false,
  fallback: false,
  refunded: false,
  message: null,
  redoOf: null,
  isLastRedo: false,
  redo: null,
  overlay: overlayOfPromo({ promoText: 'Two for one', promoPosition: 'bottom' }),
  words: null,
  favourite: false,
  collections: [],
};

/** The same while it runs. */
export const queuedGeneration: Generation = {
  ...doneGeneration,
  state: 'queued',
  step: 'queued',
  finishedAt: null,
  originalUrl: null,
  variations: [],
};
