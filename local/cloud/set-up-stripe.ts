import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { stripeEvents } from '#shared/stripe-settings.ts';

interface StripeSetup {
  directory: string;
  /** `http://127.0.0.1:<port>`; the local Stripe's API is served there too. */
  siteUrl: string;
  apiKey: string;
  /** The secret of the stack that holds the settings. */
  secretArn: string;
  /** Variables that lead the AWS SDK to this cloud. */
  awsVariables: Record<string, string>;
}

/**
 * Sets the local Stripe up as an operator sets up a real account, by the same command. Nothing is done when it was
 * done before for the same site and catalogue.
 */
export async function setUpStripe(setup: StripeSetup): Promise<void> {
  const { directory, siteUrl, apiKey, secretArn, awsVariables } = setup;
  const record = join(directory, 'stripe-setup.json');
  const done = createHash('sha256')
    .update(JSON.stringify([siteUrl, apiKey, secretArn, plans, topUpPacks, stripeEvents]))
    .digest('hex');
  if (readJsonFile(record) === done) return;
  const script = fileURLToPath(new URL('../../bin/setup-stripe.ts', import.meta.url));
  // People may write either name into the address bar, and are signed in under that one only.
  const sites = [siteUrl, siteUrl.replace('127.0.0.1', 'localhost')];
  const child = spawn(
    process.execPath,
    [script, '--secret', secretArn, ...sites.flatMap((site) => ['--site', site])],
    {
      env: { ...awsVariables, STRIPE_SECRET_KEY: apiKey, STRIPE_API_BASE: siteUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.off('exit', end);
  if (status !== 0) throw new Error(`The local Stripe could not be set up:\n${output.trim()}`);
  await writeJsonFile(record, done);
}
