import { type FilterId, filters } from './filters.ts';
import type { FormatId } from './formats.ts';
import { plans, type Tier } from './plans.ts';

/** Rights and limits of a tier (specification, customer product, section 6; readings 1 to 5). */
export interface Entitlements {
  readonly tier: Tier;
  /** Credits granted each month; 0 on Free, whose credits are given once. */
  readonly creditsPerMonth: number;
  readonly allowedFormats: readonly FormatId[];
  readonly allowedFilters: readonly FilterId[];
  /** Indices of the allowed scenes, both included; they count in each scene list by itself. */
  readonly allowedScenes: { readonly first: number; readonly last: number };
  /** Whether single filters and scenes can be chosen; Free has the Random button only. */
  readonly choosesLooks: boolean;
  readonly customScenesEnabled: boolean;
  /** Custom instructions. */
  readonly customPromptsEnabled: boolean;
  readonly avatarEnabled: boolean;
  readonly menuEnhancerAccess: boolean;
  readonly hasWatermark: boolean;
  readonly priorityQueue: boolean;
}

const basicLooks = {
  allowedFormats: ['square_feed'],
  allowedFilters: ['popcrush', 'luxeglow', 'flamerush', 'frostbite'],
  allowedScenes: { first: 0, last: 4 },
} as const;

const entitlementsByTier: Readonly<Record<Tier, Entitlements>> = {
  free: {
    tier: 'free',
    creditsPerMonth: 0,
    ...basicLooks,
    choosesLooks: false,
    customScenesEnabled: false,
    customPromptsEnabled: false,
    avatarEnabled: false,
    menuEnhancerAccess: false,
    hasWatermark: true,
    priorityQueue: false,
  },
  starter: {
    tier: 'starter',
    creditsPerMonth: plans.starter.creditsPerMonth,
    ...basicLooks,
    choosesLooks: true,
    customScenesEnabled: true,
    customPromptsEnabled: false,
    avatarEnabled: false,
    menuEnhancerAccess: false,
    hasWatermark: false,
    priorityQueue: false,
  },
  pro: {
    tier: 'pro',
    creditsPerMonth: plans.pro.creditsPerMonth,
    allowedFormats: ['square_feed', 'story_vertical', 'gdn_300x250', 'tiktok_vertical'],
    allowedFilters: filters.map((filter) => filter.id),
    allowedScenes: { first: 0, last: 77 },
    choosesLooks: true,
    customScenesEnabled: true,
    customPromptsEnabled: true,
    avatarEnabled: true,
    menuEnhancerAccess: true,
    hasWatermark: false,
    priorityQueue: true,
  },
};

/**
 * Pro by a Pro subscription; Starter by a Starter subscription or by purchased credits; otherwise Free
 * (specification, customer product, section 4).
 */
export function tierOf(account: { planName: 'Starter' | 'Pro' | 'none'; creditsBalance: number }): Tier {
  if (account.planName === 'Pro') return 'pro';
  return account.planName === 'Starter' || account.creditsBalance > 0 ? 'starter' : 'free';
}

/** Rights and limits of a tier. */
export function entitlementsOf(tier: Tier): Entitlements {
  return entitlementsByTier[tier];
}

/** Whether a format may be used. */
export function isFormatAllowed(entitlements: Entitlements, id: FormatId): boolean {
  return entitlements.allowedFormats.includes(id);
}

/** Whether a filter may be used, chosen or drawn by Random. */
export function isFilterAllowed(entitlements: Entitlements, id: FilterId): boolean {
  return entitlements.allowedFilters.includes(id);
}

/** Whether the scene at this position of its list may be used, chosen or drawn by Random. */
export function isSceneAllowed(entitlements: Entitlements, index: number): boolean {
  const { first, last } = entitlements.allowedScenes;
  return Number.isInteger(index) && index >= first && index <= last;
}

/** The filter that choosing a creation path sets: synthwave, or what the tier has instead (readings 1). */
export function defaultFilter(
  entitlements: Entitlements,
): { readonly kind: 'filter'; readonly id: FilterId } | { readonly kind: 'random' } {
  const [firstAllowed] = entitlements.allowedFilters;
  if (!entitlements.choosesLooks || firstAllowed === undefined) return { kind: 'random' };
  return { kind: 'filter', id: isFilterAllowed(entitlements, 'synthwave') ? 'synthwave' : firstAllowed };
}
