import type { Me } from '#shared/api/account.ts';
import { freeUser as plainUser } from '#test/support/account-replies.ts';

/** A user of the Free plan with both free credits. */
export const freeUser: Me = {
  ...plainUser,
  email: 'ada@bistro.example',
  fullName: 'Ada Cook',
  createdAt: '2026-11-01T00:00:00.000Z',
};

/** A subscriber of the Pro plan. */
export const proUser: Me = {
  ...freeUser,
  tier: 'pro',
  subscription: {
    subscribed: true,
    productId: 'prod_pro',
    subscriptionEnd: '2026-12-01T00:00:00.000Z',
    planName: 'Pro',
    pricePence: 1999,
  },
  credits: { ...freeUser.credits, subscriptionCreditsBalance: 40, available: 42 },
};
