import * as z from 'zod/mini';

/** A base64 file of at most `maxBytes` bytes. `tooLarge` and `malformed` are the messages for invalid input. */
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
