/** The three tiers decide what users may do and pay; two of them are sold. */
export type Tier = 'free' | 'starter' | 'pro';

export type PlanId = 'starter' | 'pro';

export interface Plan {
  readonly id: PlanId;
  readonly name: 'Starter' | 'Pro';
  /** Credits granted for each paid month; what is left rolls over. */
  readonly creditsPerMonth: number;
  /** Pence sterling per month. */
  readonly pricePence: number;
  /** One line under the name on a plan card. */
  readonly summary: string;
  /** The lines of the plan card, in order. */
  readonly points: readonly string[];
}

/** The monthly subscriptions (specification, customer product, sections 1, 6 and 9). */
export const plans: Readonly<Record<PlanId, Plan>> = {
  starter: {
    id: 'starter',
    name: 'Starter',
    creditsPerMonth: 15,
    pricePence: 999,
    summary: 'For the restaurant that posts every week.',
    points: [
      '15 credits every month: 30 images',
      'Square 1:1 format',
      '4 filters and the first 5 scenes of each path',
      'Your own custom scenes',
      'No watermark',
      'Unused credits roll over',
    ],
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    creditsPerMonth: 40,
    pricePence: 1999,
    summary: 'For the kitchen that is on every channel.',
    points: [
      '40 credits every month: 80 images',
      'Story, TikTok, square and landscape formats',
      '78 looks: all 16 filters and 62 scenes',
      'Custom scenes, instructions and avatars',
      'Menu Enhancer Pack for delivery platforms',
      'Priority queue, no watermark',
    ],
  },
};

/** The plan of a customer as the back office names it, in tables and exports. */
export function planLabel(planName: Plan['name'] | 'none', tier: Tier): string {
  if (planName !== 'none') return planName;
  return tier === 'starter' ? 'Starter (credits)' : 'None';
}

const watermark = 'Watermark on exports';

/** Whether a point of a plan is a limitation: screens do not tick it as a benefit. */
export function isLimit(point: string): boolean {
  return point === watermark;
}

/** The lines of the Free tier's card, in order, for new users with `freeCredits`. */
export function freePlanPoints(freeCredits = FREE_CREDITS): readonly string[] {
  const credits = `${freeCredits} free ${freeCredits === 1 ? 'credit' : 'credits'}`;
  return [
    ...(freeCredits > 0 ? [`${credits}: ${freeCredits * VARIATIONS_PER_GENERATION} images`] : []),
    'Square 1:1 format',
    'Random influencer and filter previews',
    watermark,
  ];
}

export type PackId = 'SPECIAL_50' | 'REGULAR_100' | 'REGULAR_200';

export interface TopUpPack {
  readonly id: PackId;
  readonly credits: number;
  /** Pence sterling, paid once. */
  readonly pricePence: number;
  readonly label: string;
}

/** One-off packs, sold to subscribers only (specification, customer product, sections 1 and 9). */
export const topUpPacks: Readonly<Record<PackId, TopUpPack>> = {
  SPECIAL_50: { id: 'SPECIAL_50', credits: 50, pricePence: 1999, label: 'Best Value' },
  REGULAR_100: { id: 'REGULAR_100', credits: 100, pricePence: 3499, label: 'Save 12.5%' },
  REGULAR_200: { id: 'REGULAR_200', credits: 200, pricePence: 5999, label: 'Save 25%' },
};

/** Highest price in credits that an operator may set for a picture that a model continues beyond its edges. */
export const maxOutpaintCredits = 5;

/** Credits given once to every new person, unless the setting `defaultFreeCredits` has another number. */
export const FREE_CREDITS = 2;

/** Credits that one generation or one menu enhancement costs. */
export const CREDITS_PER_GENERATION = 1;

/** Images that one generation makes. */
export const VARIATIONS_PER_GENERATION = 2;
