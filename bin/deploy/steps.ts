import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { edgeRegion, edgeStackName, edgeStackOf } from '#lib/edge-settings.ts';
import { mailStackOf } from '#lib/mail-settings.ts';
import { outputsFile, readOutputs } from '../outputs.ts';
import { removeTrial } from './cloudfront.ts';
import { hasEdge, prepareEdge } from './edge.ts';
import type { Finding } from './finding.ts';
import { prepareMail, recordsToSet } from './mail.ts';
import { type Access, modelTerms, subscribeTo, untilOpen } from './models.ts';
import { preflight, type Target } from './preflight.ts';
import { runProgram } from './program.ts';
import { prepareStack } from './stack.ts';

/** A program with its first arguments. */
type Command = readonly [string, ...string[]];

/** Other programs that a deployment runs. */
export interface Tools {
  readonly build: Command;
  readonly cdk: Command;
  readonly makeAdmin: Command;
  readonly setUpStripe: Command;
  readonly smoke: Command;
}

export interface Deployment extends Target {
  readonly stage: string;
  readonly tools: Tools;
  /** The project's folder, where the outputs are written. */
  readonly folder: string;
  readonly onlyChecks: boolean;
  /** Whether the CDK may be bootstrapped without a confirmation. */
  readonly bootstraps: boolean;
  readonly acceptModelTerms: boolean;
  /** E-mail of the first super admin. */
  readonly admin?: string | undefined;
  readonly hasStripeKey: boolean;
  readonly runsSmokeTest: boolean;
  readonly report: (line: string) => void;
  /** Asks the operator a question; `undefined` if the command does not run interactively. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Whether a host name resolves on this machine. */
  readonly resolves: (host: string) => Promise<boolean>;
  /** Interval between two polls of work in progress, in seconds. */
  readonly pollSeconds: number;
}

const marks = { ok: 'ok      ', warning: 'WARNING ', error: 'ERROR   ' } as const;

const line = ({ name, outcome, detail }: Finding): string => `${marks[outcome]}${name}: ${detail}`;

/**
 * Deploys a stage, or its changes.
 * @throws Error with a message for the operator; the command can be repeated.
 */
