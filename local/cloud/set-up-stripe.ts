import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CloudAccess } from 'local-cloud';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { stripeEvents } from '#shared/stripe-settings.ts';
import { runCommand } from './run-command.ts';

interface StripeSetup {
  directory: string;
  /** The stand-in's API is served at the site's address. */
  access: CloudAccess;
  apiKey: string;
  /** ARN of the stack's secret with the Stripe settings. */
  secretArn: string;
}

/**
 * Sets up the Stripe stand-in with the operator's command for real accounts. Skipped if an earlier start did so for the
 * same site and catalogue.
 */
export async function setUpStripe(setup: StripeSetup): Promise<void> {
  const { directory, access, apiKey, secretArn } = setup;
  const { url: siteUrl } = access;
  const record = join(directory, 'stripe-setup.json');
  const done = createHash('sha256')
    .update(JSON.stringify([siteUrl, apiKey, secretArn, plans, topUpPacks, stripeEvents]))
    .digest('hex');
  if (readJsonFile(record) === done) return;
  // Visitors may use either host name, and a session belongs to one of them.
  const sites = [siteUrl, siteUrl.replace('127.0.0.1', 'localhost')];
  await runCommand(
    access,
    ['setup-stripe', '--secret', secretArn, ...sites.flatMap((site) => ['--site', site])],
    { STRIPE_SECRET_KEY: apiKey, STRIPE_API_BASE: siteUrl },
  );
  await writeJsonFile(record, done);
}
