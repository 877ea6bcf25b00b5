import type { Me } from '#shared/api/account.ts';

/** A user of the Free plan with both free credits. */
export const freeUser: Me = {
  userId: 'test-user',
  email: 'ada@bistro.example',
  fullName: 'Ada Cook',
  companyName: '',
  kitchen: '',
  about: '',
  avatarUrl: '',
  role: null,
  tier: 'free',
  subscription: {
    subscribed: false,
    productId: null,
    subscriptionEnd: null,
    planName: 'none',
    pricePence: null,
  },
  credits: {
    creditsBalance: 0,
    subscriptionCreditsBalance: 0,
    freeCreditsUsed: 0,
    freeCreditsLimit: 2,
    available: 2,
  },
  brandKit: { look: null, logo: null },
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
