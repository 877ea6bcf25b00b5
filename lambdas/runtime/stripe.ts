import type Stripe from 'stripe';
import type { StripeResource } from '#shared/stripe-resources.ts';
import { parseStripeSettings, type StripeSettings } from '#shared/stripe-settings.ts';
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

let made: { readonly settings: StripeSettings; readonly account: StripeAccount } | undefined;

/** Stripe's library, once it was needed: the catalogue, which everybody asks for, needs the settings alone. */
let library: typeof import('./stripe-client.ts') | undefined;

let parsed: { readonly text: string; readonly settings: StripeSettings } | undefined;

/**
 * What the stack's Stripe secret tells of our account.
 * @throws AppError `payments_unavailable` while it is not set up.
 */
export async function stripeSettings(): Promise<StripeSettings> {
  const text = await readSecret(readVariable('STRIPE_SECRET_ARN'), settingsLifetime);
  if (parsed?.text === text) return parsed.settings;
  const settings = parseStripeSettings(text);
  if (!settings) {
    logger.error('Stripe is not set up: see docs/runbook.md');
    throw new AppError('payments_unavailable');
  }
  parsed = { text, settings };
  return settings;
}

/**
 * The account, as the stack's Stripe secret tells it.
 * @throws AppError `payments_unavailable` while it is not set up.
 */
export async function stripeAccount(): Promise<StripeAccount> {
  const settings = await stripeSettings();
  if (made?.settings === settings) return made.account;
  library ??= await import('./stripe-client.ts');
  made = { settings, account: { stripe: library.openStripe(settings), settings } };
  return made.account;
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return library !== undefined && error instanceof library.StripeError;
}

/** Whether the error says that Stripe has no object of the id that was asked for. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing';
}

/** Whether the error says that Stripe would not do what it was asked for. */
export function isRefused(error: unknown): boolean {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError';
}

/**
 * Runs a use case that a person waits for.
 * @throws AppError `payments_unavailable` when Stripe does not answer or refuses: the person can only try again.
 */
export async function askingStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStripeError(error)) throw error;
    // The message may name what the customer typed; type, code and request id are enough to find it at Stripe.
    logger.error('Stripe refused or did not answer', {
      stripe: { type: error.type, code: error.code, param: error.param, requestId: error.requestId },
    });
    throw new AppError('payments_unavailable');
  }
}
