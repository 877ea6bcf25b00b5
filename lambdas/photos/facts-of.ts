import type { FileFacts } from '#shared/domain/file-facts.ts';
import type { StoredPhoto } from './photo.ts';

/** The measured facts of a photo's file for platform checks; undefined until it is measured. */
export function factsOf(photo: StoredPhoto): FileFacts | undefined {
  const { facts } = photo;
  if (facts?.state !== 'made' || !facts.content) return undefined;
  return { ...facts.content, dish: dishIn(photo), seen: seenIn(photo) };
}

/** The dish's bounding box by the corrected mask, or by the cut-out; null until there is one. */
export function dishIn({ cutOut, correction }: StoredPhoto): FileFacts['dish'] {
  return (correction ?? cutOut)?.dish ?? null;
}

/** What the vision model's reading adds to the facts of a photo, and of a file that was cut from it. */
export function seenIn({ reading }: StoredPhoto): FileFacts['seen'] {
  if (!reading?.content) return null;
  const { people, writing, severalDishes, collage, cutOff } = reading.content;
  return { people, writing, severalDishes, collage, cutOff };
}
