import type Stripe from 'stripe';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { StripeAccount } from '#lambdas/runtime/stripe.ts';

/** The parameters of a session that differ between plans and packs, and what it sells at which price. */
type Sale = Stripe.Checkout.SessionCreateParams & {
  readonly mode: 'subscription' | 'payment';
  readonly priceId: string;
  /** The price that the buyer has seen. */
  readonly pence: number;
};

/**
 * Creates a hosted checkout session that is paid in pounds and by card, and returns its address.
 * @throws AppError `price_unknown` if Stripe asks for another price than the buyer has seen
 */
export async function createSession(
  { stripe }: StripeAccount,
  { priceId, pence, ...params }: Sale,
): Promise<string> {
  const session = await stripe.checkout.sessions.create({
    ...params,
    // A delayed payment method would activate a subscription days before it is paid.
    allowed_payment_method_types: ['card'],
    // Buyers abroad would be asked for another amount than the site shows.
    adaptive_pricing: { enabled: false },
    line_items: [{ price: priceId, quantity: 1 }],
  });
  // A customer's discount may reduce a plan; a pack is booked only at its full price.
  const asked = params.mode === 'payment' ? session.amount_total : session.amount_subtotal;
  // A deployment changes the price at another moment than the command that tells Stripe.
  if (asked !== pence || session.currency !== 'gbp') {
    await stripe.checkout.sessions.expire(session.id);
    throw new AppError('price_unknown');
  }
  if (!session.url) throw new Error('The checkout session has no URL');
  return session.url;
}
