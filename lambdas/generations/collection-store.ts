/**
 * Collections of an account: at most fifty, in one item. Which pictures are in them, the pictures say.
 *
 * - Which collections did this user make?         table, pk USER#<user>, sk COLLECTIONS
 */
import * as z from 'zod/mini';
import { versionedItem } from '#lambdas/runtime/versioned-item.ts';
import { collectionsSchema } from '#shared/api/collections.ts';

export const storedSchema = z.extend(collectionsSchema, { version: z.int() });

export const { read: readCollections, change: changeCollections } = versionedItem({
  sortKey: 'COLLECTIONS',
  schema: storedSchema,
  empty: { items: [] },
});
