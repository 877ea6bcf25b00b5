import * as z from 'zod/mini';
import { maxCollectionNameLength, maxCollections, maxMarked } from '#shared/domain/limits.ts';
import { plainText } from '#shared/domain/plain-text.ts';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';

const nameSchema = z
  .string()
  .check(
    z.overwrite(plainText),
    z.trim(),
    z.minLength(1, 'Please name the collection'),
    z.maxLength(maxCollectionNameLength, 'Collection name too long'),
  );

/** A named set of pictures of the gallery. A picture may be in several. */
const collectionSchema = z.lazy(() => z.object({ id: z.string(), name: z.string(), createdAt: z.string() }));

/** In the order of their names. */
export const collectionsSchema = z.object({
  items: z.array(collectionSchema).check(z.maxLength(maxCollections)),
});

const collectionParams = z.strictObject({ collectionId: ulidSchema });

export const collectionRoutes = {
  listCollections: {
    method: 'GET',
    path: '/api/collections',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: "The caller's collections of pictures.",
    reply: collectionsSchema,
  },
  saveCollection: {
    method: 'PUT',
    path: '/api/collections/{collectionId}',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: `Creates a collection or gives it another name; at most ${maxCollections}, each name once.`,
    params: collectionParams,
    body: z.strictObject({ name: nameSchema }),
    reply: collectionsSchema,
  },
  deleteCollection: {
    method: 'DELETE',
    path: '/api/collections/{collectionId}',
    access: 'user',
    owner: 'generations',
    status: 200,
    summary: 'Removes a collection; its pictures stay in the gallery. Again is no error.',
    params: collectionParams,
    reply: collectionsSchema,
  },
  markGenerations: {
    method: 'PATCH',
    path: '/api/generations',
    access: 'user',
    owner: 'generations',
    status: 204,
    summary: `Makes at most ${maxMarked} pictures favourites or no longer, and puts them into a collection or takes them out; those that are gone are left out.`,
    body: z.lazy(() =>
      z.strictObject({
        generationIds: z.array(ulidSchema).check(z.minLength(1), z.maxLength(maxMarked)),
        favourite: z.optional(z.boolean()),
        collection: z.optional(z.strictObject({ id: ulidSchema, isIn: z.boolean() })),
      }),
    ),
  },
} as const satisfies Record<string, Route>;

export type Collections = z.output<typeof collectionsSchema>;
export type Collection = Collections['items'][number];
