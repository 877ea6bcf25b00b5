import { modelCosts } from '#lambdas/models/edit-modes.ts';
import type { EditMode } from '#shared/domain/adapters.ts';
import { costOfTokens } from '#shared/domain/model-cost.ts';
import { plans, type Tier } from '#shared/domain/plans.ts';
import { prices } from './prices.ts';
import { callsOf, durationOf } from './simulate.ts';
import { assumptions, monthlyGenerations, tiers } from './traffic.ts';

/** Resources of one generation besides the models; `npm run bench` measures the table's units. */
export const perGeneration = {
  /** Requests to the API: upload, creation, one to four polls a second while it runs, list, downloads. */
  requests: 40,
  /** Seconds that a function of 0.5 GB runs for one request. */
  requestSeconds: 0.05,
  workerGigabytes: 2,
  /** Write units: two for each item of a transaction, plus its copy in the index and counters. */
  tableWrites: 70,
  tableReads: 60,
  tableKilobytes: 8,
  /** Stored bytes of originals, previews and thumbnails, and the bytes sent to users. */
  fileMegabytes: 3,
  edgeMegabytes: 4,
  files: 8,
  edgeRequests: 60,
  logKilobytes: 20,
  /** Share of generations that users delete, each with one path at the edge. */
  deleted: 0.1,
} as const;

/** Months for which pictures are kept on average. */
const keptMonths = 12;

/** Bytes that a visit of a signed-in user loads besides pictures. */
const perActiveUser = { requests: 30, edgeRequests: 60, edgeMegabytes: 3 } as const;

const freeOfCharge = { activeUsers: 10_000, edgeGigabytes: 1024, edgeRequests: 1e7, invalidations: 1000 };

/** Converts millionths of a dollar to dollars. */
const dollars = (cost: number) => cost / 1_000_000;

/** Cost of the models that draw a generation of this edit mode, without the cut-out of its photo, in dollars. */
export function drawingCostOf(mode: EditMode): number {
  return dollars(callsOf(mode).reduce((sum, model) => sum + modelCosts[model], 0));
}

/** Cost in dollars of a photo's cut-out and dish reading (about 1,500 input and 200 output tokens). */
export const photoCost = dollars(modelCosts.removeBackground + costOfTokens(1_500, 200));

/**
 * Cost of a post in dollars: a reading of the picture (as in `photoCost`), then a text of about 2,300 input and 300
 * output tokens.
 */
export const postCost = dollars(costOfTokens(1_500, 200) + costOfTokens(2_300, 300));

/** Average cost of the models that draw a generation of the tier, in dollars. */
export function drawingCostOfTier(tier: Tier): number {
  const mix = Object.entries(assumptions.tasks[tier]) as [EditMode, number][];
  return mix.reduce((sum, [task, part]) => sum + part * drawingCostOf(task), 0);
}

/** Like `drawingCostOfTier`, with the generation's share of the cost of its photo. */
export function modelCostOf(tier: Tier): number {
  return drawingCostOfTier(tier) + photoCost / assumptions.generationsPerPhoto;
}

/** Average duration of a generation of the tier without waiting, in seconds. */
export function durationOfTier(tier: Tier): number {
  const mix = Object.entries(assumptions.tasks[tier]) as [EditMode, number][];
  return mix.reduce((sum, [task, part]) => sum + part * durationOf(task), 0);
}

/** Cost in dollars a month by item, for this number of registered users. */
export function monthlyCost(users: number): Readonly<Record<string, number>> {
  const generations = tiers.reduce((sum, tier) => sum + monthlyGenerations(users, tier), 0);
  const active = tiers.reduce(
    (sum, tier) => sum + users * assumptions.share[tier] * assumptions.active[tier],
    0,
  );
  const requests = generations * perGeneration.requests + active * perActiveUser.requests;
  const workerSeconds = tiers.reduce(
    (sum, tier) => sum + monthlyGenerations(users, tier) * durationOfTier(tier),
    0,
  );
  const above = (amount: number, free: number) => Math.max(0, amount - free);
  const kept = generations * keptMonths * (1 - perGeneration.deleted);
  const edgeGigabytes =
    (generations * perGeneration.edgeMegabytes + active * perActiveUser.edgeMegabytes) / 1024;
  const edgeRequests = generations * perGeneration.edgeRequests + active * perActiveUser.edgeRequests;
  return {
    'image models': tiers.reduce((sum, tier) => sum + monthlyGenerations(users, tier) * modelCostOf(tier), 0),
    posts: generations * assumptions.postsPerGeneration * postCost,
    functions:
      (workerSeconds * perGeneration.workerGigabytes + requests * perGeneration.requestSeconds * 0.5) *
        prices.lambdaSecond.value +
      (requests + 4 * generations) * prices.lambdaRequest.value,
    'HTTP API': requests * prices.apiRequest.value,
    table:
      generations *
        (perGeneration.tableWrites * prices.tableWrite.value +
          perGeneration.tableReads * prices.tableRead.value) +
      ((kept * perGeneration.tableKilobytes + users * 5) / 1024 ** 2) *
        (prices.tableStorage.value + prices.tableBackup.value),
    files:
      ((kept * perGeneration.fileMegabytes) / 1024) * prices.fileStorage.value +
      generations * perGeneration.files * prices.fileWrite.value,
    CloudFront:
      above(edgeGigabytes, freeOfCharge.edgeGigabytes) * prices.edgeTransfer.value +
      above(edgeRequests, freeOfCharge.edgeRequests) * prices.edgeRequest.value +
      above(generations * perGeneration.deleted, freeOfCharge.invalidations) * prices.edgeInvalidation.value,
    queues: generations * 8 * prices.queueRequest.value,
    Cognito: above(active, freeOfCharge.activeUsers) * prices.activeUser.value,
    'logs and traces':
      ((generations * perGeneration.logKilobytes) / 1024 ** 2) * prices.logs.value +
      0.05 * requests * prices.trace.value +
      prices.fixed.value,
    Stripe: tiers.reduce((sum, tier) => sum + payers(users, tier) * feeOf(priceOf(tier), true), 0),
  };
}

/** Dollars a month from subscriptions. */
export function monthlyRevenue(users: number): number {
  return tiers.reduce((sum, tier) => sum + payers(users, tier) * priceOf(tier) * prices.pound.value, 0);
}

/** Stripe's fee for a payment of this many pounds, in dollars. */
export function feeOf(pounds: number, isRecurring: boolean): number {
  if (pounds === 0) return 0;
  const share = prices.cardShare.value + (isRecurring ? prices.billingShare.value : 0);
  return (pounds * share + prices.cardFixed.value) * prices.pound.value;
}

function payers(users: number, tier: Tier): number {
  return tier === 'free' ? 0 : users * assumptions.share[tier];
}

/** Pounds a month. */
function priceOf(tier: Tier): number {
  return tier === 'free' ? 0 : plans[tier].pricePence / 100;
}

/** Cost of a generation without models and Stripe, in dollars, beyond all free tiers. */
export function costAroundModels(): number {
  const users = 1_000_000;
  const generations = tiers.reduce((sum, tier) => sum + monthlyGenerations(users, tier), 0);
  const { 'image models': _models, Stripe: _fees, ...rest } = monthlyCost(users);
  return Object.values(rest).reduce((sum, cost) => sum + cost, 0) / generations;
}
