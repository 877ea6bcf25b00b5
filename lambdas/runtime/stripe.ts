import Stripe from 'stripe';
import type { StripeResource } from '#shared/stripe-resources.ts';
import { parseStripeSettings, type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { AppError } from './app-error.ts';
import { readVariable } from './env.ts';
import { logger } from './logger.ts';
import { readSecret } from './secret.ts';

/** Stripe's API together with what we know of our account there. */
export interface StripeAccount {
  readonly stripe: Pick<Stripe, StripeResource | 'webhooks'>;
  readonly settings: StripeSettings;
}

/** An operator's change of the settings is seen by running functions after this time, in milliseconds. */
const settingsLifetime = 60_000;

let made: { readonly text: string; readonly account: StripeAccount } | undefined;

/**
 * The account, as the stack's Stripe secret tells it.
 * @throws AppError `payments_unavailable` while it is not set up.
 */
export async function stripeAccount(): Promise<StripeAccount> {
  const text = await readSecret(readVariable('STRIPE_SECRET_ARN'), settingsLifetime);
  if (made?.text === text) return made.account;
  const settings = parseStripeSettings(text);
  if (!settings) {
    logger.error('Stripe is not set up: see docs/runbook.md');
    throw new AppError('payments_unavailable');
  }
  const stripe = new Stripe(settings.secretKey, {
    ...stripeAddress(settings.apiBase),
    // Together they stay within the 28 s of a function.
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  made = { text, account: { stripe, settings } };
  return made.account;
}

/** Whether the error says that Stripe has no object of the id that was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/**
 * Runs a use case that a person waits for.
 * @throws AppError `payments_unavailable` when Stripe does not answer or refuses: the person can only try again.
 */
export async function askingStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // The message may name what the customer typed; type, code and request id are enough to find it at Stripe.
    logger.error('Stripe refused or did not answer', {
      stripe: { type: error.type, code: error.code, param: error.param, requestId: error.requestId },
    });
    throw new AppError('payments_unavailable');
  }
}
