import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';
import { postTextSchema, postWishSchema } from '#shared/domain/post-text.ts';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';

const pictureParams = z.strictObject({
  generationId: ulidSchema,
  variation: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1)),
});

const postSchema = z.lazy(() =>
  z.object({
    /** Null if none has been written. */
    text: z.nullable(postTextSchema),
    /** Earlier texts, the latest first. */
    former: z.array(postTextSchema),
    /** Version of the text for optimistic locking: an older tab cannot overwrite a newer text. */
    revision: countSchema,
    /** Whether the model is writing one. */
    isBeingWritten: z.boolean(),
  }),
);

/** The post that goes with a picture: caption, hashtags, alt text and a description for the menu. */
export const postRoutes = {
  getPost: {
    method: 'GET',
    path: '/api/generations/{generationId}/variations/{variation}/post',
    access: 'user',
    owner: 'posts',
    status: 200,
    summary: 'The post that goes with a picture, and its former texts.',
    params: pictureParams,
    reply: postSchema,
  },
  writePost: {
    method: 'POST',
    path: '/api/generations/{generationId}/variations/{variation}/post',
    access: 'user',
    owner: 'posts',
    refusedFrom: 'generation',
    status: 200,
    summary:
      'Has a model write the post that goes with a picture, free of charge; the same id again returns the same text.',
    params: pictureParams,
    body: z.extend(postWishSchema, { id: ulidSchema }),
    reply: postSchema,
  },
  savePost: {
    method: 'PUT',
    path: '/api/generations/{generationId}/variations/{variation}/post',
    access: 'user',
    owner: 'posts',
    status: 200,
    summary:
      'Keeps a post as its owner wrote it. One of the former texts takes the place of the present one, which then is among them.',
    params: pictureParams,
    body: z.strictObject({
      /** The revision that the caller saw. */
      revision: countSchema,
      text: postTextSchema,
    }),
    reply: postSchema,
  },
} as const satisfies Record<string, Route>;

export type Post = z.output<typeof postSchema>;
