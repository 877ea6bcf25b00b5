import { parseArgs } from 'node:util';
import { modelCosts } from '#lambdas/models/edit-modes.ts';
import { parseConfig, productionBudget } from '#lib/config.ts';
import { adaptersOf, type EditMode } from '#shared/domain/adapters.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import {
  costAroundModels,
  drawingCostOf,
  feeOf,
  modelCostOf,
  monthlyCost,
  monthlyRevenue,
  photoCost,
  postCost,
} from './capacity/cost.ts';
import { idleCost, idleParts } from './capacity/idle-cost.ts';
import { limits, usersAt } from './capacity/limits.ts';
import { dishCost, menuAssumptions, menuDay } from './capacity/menus.ts';
import { prices } from './capacity/prices.ts';
import { callsOf, defaultQuota, durationOf, type Resources, simulate } from './capacity/simulate.ts';
import { arrivals, assumptions, monthlyGenerations, peakHour, randomOf, tiers } from './capacity/traffic.ts';

const usage = `Cost and scale on paper: waiting times, monthly cost and the limits that growth meets, by simulation.

Usage: npm run measure:capacity -- [options]

  --seed <number>   Another course of the day; 1 by default
  --prices          The prices with their sources
`;

const sizes = [1_000, 100_000, 10_000_000] as const;
const config = parseConfig({ dailyModelBudget: productionBudget });

/** A table as text: the first column left-aligned, the others right-aligned. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${all.map(line).join('\n')}\n`;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const money = (value: number, digits = 2) =>
  `$${value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 && part > 0 ? 1 : 0)}%`;

function deployed(): Resources {
  return { workers: config.concurrency, regions: config.modelRegions, quota: defaultQuota };
}

/** Multiplies the resources until the busiest hour uses two thirds of them. */
function enlarged(users: number): { resources: Resources; times: number } {
  const needed = (name: string) => {
    const limit = limits(config).find((candidate) => candidate.name === name);
    if (!limit) throw new Error(`There is no limit ${name}`);
    return (limit.perUser * users * 1.5) / limit.capacity;
  };
  const models = ['controlStructure', 'inpaint', 'removeBackground', 'searchReplace'];
  const times = Math.max(1, ...models.map((model) => needed(`Bedrock, ${model}`)));
  const workers = {
    standard: Math.ceil(config.concurrency.standard * Math.max(1, needed('workers, standard queue'))),
    priority: Math.ceil(config.concurrency.priority * Math.max(1, needed('workers, priority queue'))),
  };
  const quota: Resources['quota'] = (model) => defaultQuota(model) * times;
  return { resources: { workers, regions: config.modelRegions, quota }, times };
}

function waits(seed: number): string {
  const rows = sizes.flatMap((users) => {
    // A day of ten million users has a million generations; its two busiest hours give the same answer.
    const hours = users > 1_000_000 ? ([peakHour - 1, peakHour + 1] as const) : ([0, 24] as const);
    const arriving = arrivals(users, hours, randomOf(seed));
    const larger = enlarged(users);
    const scenarios: [string, Resources][] = [['as deployed', deployed()]];
    const { standard, priority } = larger.resources.workers;
    if (larger.times > 1 || standard + priority > config.concurrency.standard + config.concurrency.priority)
      scenarios.push([
        `${whole(standard)} + ${whole(priority)} workers, ${larger.times.toFixed(1)} quotas`,
        larger.resources,
      ]);
    return scenarios.flatMap(([name, resources]) => {
      const { queues } = simulate(arriving, resources, seed);
      return Object.entries(queues).map(([queue, { generations, p50, p95, p99, failed }]) => [
        `${whole(users)}, ${name}`,
        queue === 'priority' ? 'Pro' : 'Free, Starter',
        whole(generations),
        ...[p50, p95, p99].map((seconds) => `${whole(seconds)} s`),
        percent(generations === 0 ? 0 : failed / generations),
      ]);
    });
  });
  return table(['users, resources', 'queue', 'generations', 'p50', 'p95', 'p99', 'failed'], rows);
}

