import { type PlanId, plans } from '#shared/domain/plans.ts';

const storageKey = 'platepost.wanted-plan';

/** How long a choice is remembered, in milliseconds: longer than a sign-up with a code by e-mail takes. */
const keepFor = 30 * 60_000;

interface Wanted {
  readonly plan: PlanId;
  /** When it was chosen, in milliseconds since 1970. */
  readonly at: number;
}

/** Reads `?plan=`; undefined for anything unknown. */
export function planIn(search: URLSearchParams): PlanId | undefined {
  const id = search.get('plan');
  return id === 'starter' || id === 'pro' ? id : undefined;
}

/** Remembers, for this tab, the plan that a visitor chose; another choice replaces it. */
export function keepWantedPlan(plan: PlanId): void {
  try {
    const wanted: Wanted = { plan, at: Date.now() };
    sessionStorage.setItem(storageKey, JSON.stringify(wanted));
  } catch {
    // Without storage, the customer chooses again on the credits page.
  }
}

/** The plan that this tab's visitor chose within the last half hour, or undefined. */
export function wantedPlan(): PlanId | undefined {
  try {
    const { plan, at } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Wanted>;
    if (plan === undefined || !Object.hasOwn(plans, plan)) return undefined;
    return at === undefined || Date.now() - at > keepFor ? undefined : plan;
  } catch {
    return undefined;
  }
}

/** Returns and forgets the choice, so that it opens one checkout at most. */
export function takeWantedPlan(): PlanId | undefined {
  const plan = wantedPlan();
  dropWantedPlan();
  return plan;
}

/** Forgets the choice: it was used or taken back, or somebody else signs in or out. */
export function dropWantedPlan(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}
