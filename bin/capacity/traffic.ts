import type { EditMode } from '#shared/domain/adapters.ts';
import { FREE_CREDITS, plans, type Tier } from '#shared/domain/plans.ts';

/** Assumptions about customers. They are not measured: replace them as soon as there are real figures. */
export const assumptions = {
  /** Shares of all registered users. */
  share: { free: 0.9, starter: 0.07, pro: 0.03 },
  /**
   * Generations of a user in a month: a tenth of the free users are new and try the product, subscribers use 70
   * percent of their credits.
   */
  monthly: {
    free: 0.1 * FREE_CREDITS * 0.8,
    starter: 0.7 * plans.starter.creditsPerMonth,
    pro: 0.7 * plans.pro.creditsPerMonth,
  },
  /** Edit modes as shares of a tier's generations: a third of the filters under the food lock, as surroundings. */
  tasks: {
    free: { stylise: 0.4, surroundings: 0.6 },
    starter: { stylise: 0.35, surroundings: 0.55, relight: 0.06, retouch: 0.04 },
    pro: { stylise: 0.23, surroundings: 0.4, angle: 0.1, menu: 0.2, plate: 0.05, retouch: 0.02 },
  },
  /**
   * Number of generations of the same photo. Its cut-out and its reading are made once, before the first of them is
   * ordered.
   */
  generationsPerPhoto: 1.5,
  /** Posts that a model writes, for each generation. */
  postsPerGeneration: 0.5,
  /** Share of a tier's users who sign in during a month. */
  active: { free: 0.15, starter: 0.9, pro: 0.95 },
  /** Traffic of a Friday relative to the average day. */
  busyDay: 1.4,
  /** Relative number of generations in each hour of a day: peaks before lunch and before dinner, in one time zone. */
  hours: [2, 1, 1, 1, 1, 2, 5, 10, 15, 20, 30, 35, 25, 20, 20, 25, 35, 40, 35, 25, 18, 12, 8, 4],
} as const satisfies {
  share: Record<Tier, number>;
  monthly: Record<Tier, number>;
  tasks: Record<Tier, Partial<Record<EditMode, number>>>;
  generationsPerPhoto: number;
  postsPerGeneration: number;
  active: Record<Tier, number>;
  busyDay: number;
  hours: readonly number[];
};

export const tiers = ['free', 'starter', 'pro'] as const satisfies readonly Tier[];

/** A generation at its arrival. Times are seconds since midnight. */
export interface Arrival {
  readonly at: number;
  readonly tier: Tier;
  readonly task: EditMode;
}

/** Random numbers in [0, 1) from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Generations in a month for this number of registered users. */
export function monthlyGenerations(users: number, tier: Tier): number {
  return users * assumptions.share[tier] * assumptions.monthly[tier];
}

/** Generations a second in an hour of a busy day. */
export function generationsPerSecond(users: number, tier: Tier, hour: number): number {
  const all = assumptions.hours.reduce((sum, weight) => sum + weight, 0);
  const part = (assumptions.hours[hour] ?? 0) / all;
  return ((monthlyGenerations(users, tier) / 30) * assumptions.busyDay * part) / 3600;
}

/** The hour with the most generations. */
export const peakHour: number = assumptions.hours.indexOf(Math.max(...assumptions.hours) as 40);

/** Random generations of a busy day between two hours, in order of time. */
export function arrivals(
  users: number,
  [from, to]: readonly [number, number],
  random: () => number,
): Arrival[] {
  const found: Arrival[] = [];
  for (const tier of tiers)
    for (let hour = from; hour < to; hour += 1) {
      const rate = generationsPerSecond(users, tier, hour);
      if (rate === 0) continue;
      const gap = () => -Math.log(1 - random()) / rate;
      for (let at = hour * 3600 + gap(); at < (hour + 1) * 3600; at += gap())
        found.push({ at, tier, task: taskOf(tier, random()) });
    }
  return found.sort((a, b) => a.at - b.at);
}

function taskOf(tier: Tier, chance: number): EditMode {
  let left = chance;
  const mix = Object.entries(assumptions.tasks[tier]) as [EditMode, number][];
  for (const [task, part] of mix) {
    left -= part;
    if (left < 0) return task;
  }
  return mix[0]?.[0] ?? 'stylise';
}
