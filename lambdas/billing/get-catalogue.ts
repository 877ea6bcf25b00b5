import { readOffer } from '#lambdas/platform/settings-store.ts';
import { stripeSettings } from '#lambdas/runtime/stripe.ts';
import type { Catalogue } from '#shared/api/billing.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';

/** The plans and packs on offer, with Stripe's ids. */
export async function getCatalogue(): Promise<Catalogue> {
  const [settings, { specialPackLabel }] = await Promise.all([stripeSettings(), readOffer()]);
  return {
    plans: Object.values(plans).map(({ id, name, pricePence, creditsPerMonth }) => ({
      id,
      name,
      ...settings.plans[id],
      pricePence,
      creditsPerMonth,
    })),
    packs: Object.values(topUpPacks).map(({ id, credits, pricePence, label }) => ({
      id,
      priceId: settings.packs[id].priceId,
      pricePence,
      credits,
      label: id === 'SPECIAL_50' ? specialPackLabel : label,
      pencePerCredit: Math.round((pricePence / credits) * 10) / 10,
    })),
  };
}
