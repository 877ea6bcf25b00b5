/** Repeatable random numbers: the same seed and text give the same sequence on every machine. */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32, started from the seed and a hash of the text. */
export function createRandom(seed: number, text: string): Random {
  let state = spread(seed ^ hashText(text));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    chance: (probability) => next() < probability,
  };
}

/** Makes neighbouring seeds distant (the finaliser of MurmurHash3). */
function spread(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
