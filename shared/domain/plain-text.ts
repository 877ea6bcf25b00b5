/**
 * Invisible characters that change how other characters look: control characters, bidirectional marks, soft hyphens,
 * spaces without width, and two non-characters that XML forbids. Joiners stay, because emoji and several scripts need
 * them.
 */
const invisible =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** The most characters of a person's and of a company's name, in UTF-16 units. */
export const maxNameLength = 100;

/** A text of one line without invisible characters; line breaks and tabs become spaces. */
export function plainText(text: string): string {
  return text.replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ').replace(invisible, '');
}

/** Shortens a text to at most `length` characters (UTF-16 units), at a space if there is one. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length + 1);
  const end = cut.search(/\s\S*$/);
  return (end > 0 ? cut.slice(0, end) : text.slice(0, length)).replace(/[\uD800-\uDBFF]$/, '').trimEnd();
}
