import { brand } from '#shared/brand.ts';

/** Texts of the pieces in this folder; those of customer-product.md stand as given. */
export const words = {
  unreachable: `Couldn’t open ${brand.name}`,
  loading: 'Loading',
  slow: 'Still loading. Check your connection; this screen opens by itself as soon as it can.',
  failed: 'Something went wrong on our side',
  failedText: 'Your photos and credits are safe. The error was reported to us.',

  pictureFailed: "Couldn't load this picture.",
  beforeFailed: "Couldn't load your photo to compare.",

  discardTitle: 'Discard your changes?',
  discardText: 'What you changed is not saved.',
  discard: 'Discard',
  keepEditing: 'Keep editing',

  moveSideways: 'Move the frame left or right',
  moveUpright: 'Move the frame up or down',
  dragToFrame: 'Drag to frame',

  look: (name: string, detail: string | undefined) => (detail ? `${name}, ${detail}` : name),
  locked: 'locked',
  premium: 'Premium Feature',
  upgrade: 'Upgrade',
  upgradeFor: (name: string) => `Upgrade to unlock ${name}`,

  takePhoto: 'Take a photo',
  uploading: 'Uploading your photo',
  uploadingButton: 'Uploading…',
  sent: (share: number) => `${Math.round(share * 100)}% sent`,

  maintenanceTitle: `We are working on ${brand.name}`,
  maintenance: {
    generation:
      'No new pictures can be made for the moment. What you ordered is safe and will be made when we are done.',
    all: 'You can look at your pictures, but nothing can be changed for the moment. Nothing is lost: what you ordered will be made when we are done.',
  },

  progress: 'Progress',
  completed: 'completed',
} as const;
