import * as z from 'zod/mini';
import type { Route } from './route.ts';

export const shareRoutes = {
  getSharePage: {
    method: 'GET',
    path: '/s/{shareId}',
    access: 'public',
    owner: 'share',
    status: 200,
    summary: 'The public page of a shared image, with social-card tags and no script.',
    params: z.strictObject({ shareId: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: 'html',
  },
} as const satisfies Record<string, Route>;
