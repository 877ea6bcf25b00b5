import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { projectRoot } from '#lib/bundle.ts';
import { SimulatedAccount } from '#test/support/simulated-aws/account.ts';
import { copyProject, runCommand, runCopy } from '#test/support/simulated-aws/project-copy.ts';
import { type SimulatedAws, startSimulatedAws } from '#test/support/simulated-aws/server.ts';

const packageJson = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
const folder = copyProject();
let aws: SimulatedAws;
let account: SimulatedAccount;

beforeAll(async () => {
  aws = await startSimulatedAws(() => account);
});
afterAll(() => aws.close());
beforeEach(() => {
  account = new SimulatedAccount();
});

const credentials = () => ({
  AWS_ENDPOINT_URL: aws.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIASIMULATED',
  AWS_SECRET_ACCESS_KEY: 'simulated',
});
const run = (command: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = credentials()) =>
  runCopy(folder, command, args, environment);
/** Nobody listens on this port. */
const unreachable = {
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIASIMULATED',
  AWS_SECRET_ACCESS_KEY: 'simulated',
};
const outputs = join(folder, 'outputs.trial.json');

describe('npm run deploy', () => {
  // R1.1, R1.2
  it('deploys a trial twice, and destroy leaves nothing, without a terminal', async () => {
    const first = await run('deploy', ['--stage', 'trial']);
    expect(first.said).toMatch(
      /PlatePost-trial will be created[\s\S]*Smoke test[\s\S]*\nhttps:\/\/site\.example\n$/,
    );
    expect(first.status).toBe(0);
    expect(readFileSync(join(folder, 'tools.log'), 'utf8')).toMatch(/^vite build .*\nsmoke --stage trial\n$/);
    const second = await run('deploy', ['--stage', 'trial']);
    expect(second.said).toContain('PlatePost-trial will be updated');
    expect(second.status).toBe(0);

    const unsure = await run('destroy', ['--stage', 'trial']);
    expect(unsure).toMatchObject({ status: 1, said: expect.stringContaining('--yes') });
    expect(existsSync(outputs)).toBe(true);
    const gone = await run('destroy', ['--stage', 'trial', '--yes']);
    expect(gone.said).toContain('PlatePost-trial is gone.');
    expect(gone.status).toBe(0);
    expect(account.possessions).toEqual([]);
    expect(existsSync(outputs)).toBe(false);
  });

  it.each([
    ['explains itself', [], {}, /^Deploys a stage to AWS/],
    [
      'names the stages that there are',
      ['--stage', 'trail'],
      {},
      /^There is no settings\/trail\.json\. Stages: production, staging, trial\n$/,
    ],
    [
      'names an option that it does not know',
      ['--stag', 'trial'],
      {},
      /^Unknown option '--stag'[\s\S]*--help/,
    ],
    ['asks for a region', ['--stage', 'trial'], {}, /ERROR +Region: None is chosen/],
    [
      'asks for credentials',
      ['--stage', 'trial'],
      { AWS_REGION: 'us-east-1' },
      /ERROR +Credentials: AWS accepts none[\s\S]*aws login/,
    ],
    [
      'says when there is no network',
      ['--stage', 'trial'],
      { ...unreachable, AWS_MAX_ATTEMPTS: '1' },
      /ERROR +Credentials: AWS cannot be reached .*network/,
    ],
  ])('%s', async (_name, args, environment, words) => {
    const { said, status } = await run('deploy', args, environment);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });

  it('goes on after an interruption, and ends with 1 when AWS gives up', async () => {
    account.nextCreation = 'ROLLBACK_COMPLETE';
    const failed = await run('deploy', ['--stage', 'trial']);
    expect(failed.said).toMatch(
      /failed \(status 1\)\. What it says stands above; then repeat the command\.\n$/,
    );
    expect(failed.status).toBe(1);
    expect(existsSync(outputs)).toBe(false);
    account.nextCreation = 'CREATE_COMPLETE';
    const repeated = await run('deploy', ['--stage', 'trial']);
    expect(repeated.said).toMatch(/PlatePost-trial is ROLLBACK_COMPLETE[\s\S]*https:\/\/site\.example\n$/);
    expect(repeated.status).toBe(0);
    await run('destroy', ['--stage', 'trial', '--yes']);
  });

  it.each<[string, Partial<SimulatedAccount>, string[], RegExp, number]>([
    [
      'without a bootstrap',
      { bootstrapVersion: undefined },
      [],
      /ERROR +CDK bootstrap: It is missing\. Give --bootstrap .*\n[\s\S]*\nOne thing must be settled first\. Nothing was deployed\.\n$/,
      1,
    ],
    [
      'without a bootstrap, which may be made',
      { bootstrapVersion: undefined },
      ['--bootstrap'],
      /WARNING +CDK bootstrap: It is missing\.[\s\S]*\nCDK bootstrap \(two minutes\): \d[\s\S]*\nhttps:\/\/site\.example\n$/,
      0,
    ],
    [
      'that CloudFront has not verified',
      { isVerifiedForCloudFront: false },
      [],
      /ERROR +CloudFront: AWS has not verified this account[\s\S]*\nOne thing must be settled first\. Nothing was deployed\.\n$/,
      1,
    ],
    [
      'that may run ten functions at once',
      { concurrency: 10 },
      [],
      /WARNING +Lambda concurrency: The quota is 10;[\s\S]*\nhttps:\/\/site\.example\n$/,
      0,
    ],
    [
      'without models, whose terms are accepted',
      { agreements: new Set<string>() },
      ['--accept-model-terms'],
      /WARNING +Model access: Nobody has subscribed[\s\S]*\nhttps:\/\/site\.example\n$/,
      0,
    ],
  ])('meets an account %s', async (_name, lacks, args, words, ends) => {
    Object.assign(account, lacks);
    rmSync(outputs, { force: true });
    const { said, status } = await run('deploy', ['--stage', 'trial', ...args]);
    expect(said).toMatch(words);
    expect(said.match(/^ERROR/gm) ?? []).toHaveLength(ends);
    expect(status).toBe(ends);
    expect(account.stacks.map(({ status: state }) => state)).toEqual(ends === 0 ? ['CREATE_COMPLETE'] : []);
    expect(existsSync(outputs)).toBe(ends === 0);
    rmSync(outputs, { force: true });
  });

  it.each([
    ['app.invalid', 1, /app\.invalid leads nowhere yet: set these records, then repeat the command\.\n$/],
    ['localhost', 0, /\nhttps:\/\/localhost\n$/],
  ])('looks for the domain %s itself before it tries the site', async (name, ends, words) => {
    const DnsRecords = `${name} ALIAS or CNAME d1.cloudfront.net`;
    account.outputs = { ...account.outputs, SiteUrl: `https://${name}`, DnsRecords };
    const { said, status } = await run('deploy', ['--stage', 'trial']);
    rmSync(outputs);
    expect(said).toMatch(words);
    expect(said).toContain(DnsRecords);
    expect(status).toBe(ends);
  });

  it('says that credentials have expired', async () => {
    account.credentialsHold = false;
    const { said, status } = await run('deploy', ['--stage', 'trial']);
    expect(said).toMatch(/ERROR +Credentials: AWS accepts none .*expired/);
    expect(status).toBe(1);
  });

  it('names the setting that a file has wrong', async () => {
    writeFileSync(join(folder, 'settings', 'mistyped.json'), '{ "stage": "development", "conurrency": {} }');
    const { said, status } = await run('deploy', ['--stage', 'mistyped']);
    rmSync(join(folder, 'settings', 'mistyped.json'));
    expect(said).toMatch(/^settings\/mistyped\.json:\n.*"conurrency"\n$/);
    expect(said).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
    expect(account.calls).toEqual([]);
  });

  it('says how to consent where nobody can be asked, and ends with 1', async () => {
    account.agreements = new Set();
    const { said, status } = await run('deploy', ['--stage', 'trial']);
    expect(said).toContain('--accept-model-terms');
    expect(status).toBe(1);
    // Only what showed that CloudFront accepts this account.
    expect(account.possessions).toEqual(['ETRIAL']);
  });
});

