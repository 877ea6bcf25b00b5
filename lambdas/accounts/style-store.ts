/**
 * House styles of an account: at most twenty, in one item.
 *
 * - Which looks did this user save, and which is the default?   table, pk USER#<user>, sk STYLES
 */
import * as z from 'zod/mini';
import { versionedItem } from '#lambdas/runtime/versioned-item.ts';
import { stylesSchema } from '#shared/api/styles.ts';

export const storedSchema = z.extend(stylesSchema, { version: z.int() });

export const { read: readStyles, change: changeStyles } = versionedItem({
  sortKey: 'STYLES',
  schema: storedSchema,
  empty: { items: [], defaultId: null },
});
