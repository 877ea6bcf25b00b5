/** Filter of a gallery. An absent field does not filter. */
export interface GalleryFilter {
  /** Words of the dish's name. */
  readonly search?: string | undefined;
  /** Id of an ad format. */
  readonly format?: string | undefined;
  /** Id of a filter or scene of the studio, or of a background of the Menu Pack. */
  readonly look?: string | undefined;
  /** Id of a delivery platform. */
  readonly platform?: string | undefined;
  readonly favourite?: boolean | undefined;
  /** Id of a collection. */
  readonly collection?: string | undefined;
  /** ISO times between which a picture was begun: `from` is included, `until` is not. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The fields of a picture that the filter reads. */
export interface FilteredPicture {
  readonly name: string;
  readonly createdAt: string;
  readonly favourite: boolean;
  readonly collections: readonly string[];
  readonly studio: {
    readonly formatId: string;
    readonly filter: object | null;
    readonly scene: object | null;
  } | null;
  readonly menu: { readonly platform: string; readonly backgroundStyle: string } | null;
}

/** Letters without a Unicode decomposition, as they are written without them. */
const spelledOut: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ς: 'σ',
};

/** Folds a text for searching: without case, accents and full-width letters. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Some letters are equal only in upper case: ß and ss, ı and i. The capital ẞ is a separate letter until it is
      // lower-cased.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[æœøłđðþς]/g, (letter) => spelledOut[letter] ?? letter)
  );
}

/** Whether the name contains each word of the search, in any order. */
export function matchesSearch(name: string, search: string): boolean {
  const folded = foldText(name);
  return wordsOf(search).every((word) => folded.includes(word));
}

function wordsOf(search: string): string[] {
  return foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether the filter has no fields. */
export function isUnfiltered(filter: GalleryFilter): boolean {
  const { search = '', ...rest } = filter;
  return wordsOf(search).length === 0 && Object.values(rest).every((part) => part === undefined);
}

/** Whether a picture passes the filter. */
export function isWanted(picture: FilteredPicture, filter: GalleryFilter): boolean {
  const { name, createdAt, favourite, collections, studio, menu } = picture;
  const looks = [studio?.filter, studio?.scene].map((look) => (look && 'id' in look ? look.id : undefined));
  const is = <Value>(wanted: Value | undefined, value: Value | undefined) =>
    wanted === undefined || wanted === value;
  return (
    (filter.from === undefined || createdAt >= filter.from) &&
    (filter.until === undefined || createdAt < filter.until) &&
    is(filter.format, studio?.formatId) &&
    is(filter.platform, menu?.platform) &&
    is(filter.favourite, favourite) &&
    (filter.collection === undefined || collections.includes(filter.collection)) &&
    (filter.look === undefined || [...looks, menu?.backgroundStyle].includes(filter.look)) &&
    (filter.search === undefined || matchesSearch(name, filter.search))
  );
}
