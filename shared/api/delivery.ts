import * as z from 'zod/mini';
import { plainText } from '#shared/domain/plain-text.ts';
import type { Route } from './route.ts';
import { ulidSchema, variationIndexSchema } from './source.ts';

const generationParams = z.strictObject({ generationId: ulidSchema });

/** Routes of finished pictures: downloads and share pages. */
export const deliveryRoutes = {
  createDownload: {
    method: 'POST',
    path: '/api/generations/{generationId}/downloads',
    access: 'user',
    owner: 'delivery',
    status: 201,
    summary: 'A short-lived link to the full file of one variation, clean if the plan then or now allows it.',
    params: generationParams,
    body: z.strictObject({
      variation: variationIndexSchema,
      /** `delivered` is the format’s exact size; `large` the bigger or platform-accepted file where there is one. */
      size: z._default(z.enum(['delivered', 'large']), 'delivered'),
      /** Loaded before its owner may share it: not recorded as approved. Once it is shared, a call without this is. */
      inAdvance: z._default(z.boolean(), false),
    }),
    reply: z.lazy(() =>
      z.object({
        url: z.string(),
        fileName: z.string(),
        width: z.int(),
        height: z.int(),
        expiresAt: z.string(),
      }),
    ),
  },
  createShare: {
    method: 'POST',
    path: '/api/generations/{generationId}/shares',
    access: 'user',
    owner: 'delivery',
    status: 201,
    summary: 'A public, unlisted page for one variation; the same one again while it is not revoked.',
    params: generationParams,
    body: z.lazy(() =>
      z.strictObject({
        variation: variationIndexSchema,
        title: z._default(
          z.string().check(z.overwrite(plainText), z.trim(), z.maxLength(200, 'Title too long')),
          '',
        ),
        description: z._default(
          z.string().check(z.overwrite(plainText), z.trim(), z.maxLength(500, 'Description too long')),
          '',
        ),
      }),
    ),
    reply: z.object({ shareId: z.string(), path: z.string() }),
  },
  revokeShare: {
    method: 'DELETE',
    path: '/api/shares/{shareId}',
    access: 'user',
    owner: 'delivery',
    status: 204,
    summary: 'Takes a share page down; again is no error.',
    params: z.strictObject({ shareId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  },
} as const satisfies Record<string, Route>;