function costs(): string {
  const byUsers = sizes.map(monthlyCost);
  const total = (cost: Readonly<Record<string, number>>) =>
    Object.values(cost).reduce((sum, value) => sum + value, 0);
  const names = Object.keys(byUsers[0] ?? {});
  const revenue = sizes.map(monthlyRevenue);
  const spent = byUsers.map(total);
  return table(
    ['dollars a month, at users', ...sizes.map(whole)],
    [
      ...names.map((name) => [name, ...byUsers.map((cost) => money(cost[name] ?? 0, 0))]),
      ['all of it', ...spent.map((value) => money(value, 0))],
      ['subscriptions bring in', ...revenue.map((value) => money(value, 0))],
      ['gross margin', ...revenue.map((value, at) => percent(1 - (spent[at] ?? 0) / value))],
    ],
  );
}

function idleCosts(): string {
  const stages = Object.entries(idleParts).map(([stage, parts]) => ({ stage, cost: idleCost(parts) }));
  const names = Object.keys(stages[0]?.cost ?? {});
  const total = (cost: Readonly<Record<string, number>>) =>
    Object.values(cost).reduce((sum, value) => sum + value, 0);
  return table(
    ['dollars a month', ...stages.map(({ stage }) => stage)],
    [
      ...names.map((name) => [name, ...stages.map(({ cost }) => money(cost[name] ?? 0))]),
      ['all of it', ...stages.map(({ cost }) => money(total(cost)))],
    ],
  );
}

function costOfGenerations(): string {
  const tasks = Object.keys(adaptersOf) as EditMode[];
  const around = costAroundModels();
  return table(
    ['task: first adapter', 'calls', 'seconds', 'models', 'with the rest'],
    tasks.map((task) => {
      const models = drawingCostOf(task);
      return [
        `${task}: ${adaptersOf[task][0]}`,
        String(callsOf(task).length),
        durationOf(task).toFixed(1),
        money(models),
        money(models + around, 3),
      ];
    }),
  );
}

function margins(): string {
  const around = costAroundModels();
  const offers = [
    ...Object.values(plans).map((plan) => ({ ...plan, credits: plan.creditsPerMonth, isPlan: true })),
    ...Object.values(topUpPacks).map((pack) => ({ ...pack, name: `Pack of ${pack.credits}`, isPlan: false })),
  ];
  return table(
    ['offer', 'price', 'per credit', 'cost of a credit', 'Stripe', 'margin, all used', 'margin, 70% used'],
    offers.map(({ id, name, pricePence, credits, isPlan }) => {
      const price = (pricePence / 100) * prices.pound.value;
      const fee = feeOf(pricePence / 100, isPlan);
      const credit = modelCostOf(id === 'starter' ? 'starter' : 'pro') + around;
      const margin = (used: number) => percent(1 - (credit * credits * used + fee) / price);
      return [
        name,
        money(price),
        money(price / credits, 3),
        money(credit, 3),
        money(fee),
        margin(1),
        margin(0.7),
      ];
    }),
  );
}

const menusADay = 1_000;

function wholeMenus(): string {
  const day = menuDay(menusADay, config);
  const total = Object.values(day.cost).reduce((sum, value) => sum + value, 0);
  const { pro } = config.dailyModelBudget;
  return table(
    [`${whole(menusADay)} menus of ${menuAssumptions.dishes} dishes a day`, 'value', 'today'],
    [
      ['dishes, one credit each', whole(day.dishes), ''],
      ['calls that draw', whole(day.drawings), ''],
      ['cut-outs and readings', whole(day.cutOuts), ''],
      ['outpaintings', whole(day.continuations), ''],
      ['packs', whole(day.packs), ''],
      ['files in them', whole(day.files), ''],
      ['gigabytes of ZIPs', whole(day.gigabytes), ''],
      ...Object.entries(day.cost).map(([name, value]) => [`dollars: ${name}`, money(value, 0), '']),
      ['dollars a day', money(total, 0), `budget of the models for Pro: ${money(pro, 0)}`],
      [
        'workers in the busiest hour',
        day.workers.toFixed(1),
        `concurrency.menus: ${config.concurrency.menus}`,
      ],
      ['drawings a minute then', day.drawingsAMinute.toFixed(0), `quota in all regions: ${day.quota}`],
    ],
  );
}

