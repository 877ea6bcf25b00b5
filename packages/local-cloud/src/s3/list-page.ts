/** Which part of a bucket to list; everything is in S3's order (UTF-8 bytes). */
export interface Listing<T> {
  prefix: string;
  /** Keys that share the text up to its first occurrence after the prefix form a group; '' forms none. */
  delimiter: string;
  /** At most so many entries and groups together. */
  limit: number;
  /** Whether an earlier page contained this entry. */
  isListed: (entry: T) => boolean;
}

export interface ListPage<T> {
  entries: T[];
  /** S3's CommonPrefixes. */
  groups: string[];
  /** The last entry or group of this page; the next page begins after it. Undefined on the last page. */
  last: { entry: T } | { group: string } | undefined;
}

/** One page of `entries`, which are sorted by key. */
export function listPage<T extends { key: string }>(entries: readonly T[], listing: Listing<T>): ListPage<T> {
  const { prefix, delimiter, limit, isListed } = listing;
  const page: ListPage<T> = { entries: [], groups: [], last: undefined };
  let last: ListPage<T>['last'];
  for (const entry of entries) {
    const { key } = entry;
    if (!key.startsWith(prefix) || isListed(entry)) continue;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const group = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    if (group !== undefined && group === page.groups.at(-1)) continue;
    if (page.entries.length + page.groups.length >= limit) {
      page.last = last;
      return page;
    }
    if (group === undefined) {
      page.entries.push(entry);
      last = { entry };
    } else {
      page.groups.push(group);
      last = { group };
    }
  }
  return page;
}

/** Whether `key` comes after `other` in S3's order. */
export function comesAfter(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;
}
