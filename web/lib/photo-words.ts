import { megabytes } from './format.ts';
import { photoKinds } from './image-type.ts';

const names = photoKinds.map(({ name }) => name);
/** JPG, PNG … or AVIF. */
export const photoKindNames = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Texts about photos that cannot be used; those of customer-product.md section 8 stand as given. */
export const words = {
  tooLarge: 'Your photo is too large. Please choose one under 10 MB.',
  tooLargeBy: (bytes: number) =>
    `Your photo is too large (${megabytes(bytes)}). Please choose one under 10 MB.`,
  tooSmall: (width: number, height: number) =>
    `This photo is too small (${width} × ${height} pixels). Please choose a larger one.`,
  damaged: 'This photo is damaged. Please choose another copy of it, or another photo.',
  unreadable: `This file is not a photo we can read. Please choose a ${photoKindNames}.`,
  heic: 'This is an iPhone photo (HEIC), which this browser cannot read. Open it on your phone or computer and export it as a JPG.',
  noCanvas: 'Could not get canvas context',
  noBlob: 'Failed to create blob from canvas',
  notLoaded: 'Failed to load image',
  stillInUse: 'Your earlier photo is still in use.',
  uploadCancelled: 'The upload of your photo was cancelled because you left the page.',
  notUploaded: 'Your photo was not uploaded. Please choose it again.',
  uploadFailed: (reason: string) => `Failed to upload image to storage. ${reason.replace(/[^.?!]$/, '$&.')}`,
} as const;
