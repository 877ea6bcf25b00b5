import { describe, expect, it } from 'vitest';
import {
  CREDITS_PER_GENERATION,
  FREE_CREDITS,
  freePlanPoints,
  isLimit,
  planLabel,
  plans,
  topUpPacks,
  VARIATIONS_PER_GENERATION,
} from '#shared/domain/plans.ts';

describe('plans', () => {
  it.each([
    ['starter', 'Starter', 15, 999],
    ['pro', 'Pro', 40, 1999],
  ] as const)('%s gives its credits at its price', (id, name, creditsPerMonth, pricePence) => {
    // C9.4, C9.5, B9.3, B9.4
    expect(plans[id]).toMatchObject({ id, name, creditsPerMonth, pricePence });
  });

  it('are two', () => {
    expect(Object.keys(plans)).toEqual(['starter', 'pro']);
  });

  it.each([
    ['starter', '15 credits every month: 30 images'],
    ['pro', '40 credits every month: 80 images'],
  ] as const)('%s states its credits as images of two each', (id, point) => {
    expect(plans[id].points).toContain(point);
  });

  it('say what Free gives', () => {
    expect(freePlanPoints()).toContain('2 free credits: 4 images');
    // C6.31
    expect(freePlanPoints()).toContain('Random influencer and filter previews');
    expect(freePlanPoints()).toContain('Watermark on exports');
    // The watermark is no benefit, and not shown as one.
    expect(freePlanPoints().filter(isLimit)).toEqual(['Watermark on exports']);
    expect(plans.pro.points.filter(isLimit)).toEqual([]);
    expect(freePlanPoints(1)[0]).toBe('1 free credit: 2 images');
    expect(freePlanPoints(0)[0]).toBe('Square 1:1 format');
  });
});

it.each([
  ['Starter', 'starter', 'Starter'],
  ['Pro', 'pro', 'Pro'],
  ['none', 'starter', 'Starter (credits)'],
  ['none', 'free', 'None'],
] as const)('plan %s of tier %s is called %s', (planName, tier, label) => {
  expect(planLabel(planName, tier)).toBe(label);
});

describe('top-up packs', () => {
  it.each([
    ['SPECIAL_50', 50, 1999, 'Best Value'],
    ['REGULAR_100', 100, 3499, 'Save 12.5%'],
    ['REGULAR_200', 200, 5999, 'Save 25%'],
  ] as const)('%s has its credits, price and label', (id, credits, pricePence, label) => {
    // C9.6, B9.5
    expect(topUpPacks[id]).toEqual({ id, credits, pricePence, label });
  });

  it('are three', () => {
    expect(Object.keys(topUpPacks)).toHaveLength(3);
  });
});

describe('constants', () => {
  // C9.1, B9.2
  it('are those of the specification', () => {
    // C6.8, C9.3, B9.1
    expect(FREE_CREDITS).toBe(2);
    expect(CREDITS_PER_GENERATION).toBe(1);
    expect(VARIATIONS_PER_GENERATION).toBe(2);
  });
});
