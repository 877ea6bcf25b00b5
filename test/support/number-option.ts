/**
 * Parses the number of a command's option or of a variable, so that a typing error does not silently skip
 * the work. Throws when it is no number, or less than `least`.
 */
export function numberOption(name: string, text: string, least = 1): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value < least)
    throw new Error(`${name} takes a number of ${least} at least, not '${text}'`);
  return value;
}
