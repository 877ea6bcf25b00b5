import * as z from 'zod/mini';

type NumberSchema = z.ZodMiniType<number>;

/**
 * A text field for a number.
 * @param number The contract's schema of the number
 * @param read Returns NaN for text that is no number
 */
export function numberText(number: NumberSchema, message: string, read: (text: string) => number = wholeOf) {
  return z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => z.safeParse(number, read(text)).success, message),
    ),
    z.transform(read),
  );
}

/** As `numberText`; empty means null. */
export function optionalNumberText(...[number, message, read = wholeOf]: Parameters<typeof numberText>) {
  return z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || z.safeParse(number, read(text)).success, message),
    ),
    z.transform((text) => (text === '' ? null : read(text))),
  );
}

/** Reads a whole number, as in `1000` or `1,000`: platforms write a comma between thousands. */
function wholeOf(text: string): number {
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Reads a decimal, as in `1.5` or `1,5`: many phones offer only a comma. `Number` would also accept `1e3` and `0x10`. */
export function decimalOf(text: string): number {
  return /^(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
