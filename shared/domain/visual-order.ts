/** Whether a text has letters of a script that is written from right to left: Hebrew, Arabic. */
export function hasRightToLeft(text: string): boolean {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);
}

export type Direction = 'ltr' | 'rtl';

/** Converts a line from logical order to visual order, from left to right. */
export type Reorder = (line: string, direction: Direction) => string;

/** The direction of a text is that of its first letter. */
export function directionOf(text: string): Direction {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter !== undefined && hasRightToLeft(letter) ? 'rtl' : 'ltr';
}

/** The forms of a letter: isolated, final, initial and medial. */
interface Forms {
  readonly isolated: string;
  readonly final: string;
  /** Undefined for letters that never join the next one. */
  readonly initial: string | undefined;
  readonly medial: string | undefined;
}

/** Where Unicode has the forms of Arabic, Persian and Urdu letters as characters, in the order of `Forms`. */
const presentationForms = [
  [0xfb50, 0xfbaf],
  [0xfbd3, 0xfbe7],
  [0xfbfc, 0xfbff],
  [0xfe80, 0xfefc],
] as const;

const formsOf: ReadonlyMap<string, Forms> = (() => {
  const characters = new Map<string, string[]>();
  for (const [first, last] of presentationForms)
    for (let code = first; code <= last; code += 1) {
      const form = String.fromCodePoint(code);
      const letter = form.normalize('NFKC');
      if (letter !== form) characters.set(letter, [...(characters.get(letter) ?? []), form]);
    }
  return new Map(
    [...characters].map(([letter, [isolated = letter, final = isolated, initial, medial]]) => [
      letter,
      { isolated, final, initial, medial },
    ]),
  );
})();

/** Tatweel, a stroke that lengthens words: it joins on both sides. */
const tatweel = '\u0640';

/** Replaces Arabic letters by their joined presentation forms; other characters stay. */
export function joinArabic(line: string): string {
  // Lam followed by alef is one ligature.
  const letters = line.match(/\u0644[\u0622\u0623\u0625\u0627]|./gsu) ?? [];
  const joinsNext = (letter = '') => letter === tatweel || formsOf.get(letter)?.initial !== undefined;
  const joinsFormer = (letter = '') => {
    const forms = formsOf.get(letter);
    return letter === tatweel || (forms !== undefined && forms.final !== forms.isolated);
  };
  return letters
    .map((letter, index) => {
      const forms = formsOf.get(letter);
      if (!forms) return letter;
      const isAfter = joinsNext(letters[index - 1]) && joinsFormer(letter);
      const isBefore = joinsNext(letter) && joinsFormer(letters[index + 1]);
      if (isAfter) return (isBefore && forms.medial) || forms.final;
      return (isBefore && forms.initial) || forms.isolated;
    })
    .join('');
}

/** The part of bidi-js, an implementation of Unicode's bidirectional algorithm, that is used here. */
interface Bidi<Levels> {
  getEmbeddingLevels(text: string, direction: Direction): Levels;
  /** Also mirrors brackets. */
  getReorderedString(text: string, levels: Levels): string;
}

/**
 * Visual order by the bidirectional algorithm. Only texts in Hebrew or Arabic need it, so it is loaded with their
 * fonts.
 */
export function reorderBy<Levels>(bidi: Bidi<Levels>): Reorder {
  return (line, direction) => {
    if (direction === 'ltr' && !hasRightToLeft(line)) return line;
    const joined = joinArabic(line);
    return bidi.getReorderedString(joined, bidi.getEmbeddingLevels(joined, direction));
  };
}