/** Table of the margin of a dish's credits, by the operator's price for outpainting. */
function dishMargins(): string {
  const offers = [
    { ...plans.pro, credits: plans.pro.creditsPerMonth },
    ...Object.values(topUpPacks).map((pack) => ({ ...pack, name: `Pack of ${pack.credits}` })),
  ];
  return table(
    [
      'a dish, of credits from',
      'per credit',
      'as it is',
      'outpainted, included',
      'outpainted, 1 credit more',
    ],
    offers.map(({ id, name, pricePence, credits }) => {
      const pounds = pricePence / 100;
      const credit = (pounds * prices.pound.value - feeOf(pounds, id === 'pro')) / credits;
      const margin = (paid: number, isContinued: boolean) =>
        percent(1 - dishCost(isContinued) / (paid * credit));
      return [name, money(credit, 3), margin(1, false), margin(1, true), margin(2, true)];
    }),
  );
}

function limitTable(): string {
  return table(
    ['limit', 'is', 'unit', 'reached at users', 'raised by'],
    limits(config).map((limit) => [
      limit.name,
      whole(limit.capacity),
      limit.unit,
      whole(usersAt(limit)),
      limit.raise,
    ]),
  );
}

const toBeChecked = "to be checked there, and by the first month's bill";

function priceTable(): string {
  return table(
    ['price', 'value', 'unit', 'source', 'on', 'state'],
    [
      ...Object.entries(prices).map(([name, { value, unit, source, on, isChecked }]) => [
        name,
        String(Number(value.toPrecision(6))),
        unit,
        source,
        on,
        isChecked ? 'found there' : toBeChecked,
      ]),
      // The product's own prices, which its budgets and finance screen use.
      ...Object.entries(modelCosts).map(([name, cost]) => [
        `model ${name}`,
        String(cost / 1_000_000),
        'image',
        'aws.amazon.com/bedrock/pricing',
        '2026-11-21',
        toBeChecked,
      ]),
    ],
  );
}

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      prices: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
  });
  const seed = Number(values.seed);
  if (values.help || !Number.isInteger(seed)) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  if (values.prices) {
    process.stdout.write(priceTable());
    return;
  }
  const generations = tiers.map((tier) => `${tier} ${assumptions.monthly[tier].toFixed(2)}`).join(', ');
  const month = tiers.reduce((sum, tier) => sum + monthlyGenerations(1_000, tier), 0);
  const sections = {
    [`Supposed: generations a user and month: ${generations}; ${whole(month)} for 1,000 users; ${assumptions.generationsPerPhoto} of a photo, whose cut-out and reading cost ${money(photoCost, 3)}; ${assumptions.postsPerGeneration} posts each, for ${money(postCost, 4)}`]:
      '',
    [`Waiting, from paying to two pictures, on a busy day (seed ${seed})`]: waits(seed),
    'What gives way first': limitTable(),
    'What a generation costs': costOfGenerations(),
    'What is left of a price': margins(),
    'What whole menus need': wholeMenus(),
    'What is left of a dish after Stripe': dishMargins(),
    'What a month costs': costs(),
    'What a month costs while nobody comes': idleCosts(),
  };
  for (const [title, text] of Object.entries(sections)) process.stdout.write(`${title}\n${text}\n`);
}
