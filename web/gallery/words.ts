import { count } from '#web/lib/format.ts';

/** Texts of the gallery; those of customer-product.md sections 2 and 8 stand as given. */
export const words = {
  documentTitle: 'Gallery',
  title: 'Your Generated Images',
  count: (images: number) => count(images, 'image'),
  viewOf: (name: string) => `View ${name}`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  share: 'Share',
  shared: 'Shared by link',
  delete: 'Delete',
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete Image',
  deleteText: 'Are you sure you want to delete this image? This action cannot be undone.',
  deleted: 'Image deleted successfully',
  deleteFailed: 'Failed to delete image',
  empty: 'No images yet',
  emptyText: 'Pictures you make appear here, with every variation.',
  emptyAction: 'Make your first picture',
  sample: 'A sample salad',
  failed: "Couldn't load your gallery",
  failedText: 'Nothing is lost. Check your connection and try again.',
  tryAgain: 'Try again',
  showMore: 'Show more',
  loading: 'Loading your images',
  making: 'Being made…',
  details: (format: string, width: number, height: number, date: string) =>
    `${format} · ${width} × ${height} · ${date}`,
  close: 'Close',
} as const;
