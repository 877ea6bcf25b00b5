import { modelCosts } from '#lambdas/models/edit-modes.ts';
import type { Config } from '#lib/config.ts';
import { adaptersOf } from '#shared/domain/adapters.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
import { costAroundModels, drawingCostOf, perGeneration, photoCost } from './cost.ts';
import { prices } from './prices.ts';
import { defaultQuota, durationOf } from './simulate.ts';
import { assumptions, peakHour } from './traffic.ts';

/**
 * Assumptions about whole menus. They are not measured, except `fileSeconds` (`npm run bench -- pack signed`, plus
 * reading the picture).
 */
export const menuAssumptions = {
  dishes: 40,
  /** Share of the dishes that are made again, for another credit. */
  remade: 0.1,
  /** Platforms and image types of one menu. */
  targets: 4,
  /** ZIPs of one menu. */
  packs: 1.5,
  /** Share of the dishes that some platform's aspect ratio would cut, so that the model continues the picture once. */
  continued: 0.3,
  fileMegabytes: 0.4,
  fileSeconds: 0.4,
  /** Days for which a ZIP is kept. */
  keptDays: 7,
} as const;

/** What the whole menus of one day need. Money in dollars. */
export interface MenuDay {
  readonly dishes: number;
  readonly drawings: number;
  readonly cutOuts: number;
  readonly continuations: number;
  readonly packs: number;
  readonly files: number;
  readonly gigabytes: number;
  readonly cost: Readonly<Record<string, number>>;
  /** Workers of the queue `menus` that are busy in the busiest hour. */
  readonly workers: number;
  /** Calls a minute, in the busiest hour, of the model that draws dishes, and its quota in all regions. */
  readonly drawingsAMinute: number;
  readonly quota: number;
}

/** Computes a day with this number of whole menus, spread over its hours like single pictures. */
export function menuDay(menus: number, config: Pick<Config, 'modelRegions'>): MenuDay {
  const { dishes: each, remade, targets, packs: packsEach, continued, keptDays } = menuAssumptions;
  const photos = menus * each;
  const dishes = photos * (1 + remade);
  const drawings = dishes * VARIATIONS_PER_GENERATION;
  const continuations = photos * continued;
  const packs = menus * packsEach;
  const files = packs * each * targets;
  const gigabytes = (files * menuAssumptions.fileMegabytes) / 1024;
  const hours = assumptions.hours.reduce((sum, weight) => sum + weight, 0);
  const busiest = (assumptions.hours[peakHour] ?? 0) / hours;
  return {
    dishes,
    drawings,
    cutOuts: photos,
    continuations,
    packs,
    files,
    gigabytes,
    cost: {
      'drawing models': dishes * drawingCostOf('menu'),
      'cut-outs and readings': photos * photoCost,
      outpainting: continuations * outpaintCost,
      'functions, table, files of the dishes': dishes * costAroundModels(),
      packs:
        files * menuAssumptions.fileSeconds * perGeneration.workerGigabytes * prices.lambdaSecond.value +
        gigabytes * (prices.edgeTransfer.value + (prices.fileStorage.value * keptDays) / 30),
    },
    workers: (dishes * busiest * durationOf('menu')) / 3600,
    drawingsAMinute: (drawings * busiest) / 60,
    quota: drawingQuota(config),
  };
}

/** Cost of one continued picture, in dollars. */
export const outpaintCost = modelCosts.outpaint / 1_000_000;

/** Cost of a dish in dollars, without Stripe's fees, with or without a continued picture. */
export function dishCost(isContinued: boolean): number {
  return drawingCostOf('menu') + photoCost + costAroundModels() + (isContinued ? outpaintCost : 0);
}

/** Calls a minute, in all regions, of the model that draws dishes first. */
function drawingQuota({ modelRegions }: Pick<Config, 'modelRegions'>): number {
  const model = adaptersOf.menu[0] === 'stability-composite' ? 'inpaint' : 'controlStructure';
  return defaultQuota(model) * modelRegions.length;
}
