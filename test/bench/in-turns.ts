/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/**
 * Measures kinds of work in rounds: in each, all kinds run in turn, alternately forwards and backwards, so that other
 * load of the machine affects all alike. The first rounds warm up and are left out.
 */
export async function inTurns<W extends Readonly<Record<string, () => Promise<unknown>>>>(
  count: number,
  work: W,
  warmUps = 1,
): Promise<Round<W>[]> {
  const kinds = Object.entries(work);
  const rounds: Round<W>[] = [];
  for (let round = 0; round < warmUps + count; round += 1) {
    const measured: Record<string, unknown> = {};
    for (const [kind, measure] of round % 2 === 0 ? kinds : kinds.toReversed())
      measured[kind] = await measure();
    rounds.push(measured as Round<W>);
  }
  return rounds.slice(warmUps);
}

/** What one round measured, by kind of work. */
type Round<W extends Readonly<Record<string, () => Promise<unknown>>>> = {
  readonly [K in keyof W]: Awaited<ReturnType<W[K]>>;
};

/**
 * The median of a value of the rounds. A ratio is taken within each round, because this machine is slower in some
 * rounds than in others, and the medians of two kinds may come from different ones.
 */
export function medianOf<R>(rounds: readonly R[], value: (round: R) => number): number {
  return median(rounds.map(value));
}

/** Duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