export async function deploy(deployment: Deployment): Promise<void> {
  const { stage, stackName, region, config, tools, folder, report, ask } = deployment;
  const timed = timer(report);

  const { findings, toBootstrap, pending, ...found } = await timed('Preflight', () =>
    preflight(deployment, deployment.bootstraps || ask !== undefined),
  );
  for (const finding of findings) report(line(finding));
  const errors = findings.filter(({ outcome }) => outcome === 'error').length;
  if (errors > 0 || region === undefined)
    throw new Error(
      `${errors === 1 ? 'One thing' : `${errors} things`} must be settled first. Nothing was deployed.`,
    );

  const toSubscribe = worthSubscribing(deployment, found.toSubscribe);
  const environment = { AWS_REGION: region, AWS_DEFAULT_REGION: region, NODE_ENV: 'production' };
  const run = (command: Command, args: readonly string[] = []) =>
    runProgram([...command, ...args], folder, environment);

  if (deployment.onlyChecks) return;
  if (toBootstrap.length > 0 && !deployment.bootstraps)
    await consent(
      ask,
      'AWS needs a bucket and roles for deployments, free. Make them?',
      'Without its bootstrap the CDK cannot deploy: type yes, or give --bootstrap.',
    );
  if (toSubscribe.length > 0) {
    report(modelTerms);
    if (!deployment.acceptModelTerms)
      await consent(
        ask,
        'Subscribe?',
        'Without the models no picture can be made: type yes, or give --accept-model-terms.',
      );
  }
  if (toBootstrap.length > 0)
    await timed('CDK bootstrap (two minutes)', async () => {
      // `cdk bootstrap` with an explicit environment does not run the app.
      for (const place of toBootstrap) await run(tools.cdk, ['bootstrap', place, '--app', '']);
    });
  const subscribed =
    toSubscribe.length > 0
      ? await timed('Subscription of the models', () => subscribeTo(toSubscribe, report))
      : [];

  await timed('Build of the site', () => run(tools.build));

  const cloudFormation = new CloudFormationClient({ region });
  const waiting = { seconds: deployment.pollSeconds, report };
  const deployStack = (name: string, ...options: string[]) =>
    run(tools.cdk, [
      ...['deploy', name, '-c', `stage=${stage}`],
      ...['--require-approval', 'never', '--progress', 'events', ...options],
    ]);
  const mail = mailStackOf(stackName, config, region);
  if (mail)
    await timed('Mail identity (some minutes the first time)', () => prepareMail(mail, deployStack, waiting));
  const edgeSettings = edgeStackOf(stackName, config, region);
  const edge =
    edgeSettings &&
    (await timed('Edge (some minutes the first time)', () =>
      prepareEdge(edgeSettings, { stackName, cloudFormation }, deployStack, waiting),
    ));
  await timed('Deployment (8 to 15 minutes the first time)', async () => {
    await prepareStack(cloudFormation, stackName, waiting);
    await deployStack(stackName, ...(edge?.parameters ?? []), '--outputs-file', outputsFile(stage));
    await edge?.finish();
  });
  if (!edgeSettings && (await hasEdge(stackName)))
    report(
      `The settings want nothing of ${edgeStackName(stackName)} in ${edgeRegion} any more: delete that stack.`,
    );
  const { SiteUrl, DnsRecords } = readOutputs(stage, folder);
  if (await removeTrial())
    report('The distribution for trial is not yet spread: the next run, or destroy, deletes it.');
  if (DnsRecords) {
    const { hostname } = new URL(SiteUrl);
    report(recordsToSet(DnsRecords));
    if (!(await deployment.resolves(hostname)))
      throw new Error(
        `${stackName} is deployed, and ${hostname} leads nowhere yet: set these records, then repeat the command.`,
      );
  }

  if (deployment.hasStripeKey)
    await timed("Stripe's catalogue", () => run(tools.setUpStripe, ['--stage', stage]));
  if (deployment.admin !== undefined) await appointAdmin(deployment, deployment.admin, SiteUrl, run);
  const awaited = [...subscribed, ...pending];
  if (awaited.length > 0) await timed('Subscriptions that are under way', () => untilOpen(awaited, waiting));
  if (deployment.runsSmokeTest)
    await timed('Smoke test (two minutes; one picture)', () => run(tools.smoke, ['--stage', stage]));
  else report('No smoke test: set SMOKE_EMAIL and SMOKE_PASSWORD of a customer made for it.');
  if (config.stage !== 'production') report(`Remove it with: npm run destroy -- --stage ${stage}`);
  report(SiteUrl);
}

/** The models to subscribe to: where nobody can agree to terms, a spare model does not stop a deployment. */
function worthSubscribing(
  { acceptModelTerms, ask }: Deployment,
  models: readonly Access[],
): readonly Access[] {
  return acceptModelTerms || ask ? models : models.filter(({ isSpare }) => !isSpare);
}

/**
 * Asks the operator for a yes.
 * @throws Error with `otherwise` for any other answer, and if the command is not interactive.
 */
async function consent(ask: Deployment['ask'], question: string, otherwise: string): Promise<void> {
  const answer = await ask?.(`${question} Type yes: `);
  if (answer?.trim() !== 'yes') throw new Error(`${otherwise} Nothing was deployed.`);
}

/** Appoints an admin. The person must have signed up, so that only they choose the password. */
async function appointAdmin(
  { stage, tools, report, ask }: Deployment,
  email: string,
  siteUrl: string,
  run: (command: Command, args: readonly string[]) => Promise<void>,
): Promise<void> {
  const args = [email, '--super', '--stage', stage];
  try {
    await run(tools.makeAdmin, args);
  } catch {
    if (!ask) {
      report(`Sign up at ${siteUrl}, then: npm run tool:make-admin -- <e-mail> --super --stage ${stage}`);
      return;
    }
    await ask(`Sign up at ${siteUrl} with that address, confirm it, then press Enter: `);
    await run(tools.makeAdmin, args);
  }
}

function timer(report: (line: string) => void) {
  return async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
    report(`\n${name} …`);
    const began = performance.now();
    const result = await step();
    report(`${name}: ${duration(performance.now() - began)}`);
    return result;
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
