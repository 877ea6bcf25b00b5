import { describe, expect, it } from 'vitest';
import { modelCostOf, monthlyCost, monthlyRevenue, photoCost } from '#bin/capacity/cost.ts';
import { limits, usersAt } from '#bin/capacity/limits.ts';
import { dishCost, menuAssumptions, menuDay, outpaintCost } from '#bin/capacity/menus.ts';
import { prices } from '#bin/capacity/prices.ts';
import { callsOf, durationOf, type Resources, simulate } from '#bin/capacity/simulate.ts';
import {
  type Arrival,
  arrivals,
  assumptions,
  generationsPerSecond,
  monthlyGenerations,
  peakHour,
  randomOf,
  tiers,
} from '#bin/capacity/traffic.ts';
import { expectedCost, modelCosts } from '#lambdas/models/edit-modes.ts';
import { parseConfig } from '#lib/config.ts';
import { adaptersOf, type EditMode } from '#shared/domain/adapters.ts';

const plenty: Resources = {
  workers: { standard: 1000, priority: 1000 },
  regions: ['us-east-1', 'us-east-2', 'us-west-2'],
  quota: () => 10_000,
};

const atOnce = (count: number, tier: Arrival['tier'] = 'starter', task: EditMode = 'stylise'): Arrival[] =>
  Array.from({ length: count }, () => ({ at: 0, tier, task }));

