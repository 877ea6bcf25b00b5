import { describe, expect, it } from 'vitest';
import {
  defaultFilter,
  entitlementsOf,
  isFilterAllowed,
  isFormatAllowed,
  isSceneAllowed,
  tierOf,
} from '#shared/domain/entitlements.ts';

const allFilters = [
  'synthwave',
  'anime',
  'neo-cyber',
  'glitch',
  'popcrush',
  'luxeglow',
  'auradream',
  'streetsplash',
  'flamerush',
  'frostbite',
  'galaxydrip',
  'liquidgold',
  'shockwave',
  'pixelpop',
  'hyperbloom',
  'prismpulse',
];

describe('the tier of an account', () => {
  // C6.32
  it.each([
    ['none', 0, 'free'],
    ['none', 1, 'starter'],
    ['Starter', 0, 'starter'],
    ['Starter', 200, 'starter'],
    ['Pro', 0, 'pro'],
    ['Pro', 50, 'pro'],
  ] as const)('with plan %s and %i purchased credits is %s', (planName, creditsBalance, tier) => {
    // C4.5, C4.6, C4.7
    expect(tierOf({ planName, creditsBalance })).toBe(tier);
  });
});

describe('entitlements', () => {
  it('of Free', () => {
    // C3.3, C6.13, C6.15, C6.25
    expect(entitlementsOf('free')).toEqual({
      tier: 'free',
      creditsPerMonth: 0,
      allowedFormats: ['square_feed'],
      allowedFilters: ['popcrush', 'luxeglow', 'flamerush', 'frostbite'],
      allowedScenes: { first: 0, last: 4 },
      choosesLooks: false,
      customScenesEnabled: false,
      customPromptsEnabled: false,
      avatarEnabled: false,
      menuEnhancerAccess: false,
      hasWatermark: true,
      priorityQueue: false,
    });
  });

  it('of Starter', () => {
    // C6.11, C6.13, C6.16, C6.21
    expect(entitlementsOf('starter')).toEqual({
      tier: 'starter',
      creditsPerMonth: 15,
      allowedFormats: ['square_feed'],
      allowedFilters: ['popcrush', 'luxeglow', 'flamerush', 'frostbite'],
      allowedScenes: { first: 0, last: 4 },
      choosesLooks: true,
      customScenesEnabled: true,
      customPromptsEnabled: false,
      avatarEnabled: false,
      menuEnhancerAccess: false,
      hasWatermark: false,
      priorityQueue: false,
    });
  });

  it('of Pro', () => {
    // C6.12, C6.14, C6.17, C6.22, C6.23, C6.24, C9.9
    expect(entitlementsOf('pro')).toEqual({
      tier: 'pro',
      creditsPerMonth: 40,
      allowedFormats: ['square_feed', 'story_vertical', 'gdn_300x250', 'tiktok_vertical'],
      allowedFilters: allFilters,
      allowedScenes: { first: 0, last: 77 },
      choosesLooks: true,
      customScenesEnabled: true,
      customPromptsEnabled: true,
      avatarEnabled: true,
      menuEnhancerAccess: true,
      hasWatermark: false,
      priorityQueue: true,
    });
  });

  it.each([
    ['free', 0, true],
    ['free', 4, true],
    ['free', 5, false],
    ['starter', 4, true],
    ['starter', 5, false],
    ['pro', 31, true],
    ['pro', 77, true],
    ['pro', 78, false],
    ['pro', -1, false],
    ['pro', 1.5, false],
    ['pro', Number.NaN, false],
  ] as const)('let %s use scene %d: %s', (tier, index, allowed) => {
    // C6.18, C6.19, C6.20
    expect(isSceneAllowed(entitlementsOf(tier), index)).toBe(allowed);
  });

  // C5.7
  it.each([
    ['free', 'square_feed', true],
    ['starter', 'story_vertical', false],
    ['starter', 'gdn_300x250', false],
    ['pro', 'tiktok_vertical', true],
  ] as const)('let %s use format %s: %s', (tier, format, allowed) => {
    expect(isFormatAllowed(entitlementsOf(tier), format)).toBe(allowed);
  });

  it.each([
    ['free', 'frostbite', true],
    ['starter', 'synthwave', false],
    ['pro', 'prismpulse', true],
  ] as const)('let %s use filter %s: %s', (tier, filter, allowed) => {
    expect(isFilterAllowed(entitlementsOf(tier), filter)).toBe(allowed);
  });
});

describe('the default filter', () => {
  it('is synthwave on Pro', () => {
    expect(defaultFilter(entitlementsOf('pro'))).toEqual({ kind: 'filter', id: 'synthwave' });
  });

  it('is the first allowed one on Starter', () => {
    expect(defaultFilter(entitlementsOf('starter'))).toEqual({ kind: 'filter', id: 'popcrush' });
  });

  it('is a random pick on Free', () => {
    expect(defaultFilter(entitlementsOf('free'))).toEqual({ kind: 'random' });
  });

  it('is a random pick if nothing is allowed', () => {
    expect(defaultFilter({ ...entitlementsOf('pro'), allowedFilters: [] })).toEqual({ kind: 'random' });
  });
});
