import type { LedgerEntry } from '#shared/api/account.ts';
import { dateOf } from '#web/lib/format.ts';

/** Minimum number of pictures of a day that are grouped into one line of the history. */
const fewest = 4;

/** Groups consecutive pictures of one day; the order of entries stays. */
export function groupEntries(
  entries: readonly LedgerEntry[],
): readonly (readonly [LedgerEntry, ...LedgerEntry[]])[] {
  const groups: [LedgerEntry, ...LedgerEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isPictureOf(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) =>
    group.length >= fewest ? [group] : group.map((entry): [LedgerEntry] => [entry]),
  );
}

function isPictureOf(first: LedgerEntry, next: LedgerEntry): boolean {
  return (
    first.kind === 'spend' && next.kind === 'spend' && dateOf(first.createdAt) === dateOf(next.createdAt)
  );
}
