import { type MenuPackImage, menuPackPlatforms } from '#shared/api/site.ts';

type Section = MenuPackImage['section'];
type Platform = NonNullable<MenuPackImage['platform']>;

/** Texts of the menu-pack images; those of back-office-and-public-pages.md sections 2, 5 and 8 stand as given. */
export const words = {
  title: 'Menu Pack Image Management',
  preview: 'Preview Menu Pack page',
  about: 'Two sections of the Menu Pack page show before/after sliders.',
  sections: {
    comparison: 'See the difference',
    platform_guide: 'Platform guides',
  } satisfies Record<Section, string>,
  help: {
    comparison: 'Comparisons in the middle of the page. Recommended: 4 sliders.',
    platform_guide: `One for each delivery platform, under its tab: ${menuPackPlatforms.length} in total.`,
  } satisfies Record<Section, string>,
  empty: {
    comparison: 'No comparisons yet',
    platform_guide: 'No platform guides yet',
  } satisfies Record<Section, string>,
  emptyText: 'Until there are some, visitors see our own sample pictures here.',
  missing: (names: readonly string[]) => `Without an active guide: ${names.join(', ')}`,
  badge: (active: number, total: number) => `${active}/${total} active`,
  platforms: {
    uber: 'Uber Eats',
    deliveroo: 'Deliveroo',
    justeat: 'Just Eat',
    doordash: 'DoorDash',
    grubhub: 'Grubhub',
  } satisfies Record<Platform, string>,
  form: 'Add a pair',
  section: 'Section',
  platform: 'Platform',
  choosePlatform: 'Choose a platform',
  titleField: 'Title',
  order: 'Display Order',
  upload: 'Upload Images',
  platformMissing: 'Please select a platform for platform guide images',
  orderWrong: 'Please enter a whole number for the display order',
  fetchFailed: (message: string) => `Failed to fetch images: ${message}`,
  uploadFailed: (message: string) => `Upload failed: ${message}`,
  uploaded: 'Images uploaded successfully!',
  updateFailed: (message: string) => `Failed to update: ${message}`,
  hidden: 'Image hidden',
  activated: 'Image activated',
  deleteFailed: (message: string) => `Delete failed: ${message}`,
  deleted: 'Image deleted successfully',
  untitled: 'Untitled',
  hide: 'Hide',
  activate: 'Activate',
  compare: (name: string) => `Compare ${name}`,
} as const;
