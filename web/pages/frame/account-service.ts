import type { Me } from '#shared/api/account.ts';
import { call } from '#web/lib/api.ts';

/** The data of the signed-in user that public pages show. */
export interface Account {
  /** Full name; the e-mail if there is none. */
  readonly name: string;
  readonly email: string;
  /** Credits that can be spent now. */
  readonly credits: number;
  readonly isAdmin: boolean;
  readonly tier: Me['tier'];
  /** The plan that is paid each month. */
  readonly plan: Me['subscription']['planName'];
}

/** Reads the signed-in user's account. Loaded after hydration, because it includes the API client. */
export async function readAccount(): Promise<Account> {
  const me = await call('getMe');
  return {
    name: me.fullName || me.email,
    email: me.email,
    credits: me.credits.available,
    // Customers have no role; staff of either role may open the back office.
    isAdmin: me.role !== null,
    tier: me.tier,
    plan: me.subscription.planName,
  };
}
