import { maxNameLength } from '#shared/domain/limits.ts';
import { nameFromFile } from '#web/lib/format.ts';

/** A name that the API accepts: one line, shortened between characters, never within an emoji. */
export function fittingName(text: string): string {
  let name = '';
  for (const { segment } of new Intl.Segmenter().segment(text.replace(/\s+/g, ' ').trim())) {
    if (name.length + segment.length > maxNameLength) break;
    name += segment;
  }
  return name.trim();
}

/** The name of a dish from the name of its file. */
export function dishNameOf(fileName: string): string {
  return fittingName(nameFromFile(fileName));
}
