/** Replies of the API about a user's account, for component tests. */
import type { Me } from '#shared/api/account.ts';
import type { Catalogue, SubscriptionStatus } from '#shared/api/billing.ts';

/** A user of the Free plan who has not spent anything. */
export const freeUser: Me = {
  userId: 'test-user',
  email: 'cook@test.example',
  fullName: 'Test Person',
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
  createdAt: '2026-11-01T12:00:00.000Z',
};

/** A subscriber of the Starter plan with the credits of one month. */
export const starterUser: Me = {
  ...freeUser,
  tier: 'starter',
  subscription: {
    subscribed: true,
    productId: 'prod_starter',
    subscriptionEnd: '2026-12-01T12:00:00.000Z',
    planName: 'Starter',
    pricePence: 999,
  },
  credits: { ...freeUser.credits, subscriptionCreditsBalance: 15, available: 17 },
};

/** The check of that user's subscription. */
export function subscriptionOf(user: Me): SubscriptionStatus {
  return { ...user.subscription, pastDue: false, cancelAtPeriodEnd: false, nextPlan: null };
}

export const catalogue: Catalogue = {
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      productId: 'prod_starter',
      priceId: 'price_starter',
      pricePence: 999,
      creditsPerMonth: 15,
    },
    {
      id: 'pro',
      name: 'Pro',
      productId: 'prod_pro',
      priceId: 'price_pro',
      pricePence: 1999,
      creditsPerMonth: 40,
    },
  ],
  packs: [
    {
      id: 'SPECIAL_50',
      priceId: 'price_50',
      pricePence: 1999,
      credits: 50,
      label: 'Best Value',
      pencePerCredit: 40,
    },
  ],
};
