/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/**
 * Medians of each kind of work over rounds in which all kinds run in turn, alternately forwards and backwards,
 * so that other load of the machine affects all alike. The first rounds warm up and do not count.
 */
export async function inTurns<K extends string>(
  rounds: number,
  work: Readonly<Record<K, () => Promise<number>>>,
  warmUps = 1,
): Promise<Record<K, number>> {
  const kinds = Object.keys(work) as K[];
  const measured = new Map<K, number[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round < warmUps + rounds; round += 1)
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const value = await work[kind]();
      if (round >= warmUps) measured.get(kind)?.push(value);
    }
  return Object.fromEntries(kinds.map((kind) => [kind, median(measured.get(kind) ?? [])])) as Record<
    K,
    number
  >;
}

/** Duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
