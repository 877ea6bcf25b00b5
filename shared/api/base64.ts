import * as z from 'zod/mini';

/** A file of at most `maxBytes` bytes in base64, with the messages for one that is too large or no base64. */
/* @__NO_SIDE_EFFECTS__ */
export function base64Schema(maxBytes: number, tooLarge: string, malformed: string) {
  return z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(Math.ceil(maxBytes / 3) * 4, tooLarge),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, malformed),
    );
}
