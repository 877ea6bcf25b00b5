import type { ModelName } from '#lambdas/models/adapter.ts';
import type { Config } from '#lib/config.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { drawingCostOfTier, durationOfTier, perGeneration, photoCost, postCost } from './cost.ts';
import { callsOf, defaultQuota } from './simulate.ts';
import { assumptions, generationsPerSecond, monthlyGenerations, peakHour, tiers } from './traffic.ts';

/** A limit, and how much of it one registered user needs in the busiest hour (or on a busy day). */
export interface Limit {
  readonly name: string;
  readonly capacity: number;
  readonly perUser: number;
  readonly unit: string;
  /** Who sets the limit, and how to raise it. */
  readonly raise: string;
}

const peak = (tier: Tier) => generationsPerSecond(1, tier, peakHour);
/** Generations of one user on a busy day. */
const perDay = (tier: Tier) => (monthlyGenerations(1, tier) / 30) * assumptions.busyDay;
const sum = (of: (tier: Tier) => number) => tiers.reduce((total, tier) => total + of(tier), 0);

/** Model calls a second that one user causes in the busiest hour. */
function callsPerUser(model: ModelName): number {
  return sum((tier) => {
    const mix = Object.entries(assumptions.tasks[tier]) as [EditMode, number][];
    const calls = mix.map(([task, part]) => part * callsOf(task).filter((name) => name === model).length);
    const ofPhoto = model === 'removeBackground' ? 1 / assumptions.generationsPerPhoto : 0;
    return peak(tier) * calls.reduce((total, count) => total + count, ofPhoto);
  });
}

/** Stream records that the projector receives for a generation, and its seconds for each. */
const projected = { changes: 7, seconds: 0.02 };

/** All limits, sorted by the number of users at which they are reached. */
export function limits(config: Config): readonly Limit[] {
  const { concurrency, modelRegions, dailyModelBudget } = config;
  const models = ['controlStructure', 'inpaint', 'removeBackground', 'searchReplace'] as const;
  const generations = sum(peak);
  const inFlight = sum((tier) => peak(tier) * durationOfTier(tier));
  const requests = generations * perGeneration.requests;
  const found: Limit[] = [
    ...tiers.map((tier) => ({
      name: `model budget of a day, ${tier}`,
      capacity: dailyModelBudget[tier],
      perUser: perDay(tier) * drawingCostOfTier(tier),
      unit: 'dollars a day',
      raise: 'ours: dailyModelBudget in the settings',
    })),
    {
      name: 'model budget of a day, photos',
      capacity: dailyModelBudget.photos,
      perUser: (sum(perDay) / assumptions.generationsPerPhoto) * photoCost,
      unit: 'dollars a day',
      raise: 'ours: dailyModelBudget in the settings',
    },
    {
      name: 'model budget of a day, posts',
      capacity: dailyModelBudget.posts,
      perUser: sum(perDay) * assumptions.postsPerGeneration * postCost,
      unit: 'dollars a day',
      raise: 'ours: dailyModelBudget in the settings',
    },
    {
      name: 'workers, standard queue',
      capacity: concurrency.standard,
      perUser: peak('free') * durationOfTier('free') + peak('starter') * durationOfTier('starter'),
      unit: 'runs at once',
      raise: 'ours: concurrency in the settings',
    },
    {
      name: 'workers, priority queue',
      capacity: concurrency.priority,
      perUser: peak('pro') * durationOfTier('pro'),
      unit: 'runs at once',
      raise: 'ours: concurrency in the settings',
    },
    ...models.map((model) => ({
      name: `Bedrock, ${model}`,
      capacity: defaultQuota(model) * modelRegions.length,
      perUser: 60 * callsPerUser(model),
      unit: 'calls a minute in all regions',
      raise: "AWS's: not adjustable; another account, adapter or provider",
    })),
    {
      name: 'requests to the API',
      // The quota in most regions; 2,500 in some.
      capacity: 10_000,
      perUser: requests,
      unit: 'requests a second',
      raise: "AWS's: Service Quotas",
    },
    {
      name: 'Lambda, a new account',
      capacity: 10,
      perUser: requests * perGeneration.requestSeconds + inFlight,
      unit: 'runs at once',
      raise: "AWS's: Service Quotas, before the first customer",
    },
    {
      name: 'Lambda, the usual quota',
      capacity: 1000,
      perUser: requests * perGeneration.requestSeconds + inFlight,
      unit: 'runs at once',
      raise: "AWS's: Service Quotas",
    },
    {
      name: 'counters of the back office',
      capacity: 1 / projected.seconds,
      perUser: generations * projected.changes,
      unit: 'changes a second, one shard of the stream',
      raise: 'ours: add up a batch before writing, split the counters',
    },
    {
      name: "the index's partition IMAGES",
      capacity: 1000,
      perUser: generations * 6,
      unit: 'write units a second',
      raise: 'ours: a suffix to the partition key, and one Query for each',
    },
  ];
  return found.toSorted((a, b) => usersAt(a) - usersAt(b));
}

/** Registered users at which the limit is reached in the busiest hour. */
export function usersAt({ capacity, perUser }: Limit): number {
  return capacity / perUser;
}
