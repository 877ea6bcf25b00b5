import { brand } from '#shared/brand.ts';

/** Texts of the pieces in this folder; those of customer-product.md stand as given. */
export const words = {
  unreachable: `Couldn’t open ${brand.name}`,
  failed: 'Something went wrong on our side',
  failedText: 'Your photos and credits are safe. We have been told of it.',

  moveSideways: 'Move the frame left or right',
  moveUpright: 'Move the frame up or down',
  dragToFrame: 'Drag to frame',

  look: (name: string, detail: string | undefined) => (detail ? `${name}, ${detail}` : name),
  locked: 'locked',
  premium: 'Premium Feature',
  upgrade: 'Upgrade',
  upgradeFor: (name: string) => `Upgrade to unlock ${name}`,

  uploading: 'Uploading your photo',
  uploadingButton: 'Uploading…',
  sent: (share: number) => `${Math.round(share * 100)}% sent`,

  progress: 'Progress',
  completed: 'completed',
} as const;
