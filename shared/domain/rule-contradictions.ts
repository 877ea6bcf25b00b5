import { acceptedSize } from './accepted-size.ts';
import type { PlatformRule } from './platform-rules.ts';
import { fileSize, pixels, rangeName, ratioName } from './size-texts.ts';

/** Sentences about contradictions in a rule that no file could meet; empty for a consistent rule. */
export function contradictionsIn(
  rule: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio' | 'formats' | 'maxBytes' | 'content'>,
): string[] {
  const { minimum, maximum, ratio, formats, maxBytes, content } = rule;
  const found: string[] = [];
  if (minimum && maximum && (minimum.width > maximum.width || minimum.height > maximum.height))
    found.push(`The smallest size, ${pixels(minimum)}, is larger than the largest, ${pixels(maximum)}.`);
  if (ratio && ratio.from > ratio.to)
    found.push(`The ratio begins at ${ratioName(ratio.from)} and ends below it, at ${ratioName(ratio.to)}.`);
  if (formats.length === 0) found.push('No format is allowed. Please choose at least one.');
  if (maxBytes !== null && maxBytes < leastBytes)
    found.push(`No photo fits in ${fileSize(maxBytes)}. Please allow at least ${fileSize(leastBytes)}.`);
  if (content.oneDish && content.severalDishes)
    found.push('It asks for one dish and for several at the same time.');
  if (found.length === 0 && !acceptedSize(rule))
    found.push(
      `No file between ${minimum ? pixels(minimum) : 'any size'} and ${maximum ? pixels(maximum) : 'any size'} ${ratio ? `has the ratio ${rangeName(ratio)}` : 'can be made here'}.`,
    );
  return found;
}

/** A file with fewer bytes is not a photo that a platform could show. */
const leastBytes = 50_000;
