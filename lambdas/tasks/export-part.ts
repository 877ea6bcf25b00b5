/** The part of an export that one run writes: a complete file. */
export interface ExportPart<Content> {
  /** Ends early, after a page, if the run has no time left. */
  readonly content: AsyncIterable<Content>;
  /** Where the next part begins; undefined after the last one. Known after the content has been read to its end. */
  readonly next: () => string | undefined;
}

/** Where a part begins, and whether its run has time for another page. */
export interface PartRequest {
  readonly from: string | undefined;
  readonly hasTime: () => boolean;
}

/** A part of a list that is read page by page. */
export function partOf<Item>(
  { from, hasTime }: PartRequest,
  readPage: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next: string | undefined }>,
): ExportPart<Item> {
  let cursor = from;
  async function* items(): AsyncGenerator<Item> {
    do {
      const page = await readPage(cursor);
      yield* page.items;
      cursor = page.next;
    } while (cursor !== undefined && hasTime());
  }
  return { content: items(), next: () => cursor };
}
