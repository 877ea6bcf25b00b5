import type { FileFacts } from '#shared/domain/platform-rules.ts';
import type { StoredPhoto } from './photo.ts';

/** What is known of a photo's file for platform checks; undefined until it was measured. */
export function factsOf(photo: StoredPhoto): FileFacts | undefined {
  const { facts, cutOut, correctedAt, correctedDish } = photo;
  if (facts?.state !== 'made' || !facts.content) return undefined;
  const dish = correctedAt === undefined ? cutOut?.dish : correctedDish;
  return { ...facts.content, dish: dish ?? null, seen: seenIn(photo) };
}

/** What the reading tells of a photo, and of a file that was cut from it. */
export function seenIn({ reading }: StoredPhoto): FileFacts['seen'] {
  if (!reading?.content) return null;
  const { people, writing, severalDishes, cutOff } = reading.content;
  return { people, writing, severalDishes, cutOff };
}
