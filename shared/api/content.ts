import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';
import { userIdSchema } from './user-id.ts';

/** An image as the back office lists it. */
const contentSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    userId: z.string(),
    email: z.nullable(z.string()),
    kind: z.enum(['studio', 'menu']),
    templateName: z.string(),
    menuItemName: z.string(),
    /** The user's own words in the order of the form; empty when only ids were chosen. */
    prompt: z.string(),
    createdAt: z.string(),
    thumbnailUrl: z.string(),
    previewUrl: z.string(),
    fallback: z.boolean(),
  }),
);

export type Content = z.output<typeof contentSchema>;

/** Images as the back office sees them; served by the function that may remove their files. */
export const contentRoutes = {
  listContent: {
    method: 'GET',
    path: '/api/admin/content',
    access: 'admin',
    owner: 'generations',
    status: 200,
    summary: 'The 100 latest images of all users, newest first.',
    reply: z.object({ items: z.array(contentSchema).check(z.maxLength(100)) }),
  },
  deleteContent: {
    method: 'DELETE',
    path: '/api/admin/content/{userId}/{generationId}',
    access: 'admin',
    owner: 'generations',
    status: 204,
    summary: 'Removes an image of any user: the record, its files and their copies at the edge.',
    params: z.strictObject({
      userId: userIdSchema,
      generationId: ulidSchema,
    }),
  },
} as const satisfies Record<string, Route>;
