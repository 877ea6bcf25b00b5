import type { Me } from '#shared/api/account.ts';
import { plans } from '#shared/domain/plans.ts';

/** Monthly credits of the current paid plan; 0 without one. */
export function monthlyAllowance({ planName }: Pick<Me['subscription'], 'planName'>): number {
  return Object.values(plans).find(({ name }) => name === planName)?.creditsPerMonth ?? 0;
}

/** Percent of the monthly allowance that is left, at most 100 (customer-product.md section 2). */
export function monthlyShare(balance: number, allowance: number): number {
  return allowance === 0 ? 0 : Math.min(100, (balance / allowance) * 100);
}