/** Every command that `package.json` starts through `bin/run.mjs`, with its words: `tool:recount` and `recount`. */
const commands = Object.entries(packageJson.scripts).flatMap(([script, line]) => {
  const [, command] = /^node bin\/run\.mjs (\S+)$/.exec(line) ?? [];
  return command ? [{ script, command }] : [];
});

describe('a command', () => {
  it('of operators is started by one program, whatever it is', () => {
    const others = Object.values(packageJson.scripts).filter((line) =>
      /bin\/(?!run\.mjs|generate-api|pictures\/)/.test(line),
    );
    expect(others).toEqual([]);
    expect(commands.map(({ command }) => command)).toEqual(expect.arrayContaining(['deploy', 'recount']));
  });

  it.each(commands)('$command explains itself under its name', async ({ script, command }) => {
    const { main } = (await import(`../../bin/${command}.ts`)) as { main: () => Promise<void> };
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', command, '--help']);
    try {
      await main();
      expect(write.mock.calls.join('')).toContain(`npm run ${script}`);
      expect(process.exitCode ?? 0).toBe(0);
    } finally {
      vi.restoreAllMocks();
      process.exitCode = undefined;
    }
  });

  it.each(commands)('$command names an option that it does not know', async ({ command }) => {
    const { said, status } = await runCommand(projectRoot, command, ['--nonsense'], credentials());
    expect(said).toMatch(/^Unknown option '--nonsense'.*--help lists the options\.\n$/);
    expect(status).toBe(1);
    expect(account.calls).toEqual([]);
  });

  it.each([
    ['maintenance', 'on'],
    ['make-admin', 'somebody@test.example'],
    ['recount'],
    ['restore-user', 'user', '--copy', 'table'],
    ['setup-stripe'],
    ['smoke'],
  ])('%s says what writes the outputs that are missing', async (command, ...args) => {
    const { said, status } = await runCommand(
      projectRoot,
      command,
      [...args, '--stage', 'nowhere'],
      credentials(),
    );
    expect(said).toBe('There is no outputs.nowhere.json: `npm run deploy -- --stage nowhere` writes it.\n');
    expect(status).toBe(1);
    expect(account.calls).toEqual([]);
  });

  it('says under an older Node which one it needs, and how to get it', async () => {
    const former =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";
    const { said, status } = await run('deploy', ['--stage', 'trial'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(former)}`,
    });
    expect(said).toBe(
      'This is Node 20.19.0, and PlatePost needs Node 24, which `npm ci` installs in the project: run `npm ci`, then `npm run deploy`.\n',
    );
    expect(status).toBe(1);
  });

  it.each(['destroy', 'diff'])('%s names the stages that there are', async (command) => {
    const { said, status } = await run(command, ['--stage', 'trail']);
    expect(said).toMatch(/^There is no settings\/trail\.json\. Stages: production, staging, trial\n$/);
    expect(status).toBe(1);
  });
});

describe('npm run destroy', () => {
  // R1.2
  it('refuses in production', async () => {
    const { said, status } = await run('destroy', ['--stage', 'production', '--yes']);
    expect({ said, status }).toEqual({ status: 1, said: expect.stringContaining('is of production') });
    expect(account.calls).toEqual([]);
  });
});

describe('npm run diff', () => {
  // R2.2
  it('compares with what is deployed', async () => {
    account.createStack('PlatePost-trial');
    account.template = { Resources: { Users: { Type: 'AWS::Cognito::UserPool' } } };
    const { said, status } = await run('diff', ['--stage', 'trial']);
    expect(said).toBe(
      [
        'Compared with PlatePost-trial in us-east-1.',
        '',
        'DATA IS LEFT BEHIND: these are replaced by empty ones or removed. Do not deploy this (1):',
        '  REMOVED AWS::Cognito::UserPool Users',
        '',
        'Resources (1):',
        '  new AWS::S3::Bucket Photos',
        '',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
    expect(account.calls).toEqual(['cloudformation GetTemplate']);
  });

  it('describes the whole stack before the first deployment, and without credentials', async () => {
    const { said } = await run('diff', ['--stage', 'trial']);
    expect(said).toContain('PlatePost-trial is not deployed in us-east-1: this is the whole stack.');
    const offline = await run('diff', ['--stage', 'trial'], { AWS_REGION: 'us-east-1' });
    expect(offline.said).toMatch(/could not be read [\s\S]*New resources \(1\):\n {2}1 AWS::S3::Bucket/);
    expect(offline.status).toBe(0);
  });

  it('compares with another template', async () => {
    const file = join(folder, 'former.json');
    writeFileSync(file, JSON.stringify({ Resources: { Photos: { Type: 'AWS::S3::Bucket' } } }));
    const { said } = await run('diff', ['--stage', 'trial', '--against', file], {});
    expect(said).toBe(`Compared with ${file}.\n\nNothing changes.\n`);
    expect((await run('diff', ['--stage', 'trial', '--against', 'nowhere.json'], {})).said).toContain(
      'nowhere.json',
    );
  });
});

it('a bare `cdk deploy` builds a site that is older than its sources', async () => {
  mkdirSync(join(folder, 'web'), { recursive: true });
  for (const path of ['dist/sitemap.xml', 'vite.config.ts']) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  const builds = async () => {
    rmSync(join(folder, 'tools.log'), { force: true });
    const script = "import('#lib/site-build.ts').then(({ buildSiteIfStale }) => buildSiteIfStale())";
    writeFileSync(join(folder, 'bin', 'build.ts'), `export const main = () => ${script};`);
    expect(await run('build')).toEqual({ status: 0, said: '' });
    return existsSync(join(folder, 'tools.log'));
  };
  expect(await builds()).toBe(false);
  const later = new Date(Date.now() + 5000);
  utimesSync(join(folder, 'web'), later, later);
  expect(await builds()).toBe(true);
});
