import type { LandingImage } from '#shared/api/site.ts';
import { count, numberOf } from '#web/lib/format.ts';

type Section = LandingImage['section'];

/** `2 of 3 images active`. */
function activeOf(one: string) {
  return (active: number, total: number) => `${numberOf(active)} of ${count(total, one)} active`;
}

/** Texts of the landing images; those of back-office-and-public-pages.md sections 2, 5 and 8 stand as given. */
export const words = {
  title: 'Landing Page Images',
  preview: 'Preview Landing',
  sections: 'Sections',
  tabs: {
    hero: 'Hero Section',
    carousel: 'Carousel',
    menu: 'Menu Examples',
  } satisfies Record<Section, string>,
  help: {
    hero: 'Shows 6 images in a grid at the top of the landing page: the first six that are active.',
    carousel: 'Supports images and videos, which play by themselves, in a loop, three seconds each.',
    menu: 'Before/after pairs, shown with a slider that visitors drag.',
  } satisfies Record<Section, string>,
  activeOf: {
    hero: activeOf('image'),
    carousel: activeOf('item'),
    menu: activeOf('pair'),
  } satisfies Record<Section, (active: number, total: number) => string>,
  upload: {
    hero: 'Upload Image',
    carousel: 'Upload Image or Video',
    menu: 'Upload Pair',
  } satisfies Record<Section, string>,
  empty: 'No images in this section yet',
  emptyText: {
    hero: 'Until there are some, visitors see our own sample pictures here.',
    carousel: 'Until there are some, visitors see our own sample pictures here.',
    menu: 'Until there are some, visitors see our own sample pairs, or none once another section has an active image.',
  } satisfies Record<Section, string>,
  fetchFailed: 'Failed to fetch images',
  uploadFailed: 'Failed to upload image',
  uploaded: 'Image uploaded successfully',
  updateFailed: 'Failed to update image',
  updated: 'Image updated successfully',
  deleteFailed: 'Failed to delete image',
  deleted: 'Image deleted successfully',
  untitled: 'Untitled',
  image: (place: number) => `image ${place}`,
  open: 'Open',
  edit: 'Edit',
  delete: 'Delete',
  editTitle: 'Edit image',
  titleField: 'Title',
  description: 'Description',
  active: 'Active',
  activeHelp: 'Visitors see it on the landing page',
  save: 'Save Changes',
  video: 'Video',
} as const;
