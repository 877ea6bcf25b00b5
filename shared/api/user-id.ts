import * as z from 'zod';

/** A user's id: the `sub` that Cognito gave it. */
export const userIdSchema = z.string().regex(/^[0-9A-Za-z-]{1,64}$/, 'Invalid id');
