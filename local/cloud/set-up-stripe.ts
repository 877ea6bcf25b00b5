import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CloudAccess } from 'local-cloud';
import { readJsonFile, writeJsonFile } from 'local-cloud/json-file.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { stripeEvents } from '#shared/stripe-settings.ts';

interface StripeSetup {
  directory: string;
  /** The stand-in's API is served at the site's address. */
  access: CloudAccess;
  apiKey: string;
  /** The secret of the stack that holds the settings. */
  secretArn: string;
}

/**
 * Sets the Stripe stand-in up by the command with which an operator sets up a real account. Skipped when it was done
 * before for the same site and catalogue.
 */
export async function setUpStripe(setup: StripeSetup): Promise<void> {
  const { directory, access, apiKey, secretArn } = setup;
  const { url: siteUrl, awsUrl, region } = access;
  const record = join(directory, 'stripe-setup.json');
  const done = createHash('sha256')
    .update(JSON.stringify([siteUrl, apiKey, secretArn, plans, topUpPacks, stripeEvents]))
    .digest('hex');
  if (readJsonFile(record) === done) return;
  const script = fileURLToPath(new URL('../../bin/run.mjs', import.meta.url));
  // Visitors may use either name, and a session belongs to one name.
  const sites = [siteUrl, siteUrl.replace('127.0.0.1', 'localhost')];
  const key = access.accessKey('setup-stripe');
  const child = spawn(
    process.execPath,
    [script, 'setup-stripe', '--secret', secretArn, ...sites.flatMap((site) => ['--site', site])],
    {
      env: {
        AWS_REGION: region,
        AWS_ENDPOINT_URL: awsUrl,
        AWS_ACCESS_KEY_ID: key.accessKeyId,
        AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
        STRIPE_SECRET_KEY: apiKey,
        STRIPE_API_BASE: siteUrl,
      },
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
  if (status !== 0) throw new Error(`The Stripe stand-in could not be set up:\n${output.trim()}`);
  await writeJsonFile(record, done);
}
