/** Which pictures of a gallery are wanted; a part that is absent leaves none out. */
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
  /** ISO times between which a picture was begun: the first is included, the last is not. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** What the filter looks at. */
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

/** Letters that Unicode does not take apart, as they are written where a keyboard lacks them. */
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

/** A text without case, accents and the width of its letters, as it is compared in a search. */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Some letters are equal in capitals only: ß and ss, ı and i. The capital ẞ is one of its own until it is small.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[æœøłđðþς]/g, (letter) => spelledOut[letter] ?? letter)
  );
}

/** Whether each word of the search is somewhere in the name, in any order. */
export function matchesSearch(name: string, search: string): boolean {
  const folded = foldText(name);
  return wordsOf(search).every((word) => folded.includes(word));
}

function wordsOf(search: string): string[] {
  return foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether the filter leaves nothing out. */
export function isUnfiltered(filter: GalleryFilter): boolean {
  const { search = '', ...rest } = filter;
  return wordsOf(search).length === 0 && Object.values(rest).every((part) => part === undefined);
}

/** Whether the filter wants a picture. */
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
