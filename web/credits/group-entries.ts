import type { LedgerEntry } from '#shared/api/account.ts';
import { dateOf } from '#web/lib/format.ts';
import { isOfVariations } from './describe-entry.ts';

/** Minimum number of generations of a day that are grouped into one line of the history. */
const fewest = 4;

/** Groups consecutive generations of one day; the order of entries stays. */
export function groupEntries(
  entries: readonly LedgerEntry[],
): readonly (readonly [LedgerEntry, ...LedgerEntry[]])[] {
  const groups: [LedgerEntry, ...LedgerEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isOfSameDay(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group) =>
    group.length >= fewest ? [group] : group.map((entry): [LedgerEntry] => [entry]),
  );
}

function isOfSameDay(first: LedgerEntry, next: LedgerEntry): boolean {
  return isOfVariations(first) && isOfVariations(next) && dateOf(first.createdAt) === dateOf(next.createdAt);
}
