/** Texts of the content screen; those of back-office-and-public-pages.md sections 5 and 8 stand as given. */
export const words = {
  title: 'Content',
  text: 'The 100 latest images of all users, newest first.',
  empty: 'No images yet',
  emptyText: 'The images of all users appear here.',
  fetchFailed: 'Failed to fetch images',
  remove: 'Delete',
  removeImage: (name: string) => `Delete image: ${name}`,
  removeTitle: 'Delete image',
  removeText: 'Are you sure you want to delete this image?',
  deleted: 'Image deleted successfully',
  deleteFailed: 'Failed to delete image',
  open: 'Open image in a new tab',
  fallback: 'Original photo',
  broken: 'This image cannot be shown',
} as const;
