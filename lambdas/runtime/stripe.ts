import type Stripe from 'stripe';
import { parseStripeSettings, type StripeSettings, stripeAddress } from '#shared/stripe-settings.ts';
import { AppError } from './app-error.ts';
import { readVariable } from './env.ts';
import { logger } from './logger.ts';
import { readSecret } from './secret.ts';

/** A client of Stripe's API and the settings of our account. */
export interface StripeAccount {
  readonly stripe: Stripe;
  readonly settings: StripeSettings;
}

/** Milliseconds after which running functions read the settings again. */
const settingsLifetime = 60_000;

let parsed: { readonly text: string; readonly settings: StripeSettings } | undefined;
let opened: StripeAccount | undefined;

/**
 * Stripe's library, loaded by the first call to Stripe: loaded at the start, it would make the start of the billing
 * function 10 % slower and its bundle 529 KB, which is more than the limit of 450 KB.
 */
let library: typeof Stripe | undefined;

/**
 * Reads the settings from the stack's Stripe secret.
 * @throws AppError `payments_unavailable` while the secret is not set up.
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
 * Opens Stripe's API with the settings of the stack's Stripe secret.
 * @throws AppError `payments_unavailable` while the secret is not set up.
 */
export async function stripeAccount(): Promise<StripeAccount> {
  const settings = await stripeSettings();
  if (opened?.settings === settings) return opened;
  library ??= (await import('stripe')).default;
  const stripe = new library(settings.secretKey, {
    ...stripeAddress(settings.apiBase),
    // With the retries, all attempts end before the function's time limit of 28 s.
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  opened = { stripe, settings };
  return opened;
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return library !== undefined && error instanceof library.errors.StripeError;
}

/** Whether Stripe reported that it has no object with the requested id, or with the id in the parameter `param`. */
export function isMissing(error: unknown, param?: string): boolean {
  return (
    isStripeError(error) &&
    error.code === 'resource_missing' &&
    (param === undefined || error.param === param)
  );
}

/** Whether Stripe rejected the request as invalid. */
export function isRefused(error: unknown): boolean {
  return isStripeError(error) && error.type === 'StripeInvalidRequestError';
}

/**
 * Runs a use case that a user waits for and reports Stripe's errors as a problem of the API.
 * @throws AppError `payments_unavailable` if Stripe does not answer or refuses: the user can only try again
 */
export async function reportStripeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStripeError(error)) throw error;
    // Stripe's message may contain customer input; type, code and request id suffice to find the request in Stripe's
    // log.
    logger.error('Stripe refused the request or did not answer', {
      stripe: { type: error.type, code: error.code, param: error.param, requestId: error.requestId },
    });
    throw new AppError('payments_unavailable');
  }
}
