/**
 * Characters that nobody sees and that change what others see: control characters, marks of writing direction, and
 * spaces without width. Joiners stay, because emoji and several scripts need them.
 */
const invisible = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

/** A text of one line without invisible characters; line breaks and tabs become spaces. */
export function plainText(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(invisible, '');
}
