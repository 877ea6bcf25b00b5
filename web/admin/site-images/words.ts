import { count, megabytes } from '#web/lib/format.ts';
import { photoKindNames } from '#web/lib/photo-words.ts';

/** Texts that both image screens share; those of back-office-and-public-pages.md stand as given. */
export const words = {
  bothFiles: 'Please select both before and after images',
  wrongType: 'Please upload an image or video file',
  wrongImage: `Please choose a ${photoKindNames} image`,
  moving: 'This GIF moves, and would stand still on the site. Please choose another file.',
  onePicture: 'Please drop one picture here.',
  emptyFile: 'This file is empty. Please choose another one.',
  tooLarge: (bytes: number) => `This file is too large (${megabytes(bytes)}). Please choose one under 50 MB.`,
  before: 'Before Image',
  after: 'After Image',
  choose: 'Choose an image, or drop one here',
  chooseFor: (label: string) => `${label}: choose an image, or drop one here`,
  hint: `${photoKindNames}, under 50 MB`,
  move: (name: string) => `Move ${name}`,
  moveHelp: 'Drag, or use the arrow keys, to change the order.',
  moved: (name: string, place: number, of: number) => `${name} is at place ${place} of ${of}`,
  order: (place: number) => `Order ${place}`,
  active: 'Active',
  hidden: 'Hidden',
  delete: 'Delete',
  deleteTitle: 'Delete image',
  deleteText: 'Are you sure you want to delete this image?',
  dismiss: 'Dismiss',
  uploadsCancelled: (uploads: number) =>
    `${count(uploads, 'upload')} ${uploads === 1 ? 'was' : 'were'} cancelled because you left the page.`,
  sent: (share: number) =>
    share === 0 ? 'Waiting' : share < 1 ? `${Math.round(share * 100)}% sent` : 'Preparing it for the site',
} as const;
