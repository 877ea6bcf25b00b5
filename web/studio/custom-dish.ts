import type { PreparedPhoto } from '#web/lib/photo.ts';
import type { Dish } from './wizard.ts';
import { words } from './words.ts';

type Own = Pick<Dish, 'source' | 'name' | 'imageUrl' | 'createdAt'>;

/** The menu item of the user's own photo (customer-product.md section 3); `id` without its prefix. */
export function customDish(id: string, own: Own): Dish {
  return {
    ...own,
    id: `custom_${id}`,
    description: words.customDescription,
    category: 'Custom',
    priceMinor: 0,
    updatedAt: own.createdAt,
  };
}

/** The menu item of an upload. */
export function uploadedDish(uploadId: string, { preview }: PreparedPhoto, name: string): Dish {
  return customDish(uploadId, {
    source: { type: 'upload', uploadId },
    name,
    imageUrl: preview,
    createdAt: new Date().toISOString(),
  });
}