describe('arrivals', () => {
  it('are as many as supposed, most of them in the busiest hour, and the same for the same seed', () => {
    const users = 200_000;
    const day = arrivals(users, [0, 24], randomOf(7));
    const expected =
      tiers.reduce((sum, tier) => sum + monthlyGenerations(users, tier) / 30, 0) * assumptions.busyDay;
    // Four standard deviations of the random number.
    expect(Math.abs(day.length - expected)).toBeLessThan(4 * Math.sqrt(expected));
    const byHour = Array.from({ length: 24 }, (_, hour) =>
      day.filter(({ at }) => Math.floor(at / 3600) === hour),
    );
    expect(
      byHour
        .map(({ length }) => length)
        .indexOf(Math.max(...byHour.map((generations) => generations.length))),
    ).toBe(peakHour);
    expect(day.map(({ at }) => at)).toEqual(day.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(arrivals(users, [0, 24], randomOf(7))).toEqual(day);
    expect(arrivals(users, [0, 24], randomOf(8))).not.toEqual(day);
  });

  it('ask of the models what their tier asks', () => {
    const day = arrivals(500_000, [10, 14], randomOf(1));
    for (const tier of tiers) {
      const generations = day.filter((generation) => generation.tier === tier);
      for (const [task, part] of Object.entries(assumptions.tasks[tier]))
        expect(
          generations.filter((generation) => generation.task === task).length / generations.length,
        ).toBeCloseTo(part, 1);
    }
    const total = (parts: object) =>
      Object.values(parts).reduce((sum: number, part: number) => sum + part, 0);
    for (const tier of tiers) expect(total(assumptions.tasks[tier])).toBeCloseTo(1, 9);
    expect(total(assumptions.share)).toBeCloseTo(1, 9);
  });
});

describe('the simulation', () => {
  it('makes the calls that the adapters are paid for', () => {
    for (const task of Object.keys(adaptersOf) as EditMode[]) {
      const drawing = callsOf(task).reduce((sum, call) => sum + modelCosts[call], 0);
      expect(drawing).toBe(expectedCost(task, 2, false));
    }
  });

  it('lets nobody wait where there is plenty', () => {
    const { queues, throttledRuns, calls } = simulate(atOnce(200), plenty, 1);
    expect(queues.standard).toMatchObject({ generations: 200, failed: 0 });
    expect(queues.standard.p50).toBeCloseTo(durationOf('stylise'), 0);
    expect(queues.standard.p99).toBeLessThan(durationOf('stylise') + 4.1);
    expect({ throttledRuns, calls }).toEqual({ throttledRuns: 0, calls: 400 });
  });

  it('makes both variations of a generation at once, in different regions', () => {
    const { queues, throttledRuns, calls } = simulate(atOnce(1), { ...plenty, quota: () => 1 }, 1);
    expect({ throttledRuns, calls }).toEqual({ throttledRuns: 0, calls: 2 });
    // One call takes at least six seconds, so two calls one after the other would take longer.
    expect(queues.standard.p50).toBeLessThan(1.5 + 10 + 2 + 0.01);
    expect(durationOf('stylise')).toBeLessThan(durationOf('plate') - 6);
  });

  it('lets generations queue for few workers, each plan for its own', () => {
    const few = { ...plenty, workers: { standard: 1, priority: 4 } };
    const { queues } = simulate([...atOnce(8), ...atOnce(8, 'pro')], few, 1);
    expect(queues.standard.p99).toBeGreaterThan(8 * (durationOf('stylise') - 4));
    expect(queues.standard.p99).toBeLessThan(8 * (durationOf('stylise') + 4));
    expect(queues.priority.p99).toBeLessThan(2 * (durationOf('stylise') + 4));
  });

  it('keeps to the quota of each region and puts back what finds none, without losing a generation', () => {
    const quota = 5;
    const { queues, throttledRuns, calls } = simulate(atOnce(60), { ...plenty, quota: () => quota }, 1);
    expect(queues.standard).toMatchObject({ generations: 60, failed: 0 });
    expect(throttledRuns).toBeGreaterThan(60);
    expect(calls).toBe(120);
    // Fifteen calls a minute: eight minutes at least, whatever the workers do.
    expect(queues.standard.p99).toBeGreaterThan(7 * 60);
  });

  it('gives up what is late, as the product does', () => {
    const { queues } = simulate(atOnce(400), { ...plenty, quota: () => 5 }, 1);
    expect(queues.standard.failed).toBeGreaterThan(200);
    expect(queues.standard.failed).toBeLessThan(400);
    expect(queues.standard.p99).toBeLessThan(15 * 60 + 15);
  });

  it('is the same for the same seed', () => {
    const day = arrivals(50_000, [16, 18], randomOf(3));
    const tight = { ...plenty, workers: { standard: 2, priority: 1 }, quota: () => 8 };
    expect(simulate(day, tight, 3)).toEqual(simulate(day, tight, 3));
    expect(simulate(day, tight, 4)).not.toEqual(simulate(day, tight, 3));
  });
});

describe('cost and limits', () => {
  it('grow with the users, and the models are the most of it', () => {
    const [small, large] = [monthlyCost(1_000_000), monthlyCost(10_000_000)];
    for (const [name, cost] of Object.entries(small)) {
      expect((large[name] ?? 0) / cost, name).toBeGreaterThan(7);
      expect((large[name] ?? 0) / cost, name).toBeLessThan(12);
      expect(cost).toBeLessThanOrEqual(small['image models'] ?? 0);
    }
    const models = tiers.reduce(
      (sum, tier) => sum + monthlyGenerations(1_000_000, tier) * modelCostOf(tier),
      0,
    );
    expect(small['image models']).toBeCloseTo(models, 6);
    const [, starter, pro] = tiers.map((tier) => 1_000_000 * assumptions.share[tier]);
    const pounds = (starter ?? 0) * 9.99 + (pro ?? 0) * 19.99;
    expect(monthlyRevenue(1_000_000)).toBeCloseTo(pounds * prices.pound.value, 2);
  });

  it('count a cut-out and a reading for each photo, whatever is made of it', () => {
    const cutOuts = limits(parseConfig({})).find(({ name }) => name === 'Bedrock, removeBackground');
    const generations = tiers.reduce((sum, tier) => sum + generationsPerSecond(1, tier, peakHour), 0);
    expect((cutOuts?.perUser ?? 0) / generations).toBeCloseTo(60 / assumptions.generationsPerPhoto, 6);
    expect(modelCostOf('free')).toBeCloseTo(0.14 + photoCost / assumptions.generationsPerPhoto, 6);
  });

  it('say which gives way first, and follow the settings', () => {
    const byUsers = limits(parseConfig({})).map(usersAt);
    expect(byUsers).toEqual(byUsers.toSorted((a, b) => a - b));
    const at = (settings: object) => {
      const found = limits(parseConfig(settings)).find(({ name }) => name === 'Bedrock, inpaint');
      return found ? usersAt(found) : Number.NaN;
    };
    expect(at({ modelRegions: ['us-west-2'] })).toBeCloseTo(at({}) / 3, 6);
    const users = at({});
    const inpaints = tiers.reduce((sum, tier) => {
      const {
        surroundings = 0,
        menu = 0,
        plate = 0,
      }: Partial<Record<EditMode, number>> = assumptions.tasks[tier];
      const inpainted = surroundings + menu + plate;
      return sum + 2 * inpainted * generationsPerSecond(users, tier, peakHour) * 60;
    }, 0);
    expect(inpaints).toBeCloseTo(60, 6);
  });

  it('name source and day of each price', () => {
    for (const { value, unit, source, on } of Object.values(prices)) {
      expect(value).toBeGreaterThan(0);
      expect(unit).not.toBe('');
      expect(source).toMatch(/\.|rate/);
      expect(on).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

describe('whole menus', () => {
  it('need two drawings for each dish, a cut-out for each photo, and one continued picture for some', () => {
    const config = parseConfig({});
    const day = menuDay(1_000, config);
    const photos = 1_000 * menuAssumptions.dishes;
    expect(day).toMatchObject({ cutOuts: photos, continuations: photos * menuAssumptions.continued });
    expect(day.drawings).toBe(2 * day.dishes);
    expect(day.dishes).toBeGreaterThan(photos);
    expect(day.cost.outpainting).toBeCloseTo(day.continuations * outpaintCost);
    expect(day.quota).toBe(20 * config.modelRegions.length);
    expect(menuDay(2_000, config).workers).toBeCloseTo(2 * day.workers);
  });

  it('cost more where a picture is continued, once', () => {
    expect(dishCost(true) - dishCost(false)).toBeCloseTo(modelCosts.outpaint / 1_000_000);
  });

  it('leave half of the models to single pictures, with as many workers as are deployed', () => {
    const { concurrency, modelRegions } = parseConfig({});
    const drawings = (60 / durationOf('menu')) * concurrency.menus * callsOf('menu').length;
    expect(drawings).toBeLessThan(menuDay(1, { modelRegions }).quota / 2);
  });
});
