import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { DirectoryInUse } from 'local-cloud/cloud/data-directory.ts';
import { NotSupported } from 'local-cloud/cloud/provision.ts';
import { writeJsonFile } from 'local-cloud/json-file.ts';
import { MissingPrerequisite } from 'local-cloud/prerequisites.ts';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { brand } from '#shared/brand.ts';
import { type LocalCloud, startLocalCloud } from './cloud/local-cloud.ts';
import { seededAccounts, seedPassword } from './seed/accounts.ts';
import { clearLocalData, prepareHistory, prepareSeed, seedLife, seedSite } from './seed/seed.ts';
import { startWatching } from './site/watch.ts';

const usage = `Usage: npm start -- [options]

  --port <n>        Port of the site (4000); the AWS APIs and the social sign-in use the next two
  --data <folder>   Folder for data (.local), inside the project; use another one for a second instance
  --fresh           Clear all local data first
  --watch           Reload the site and re-bundle functions when code changes
  --bedrock=aws     Make pictures with Amazon Bedrock, using this machine's AWS credentials
  --verbose         Show the functions' logs and how long each part takes to start
`;

function parseOptions() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '4000' },
        data: { type: 'string', default: '.local' },
        fresh: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        bedrock: { type: 'string', default: 'local' },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(1);
  }
}

const values = parseOptions();

const projectRoot = join(import.meta.dirname, '..');
const directory = resolve(projectRoot, values.data);

/** An invalid option. */
class UsageError extends Error {}

/** One sentence for a problem that the user can fix; the stack trace for anything else, which is a bug. */
function explain(error: unknown): string {
  if (
    error instanceof UsageError ||
    error instanceof DirectoryInUse ||
    error instanceof MissingPrerequisite ||
    error instanceof NotSupported
  )
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use by another program. Stop it, or choose another port: npm start -- --port 4100`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1024 || port > 65_533)
    throw new UsageError('--port must be a number from 1024 to 65533');
  if (values.bedrock !== 'local' && values.bedrock !== 'aws')
    throw new UsageError('--bedrock must be "local" or "aws"');
  // The functions' bundles find sharp's binary for this machine in the project's node_modules.
  if (!directory.startsWith(projectRoot + sep))
    throw new UsageError('--data must name a folder inside the project');
  const began = performance.now();
  if (values.fresh) clearLocalData(directory);
  process.stdout.write(`Starting ${brand.name} …\n`);
  await buildSiteIfStale();
  // With Amazon Bedrock, past pictures would cost money, and Amazon's clock cannot be moved.
  const history = values.bedrock === 'local' ? prepareHistory(directory) : undefined;
  const seed = history?.make ?? prepareSeed(directory);
  const cloud = await startLocalCloud({
    directory,
    sitePort: port,
    awsPort: port + 1,
    signInPort: port + 2,
    bedrock: values.bedrock,
    ...history?.options,
    // Schedules start later, so that they do not slow down the start.
    schedulesAfterMs: 5000,
    ...(values.verbose && {
      onTiming: (part: string, ms: number) => process.stdout.write(`  ${part}: ${Math.round(ms)} ms\n`),
      onLog: (name: string, line: string) => process.stdout.write(`[${name}] ${line}\n`),
    }),
  });
  const stopWatching = values.watch ? await startWatching(cloud) : undefined;
  stopOnSignal(cloud, stopWatching);
  await noteForOperator(cloud);
  const seeding = performance.now();
  await seed(cloud);
  if (values.verbose)
    process.stdout.write(
      `  ${history ? 'history' : 'seeding'}: ${Math.round(performance.now() - seeding)} ms\n`,
    );
  greet(cloud, (performance.now() - began) / 1000);
  await cloud.warm();
  // The site is ready; the public pages and the back office are filled in the background.
  for (const fill of [seedSite, seedLife])
    await fill(cloud, directory).catch((error: Error) => {
      if (values.verbose) process.stderr.write(`${error.message}\n`);
    });
}

/** Writes the address of this cloud for the operators' commands (bin/make-admin.ts, bin/recount.ts). */
async function noteForOperator(cloud: LocalCloud): Promise<void> {
  const { TableName: tableName, UserPoolId: userPoolId, SigningKeyArn: signingKeyArn } = cloud.outputs;
  const { awsUrl, region } = cloud;
  const key = cloud.accessKey('operator');
  await writeJsonFile(join(directory, 'operator.json'), {
    awsUrl,
    region,
    tableName,
    userPoolId,
    signingKeyArn,
    ...key,
  });
}

function stopOnSignal(cloud: LocalCloud, stopWatching: (() => Promise<void>) | undefined): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    process.stdout.write('\nStopping …\n');
    await stopWatching?.();
    await cloud.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function greet(cloud: LocalCloud, seconds: number): void {
  const width = Math.max(...seededAccounts.map(({ email }) => email.length));
  const accounts = seededAccounts
    .map(({ email, label }) => `    ${email.padEnd(width)}   ${label}`)
    .join('\n');
  const data = relative(projectRoot, directory);
  const pictures =
    values.bedrock === 'aws'
      ? 'Pictures are made by Amazon Bedrock, with your AWS credentials and at your cost.'
      : 'On this machine pictures are rendered by image processing and posts come from templates, not from generative models.';
  process.stdout.write(`
  ${brand.name} is ready (${seconds.toFixed(1)} s)

    ${cloud.url}

  Sign in as (password "${seedPassword}"):
${accounts}
  or sign up: mail appears at ${cloud.url}/_local/mail
  or with Google or Apple: accept the certificate of this machine once. Google and Apple are not contacted.

  ${pictures}
  Payments are simulated; no money moves. Cards, customers and the clock: ${cloud.url}/_local/stripe
  Data is kept in ${data} (npm start -- --fresh clears it), logs in ${data}/logs.
  Ctrl-C stops.

`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}
