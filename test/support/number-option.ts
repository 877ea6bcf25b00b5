/**
 * The number that an option of a command, or a variable, gives. Without this a slip of the pen would have nothing done, and nothing
 * found wrong. Throws when it is no number, or less than `least`.
 */
export function numberOption(name: string, text: string, least = 1): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value < least)
    throw new Error(`${name} takes a number of ${least} at least, not '${text}'`);
  return value;
}
