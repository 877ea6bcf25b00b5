import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { regionOfShell } from './deploy/region.ts';
import { deploy } from './deploy/steps.ts';

const usage = `Deploys a stage to AWS, or what changed of it, with the AWS credentials of this shell: checks the account, subscribes to
the models, builds, deploys, and tries the site. Repeat it after an interruption.

Usage: npm run deploy -- --stage <name> [options]

  --stage <name>        Settings are in settings/<name>.json; outputs are written to outputs.<name>.json
  --accept-model-terms  Subscribe to the image models without asking
  --bootstrap           Make the bucket and roles that AWS needs for deployments (CDK bootstrap) without asking
  --admin <e-mail>      The first super admin, who signs up on the site
  --check               Only the checks

  STRIPE_SECRET_KEY                 Sets up this Stripe account, too
  SMOKE_EMAIL and SMOKE_PASSWORD    The customer of the smoke test; a trial makes one and deletes it
`;

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      'accept-model-terms': { type: 'boolean', default: false },
      bootstrap: { type: 'boolean', default: false },
      admin: { type: 'string' },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { stage } = values;
  if (values.help || stage === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { stackName, settings, source } = readStage(stage, join(projectRoot, 'settings'));
  const config = parseConfig(settings, source);
  const node = process.execPath;
  const installed = (...path: string[]) => join(projectRoot, 'node_modules', ...path);
  const terminal =
    process.stdin.isTTY && !values.check
      ? createInterface({ input: process.stdin, output: process.stdout })
      : undefined;
  try {
    await deploy({
      stage,
      stackName,
      config,
      region: config.region ?? (await regionOfShell()),
      folder: projectRoot,
      onlyChecks: values.check,
      acceptModelTerms: values['accept-model-terms'],
      bootstraps: values.bootstrap,
      admin:
        values.admin ?? ((await terminal?.question('E-mail of the first admin (or Enter): ')) || undefined),
      hasStripeKey: Boolean(process.env.STRIPE_SECRET_KEY),
      runsSmokeTest: config.stage !== 'production' || Boolean(process.env.SMOKE_EMAIL),
      tools: {
        build: [node, installed('vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
        cdk: [node, installed('aws-cdk', 'bin', 'cdk')],
        makeAdmin: [node, join('bin', 'run.mjs'), 'make-admin'],
        setUpStripe: [node, join('bin', 'run.mjs'), 'setup-stripe'],
        smoke: [node, join('bin', 'run.mjs'), 'smoke'],
      },
      report: (line) => process.stdout.write(`${line}\n`),
      ask: terminal && ((question) => terminal.question(question)),
      resolves: (host) =>
        lookup(host).then(
          () => true,
          () => false,
        ),
      pollSeconds: 5,
    });
  } finally {
    terminal?.close();
  }
}
