import type { PlanId } from '#shared/domain/plans.ts';
import { tabMemory } from './tab-memory.ts';

const memory = tabMemory('platepost.wanted-plan');

/** Reads `?plan=`; undefined for anything unknown. */
export function planIn(search: URLSearchParams): PlanId | undefined {
  return knownPlan(search.get('plan'));
}

/** Stores, for this tab, the plan that a visitor chose; another choice replaces it. */
export function keepWantedPlan(plan: PlanId): void {
  memory.keep(plan);
}

/** The plan that this tab's visitor chose within the last half hour, or undefined. */
export function wantedPlan(): PlanId | undefined {
  return knownPlan(memory.read());
}

/** Returns and deletes the choice, so that it starts one checkout at most. */
export function takeWantedPlan(): PlanId | undefined {
  const plan = wantedPlan();
  dropWantedPlan();
  return plan;
}

/** Deletes the choice: it was used or withdrawn, or another user signs in or out. */
export function dropWantedPlan(): void {
  memory.drop();
}

function knownPlan(id: string | null | undefined): PlanId | undefined {
  return id === 'starter' || id === 'pro' ? id : undefined;
}
