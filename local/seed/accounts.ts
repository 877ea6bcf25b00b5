import type { PlanId } from '#shared/domain/plans.ts';

export interface SeededAccount {
  email: string;
  fullName: string;
  plan?: PlanId;
  role?: 'admin' | 'super_admin';
  /** Label that is printed next to the address. */
  label: string;
}

/** The password of every seeded account. */
export const seedPassword = 'platepost';

export const seededAccounts: readonly SeededAccount[] = [
  { email: 'free@platepost.example', fullName: 'Fran Free', label: 'Free' },
  { email: 'starter@platepost.example', fullName: 'Sam Starter', plan: 'starter', label: 'Starter' },
  { email: 'pro@platepost.example', fullName: 'Pat Pro', plan: 'pro', label: 'Pro' },
  { email: 'admin@platepost.example', fullName: 'Alex Admin', role: 'admin', label: 'admin' },
  { email: 'super@platepost.example', fullName: 'Sky Super', role: 'super_admin', label: 'super admin' },
];
