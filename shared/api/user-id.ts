import * as z from 'zod/mini';

/** A user's id: the `sub` that Cognito gave it. */
export const userIdSchema = z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}$/, 'Invalid id'));
