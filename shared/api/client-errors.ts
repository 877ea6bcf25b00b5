import * as z from 'zod/mini';
import type { Route } from './route.ts';

/** Parts of the site that report errors separately. */
const clientFeatures = ['studio', 'menuPack', 'gallery', 'credits', 'account', 'admin', 'site'] as const;

/** An error of the site in a browser. It contains no message: a message could contain what a person typed. */
const clientErrorSchema = z.lazy(() =>
  z.strictObject({
    feature: z.enum(clientFeatures),
    /** The error's class, such as `TypeError`. */
    name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,59}$/, 'Invalid name')),
    /** Where it was thrown: file, line and column of the built site; empty when unknown. */
    place: z.string().check(z.regex(/^(?:[A-Za-z0-9_.-]{1,80}:\d{1,7}:\d{1,7})?$/, 'Invalid place')),
  }),
);

export type ClientError = z.output<typeof clientErrorSchema>;

export const clientErrorRoutes = {
  reportClientError: {
    method: 'POST',
    path: '/api/client-errors',
    access: 'user',
    owner: 'account',
    status: 204,
    summary:
      'Counts and logs an error of the site in the browser of the signed-in user, without personal data.',
    body: clientErrorSchema,
  },
} as const satisfies Record<string, Route>;
