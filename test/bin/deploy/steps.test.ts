import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Destruction, destroy } from '#bin/deploy/destroy-steps.ts';
import { type Deployment, deploy } from '#bin/deploy/steps.ts';
import { readOutputs } from '#bin/outputs.ts';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { rollbackAlarms } from '#lib/rollback-alarms.ts';
import { readStage } from '#lib/stage.ts';
import { imageModels } from '#shared/image-models.ts';
import { SimulatedAccount } from '#test/support/simulated-aws/account.ts';
import { type SimulatedAws, startSimulatedAws } from '#test/support/simulated-aws/server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const support = join(import.meta.dirname, '..', '..', 'support', 'simulated-aws');
const stackName = 'PlatePost-trial';

let account: SimulatedAccount;
let aws: SimulatedAws;
let folder: string;
let lines: string[];
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  account = new SimulatedAccount();
  aws = await startSimulatedAws(account);
  folder = temporaryFolder('deploy');
  lines = [];
  environment = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: aws.url,
    AWS_ACCESS_KEY_ID: 'AKIASIMULATED',
    AWS_SECRET_ACCESS_KEY: 'simulated',
    AWS_MAX_ATTEMPTS: '1',
  });
});
afterEach(async () => {
  process.env = environment;
  await aws.close();
});

const report = (line: string) => lines.push(line);
const said = () => lines.join('\n');
const logged = (file: string) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim().split('\n') : [];
const toolsRun = () => logged('tools.log');
const cdkRun = () => logged('cdk.log');

function deployTrial(options: Partial<Deployment> = {}) {
  const tool = (name: string) => [process.execPath, join(support, 'tool.mjs'), name] as const;
  return deploy({
    stage: 'trial',
    stackName,
    region: 'us-east-1',
    config: parseConfig({ concurrency: { standard: 2, priority: 2, menus: 2, photos: 2 } }),
    folder,
    tools: {
      build: tool('build'),
      cdk: [process.execPath, join(support, 'cdk.mjs')],
      makeAdmin: tool('make-admin'),
      setUpStripe: tool('setup-stripe'),
      smoke: tool('smoke'),
    },
    onlyChecks: false,
    bootstraps: false,
    acceptModelTerms: true,
    hasStripeKey: false,
    runsSmokeTest: true,
    report,
    resolves: async () => true,
    pollSeconds: 0.01,
    ...options,
  });
}

function destroyTrial(options: Partial<Destruction> = {}) {
  return destroy({
    stage: 'trial',
    stackName,
    region: 'us-east-1',
    config: parseConfig({}),
    folder,
    isConfirmed: async () => true,
    report,
    pollSeconds: 0.01,
    ...options,
  });
}

describe('deploying', () => {
  it('goes from an account to the address of the site', async () => {
    await deployTrial({ admin: 'chief@test.example', hasStripeKey: true });
    expect(toolsRun()).toEqual([
      'build',
      'setup-stripe --stage trial',
      'make-admin chief@test.example --super --stage trial',
      'smoke --stage trial',
    ]);
    expect(cdkRun()).toEqual([
      'deploy PlatePost-trial -c stage=trial --require-approval never --progress events --outputs-file outputs.trial.json',
    ]);
    expect(readOutputs('trial', folder)).toMatchObject({
      SiteUrl: 'https://site.example',
      region: 'us-east-1',
    });
    expect(lines.at(-1)).toBe('https://site.example');
    expect(said()).not.toContain('chief@test.example');
    // The distribution of the trial is gone.
    expect([...account.distributions.values()]).toEqual([{ comment: 'Site' }]);
  });

  // R2.4, R3.1
  it('changes what changed the second time', async () => {
    await deployTrial();
    await deployTrial();
    expect(account.stacks.map(({ status }) => status)).toEqual(['UPDATE_COMPLETE']);
  });

  it('names everything that a fresh account lacks in one list, and makes nothing', async () => {
    account.bootstrapVersion = undefined;
    account.isVerifiedForCloudFront = false;
    account.concurrency = 10;
    account.agreements = new Set();
    account.modelQuotas = { 'us-east-1': 4, 'us-east-2': 0 };
    await expect(deployTrial()).rejects.toThrow('3 things must be settled first. Nothing was deployed.');
    expect(said()).toMatch(/ERROR +CDK bootstrap: It is missing\. Give --bootstrap/);
    expect(said()).toMatch(/ERROR +CloudFront: AWS has not verified this account/);
    expect(said()).toMatch(
      /WARNING +Lambda concurrency: The quota is 10; the workers of these settings take up to 12/,
    );
    expect(said()).toMatch(/WARNING +Model access: Nobody has subscribed to .*sd3-5-large/);
    expect(said()).toContain('write "modelQuotas": { "us-east-1": 4 }');
    expect(said()).toMatch(
      /WARNING +Alarms: .*set "alarmEmail".* None says when the month costs too much: set "monthlyBudget"/,
    );
    expect(said()).toMatch(/ERROR +Model quotas in us-east-2: A quota of the image services is 0/);
    expect(account.possessions).toEqual([]);
    expect(account.agreements.size).toBe(0);
    expect(toolsRun()).toEqual([]);
  });

  it('bootstraps only with consent, and only when nothing else is missing', async () => {
    account.bootstrapVersion = 5;
    await expect(deployTrial()).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +CDK bootstrap: Version 5 is too old\. Give --bootstrap/);
    const questions: string[] = [];
    const answer = (word: string) => async (question: string) => {
      questions.push(question);
      return word;
    };
    await expect(deployTrial({ ask: answer('no') })).rejects.toThrow('type yes, or give --bootstrap');
    expect(questions).toEqual([expect.stringContaining('a bucket and roles for deployments')]);
    account.modelQuotas = { 'us-east-2': 0 };
    await expect(deployTrial({ ask: answer('yes'), bootstraps: true })).rejects.toThrow('One thing');
    expect(questions.length).toBe(1);
    expect(cdkRun()).toEqual([]);
    expect(account.stacks).toEqual([]);

    account.modelQuotas = {};
    await deployTrial({ ask: answer('yes') });
    expect(questions.length).toBe(2);
    expect(cdkRun()).toEqual([
      'bootstrap aws://123456789012/us-east-1 --app',
      expect.stringContaining('deploy PlatePost-trial'),
    ]);
    account.bootstrapVersion = undefined;
    await deployTrial({ bootstraps: true });
    expect(account.bootstrapVersion).toBe(30);
    expect(cdkRun().filter((line) => line.startsWith('bootstrap')).length).toBe(2);
  });

  it('ends with the records to set where nobody finds the domain yet, and is repeated', async () => {
    const DnsRecords = 'app.test.com ALIAS or CNAME d1.cloudfront.net';
    account.outputs = { ...account.outputs, SiteUrl: 'https://app.test.com', DnsRecords };
    const asked: string[] = [];
    const resolves = (isSet: boolean) => async (host: string) => {
      asked.push(host);
      return isSet;
    };
    await expect(deployTrial({ resolves: resolves(false), admin: 'chief@test.example' })).rejects.toThrow(
      'app.test.com leads nowhere yet: set these records, then repeat the command.',
    );
    expect(said()).toContain(`Set these records where the domain is managed:\n  ${DnsRecords}`);
    expect(asked).toEqual(['app.test.com']);
    expect(toolsRun()).toEqual(['build']);
    expect(readOutputs('trial', folder)).toMatchObject({ DnsRecords });
    await deployTrial({ resolves: resolves(true) });
    expect(toolsRun()).toEqual(['build', 'build', 'smoke --stage trial']);
    expect(lines.at(-1)).toBe('https://app.test.com');
  });

  it('deploys a trial to an account that may run ten functions at once, and says what to ask for', async () => {
    account.concurrency = 10;
    await deployTrial();
    expect(account.stacks.map(({ status }) => status)).toEqual(['CREATE_COMPLETE']);
    expect(said()).toMatch(
      /WARNING +Lambda concurrency: The quota is 10;.* Ask for 1,000 in Service Quotas .*the site may answer slowly/,
    );
  });

  it('reads the quotas of the models that it can do without, too', async () => {
    const check = () =>
      deployTrial({ config: parseConfig({ modelRegions: ['us-east-1'] }), onlyChecks: true });
    await check();
    expect(said()).toMatch(/ok +Model quotas in us-east-1: 20 calls a minute; other models can be called/);
    expect(said()).toMatch(/ok +Model quotas in us-west-2: other models can be called/);
    account.otherQuotas = {
      'On-demand model inference requests per minute for Stability.ai Stable Diffusion 3.5 Large': 0,
    };
    await check();
    expect(said()).toMatch(
      /WARNING +Model quotas in us-east-1: Service Quotas lists none for Amazon Nova 2 Lite/,
    );
    expect(said()).toMatch(
      /WARNING +Model quotas in us-west-2: The quota of Stable Diffusion 3\.5 Large, .* is 0, as in some young accounts/,
    );
  });

  it('says which concurrency the quotas of all regions feed', async () => {
    const check = (concurrency: object) =>
      deployTrial({ config: parseConfig({ concurrency }), onlyChecks: true });
    await check({});
    expect(said()).toMatch(/ok +Workers: 8 draw pictures; the image services take 60 calls a minute/);
    account.modelQuotas = { 'us-east-1': 5, 'us-east-2': 20, 'us-west-2': 20 };
    await check({});
    expect(said()).toMatch(
      /WARNING +Workers: The image services take 45 calls .* write "concurrency": \{ "standard": 4, "priority": 2 \}/,
    );
    lines = [];
    // Two workers for each queue is Lambda's minimum.
    account.modelQuotas = { 'us-east-1': 1, 'us-east-2': 1, 'us-west-2': 1 };
    await check({ standard: 2, priority: 2 });
    expect(said()).toMatch(/ok +Workers: 4 draw pictures/);
  });

  it('names the examples that the settings of production ship with', async () => {
    const { settings, source } = readStage('production', join(projectRoot, 'settings'));
    await expect(deployTrial({ config: parseConfig(settings, source) })).rejects.toThrow('must be settled');
    expect(said()).toContain(
      'ERROR   Settings: app.your-restaurant.com, hello@app.your-restaurant.com, support@your-restaurant.com, operators@your-restaurant.com: these are examples. Write your own.',
    );
  });

  it('says which alarms stop a gradual deployment, and the way round', async () => {
    await deployTrial({ onlyChecks: true });
    expect(said()).not.toContain('Canary');
    await deployTrial({ config: parseConfig({ canary: true }), onlyChecks: true });
    for (const alarm of rollbackAlarms)
      expect(said()).toMatch(new RegExp(`ok +Canary: .*${alarm}.*: then write "canary": false`));
  });

  it("refuses CAPTCHA and Challenge in the user pool's web ACL, which would break sign-up", async () => {
    const webAclArns = {
      distribution: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/site/1',
      userPool: 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/pool/2',
    };
    const check = () => deployTrial({ config: parseConfig({ webAclArns }), onlyChecks: true });
    const asking = { Name: 'robots', Action: { Captcha: {} } };
    account.webAcls.set('1', [asking]).set('2', [{ Name: 'rate', Action: { Block: {} } }]);
    await check();
    expect(said()).toMatch(/ok +Web ACLs: they exist/);
    const overrides = [{ Name: 'Each', ActionToUse: { Challenge: {} } }];
    account.webAcls.set('2', [
      asking,
      { Name: 'reputation', Statement: { ManagedRuleGroupStatement: { RuleActionOverrides: overrides } } },
    ]);
    await expect(check()).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +Web ACLs: The web ACL pool of the user pool .*: robots, reputation\./);
  });

  it('stops without credentials, and without a region', async () => {
    account.credentialsHold = false;
    await expect(deployTrial()).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +Credentials: AWS accepts none .*expired/);
    await expect(deployTrial({ region: undefined })).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +Region: None is chosen/);
  });

  it.each([
    'af-south-1',
    'me-central-1',
  ])('refuses %s, to whose buckets CloudFront delivers no access logs', async (region) => {
    await expect(deployTrial({ region, bootstraps: true })).rejects.toThrow('One thing');
    expect(said()).toMatch(
      new RegExp(`ERROR +Access logs: CloudFront delivers none to buckets in ${region}: choose another`),
    );
    expect(account.stacks).toEqual([]);
  });

  // R7.1
  it('asks production for more concurrency, and checks domain, mail, web ACLs and secrets', async () => {
    account.concurrency = 10;
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    account.certificates.set(certificateArn, { status: 'PENDING_VALIDATION', names: ['app.test.com'] });
    account.mail.isOutOfSandbox = false;
    const config = parseConfig({
      stage: 'production',
      domain: { name: 'app.test.com', certificateArn },
      supportEmail: 'help@test.com',
      alarmEmail: 'alarm@test.com',
      monthlyBudget: 100,
      email: { from: 'hello@test.com', sesRegion: 'us-east-1', sesDomain: 'test.com' },
      deletionProtection: true,
      webAclArns: {
        distribution: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/site/1',
        userPool: 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/pool/2',
      },
      social: { domainPrefix: 'x', google: { clientId: 'g', clientSecretName: 'google' } },
    });
    await expect(deployTrial({ config })).rejects.toThrow('5 things');
    expect(said()).toMatch(/ERROR +Lambda concurrency/);
    expect(said()).toMatch(
      /ERROR +Domain: The certificate is PENDING_VALIDATION: set _1\.app\.test\.com\. CNAME _2\.acm-validations\.aws\., and/,
    );
    expect(said()).toMatch(/WARNING +Settings: Delivered files name platepost\.example/);
    expect(said()).toMatch(/ERROR +Mail: SES in us-east-1 is in its sandbox.* test.com is not verified/);
    expect(said()).toMatch(/ERROR +Web ACLs: The web ACL site does not exist/);
    expect(said()).toMatch(/ERROR +Social sign-in: There is no secret google/);
  });

  it('says that pictures leave unsigned until a certificate is set, where they are to be signed', async () => {
    const warned = /WARNING +Signing: Pictures leave unsigned, without an alarm/;
    await deployTrial({ onlyChecks: true });
    expect(said()).toMatch(warned);
    account.createStack(stackName);
    lines = [];
    await deployTrial({ onlyChecks: true });
    expect(said()).toMatch(/ok +Signing: /);
    account.hasSigningCertificates = false;
    await deployTrial({ onlyChecks: true });
    expect(said()).toMatch(warned);
    lines = [];
    await deployTrial({ config: parseConfig({ signing: false }), onlyChecks: true });
    expect(said()).not.toContain('Signing');
  });

  it('says that SES has paused the account, or that this is near', async () => {
    account.mail.identities.set('test.com', 0);
    const email = { from: 'hello@test.com', sesRegion: 'us-east-1', sesDomain: 'test.com' };
    const config = parseConfig({ email });
    await deployTrial({ config, onlyChecks: true });
    expect(said()).toMatch(/ok +Mail: SES sends for test\.com/);
    account.mail.enforcement = 'PROBATION';
    await deployTrial({ config, onlyChecks: true });
    expect(said()).toMatch(/WARNING +Mail: .*SES in us-east-1 reviews this account: see "mail-bounces"/);
    account.mail.enforcement = 'SHUTDOWN';
    await expect(deployTrial({ config, onlyChecks: true })).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +Mail: .*SES in us-east-1 sends nothing, so that nobody can sign up/);
  });

  it('says that nobody is told of bounces in a region that no stack of ours is in', async () => {
    account.mail.identities.set('test.com', 0);
    const email = { from: 'hello@test.com', sesRegion: 'eu-west-1', sesDomain: 'test.com' };
    await deployTrial({ config: parseConfig({ email }), onlyChecks: true });
    expect(said()).toMatch(/WARNING +Mail: .*No alarm tells of bounces in eu-west-1/);
  });

  it('changes the stack of the mail identity, but makes none for an identity of your own', async () => {
    const domain = {
      name: 'app.test.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    };
    account.certificates.set(domain.certificateArn, { status: 'ISSUED', names: [domain.name] });
    account.mail.domain = domain.name;
    account.mail.looks = 0;
    account.mail.identities.set(domain.name, 0);
    const config = parseConfig({
      domain: { ...domain, mail: true },
      email: { from: 'hello@app.test.com', sesRegion: 'eu-west-1', sesDomain: domain.name },
      alarmEmail: 'alarm@test.com',
    });
    await deployTrial({ config });
    expect(account.stack('PlatePost-trial-Mail')).toBeUndefined();
    account.createStack('PlatePost-trial-Mail');
    await deployTrial({ config });
    expect(account.stack('PlatePost-trial-Mail')?.status).toBe('UPDATE_COMPLETE');
  });

  it('finds records that the first deployment could not make, before it begins', async () => {
    account.hostedZones.set('Z1', 'test.com');
    account.records.push({ name: 'app.test.com', type: 'TXT' }, { name: 'www.test.com', type: 'A' });
    const domain = { name: 'app.test.com', hostedZoneId: 'Z1' };
    const config = parseConfig({ region: 'us-east-1', domain });
    await deployTrial({ config, onlyChecks: true });
    expect(said()).toMatch(/ok +Domain: app\.test\.com in the hosted zone of test\.com/);
    account.records.push({ name: 'app.test.com', type: 'A' }, { name: 'app.test.com', type: 'AAAA' });
    await expect(deployTrial({ config })).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +Domain: app\.test\.com has records already \(A, AAAA\): delete them/);
    expect(account.stacks).toEqual([]);
    // Later they are those of the stack.
    account.createStack(stackName);
    await deployTrial({ config, onlyChecks: true });
  });

  it('finds a prefix of the hosted domain that another user pool has', async () => {
    account.secrets.add('google');
    const google = { clientId: 'g', clientSecretName: 'google' };
    const config = parseConfig({ social: { domainPrefix: 'bistro', google } });
    await deployTrial({ config, onlyChecks: true });
    account.hostedDomains.set('bistro', 'us-east-1_stranger');
    await expect(deployTrial({ config })).rejects.toThrow('One thing');
    expect(said()).toMatch(
      /ERROR +Social sign-in: .*"bistro" is taken in us-east-1: choose another "domainPrefix"/,
    );
    account.createStack(stackName);
    await expect(deployTrial({ config })).rejects.toThrow('One thing');
    account.hostedDomains.set('bistro', String(account.outputs.UserPoolId));
    await deployTrial({ config, onlyChecks: true });
  });

  it('waits until SES has verified a new domain, because Cognito refuses it before', async () => {
    const domain = {
      name: 'app.test.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    };
    account.certificates.set(domain.certificateArn, { status: 'ISSUED', names: [domain.name] });
    account.mail.domain = domain.name;
    const config = parseConfig({
      domain: { ...domain, mail: true },
      email: { from: 'hello@app.test.com', sesRegion: 'us-east-1', sesDomain: domain.name },
    });
    await deployTrial({ config });
    expect(account.stacks.map(({ name, status }) => [name, status])).toEqual([
      ['PlatePost-trial-Mail', 'CREATE_COMPLETE'],
      ['PlatePost-trial', 'CREATE_COMPLETE'],
    ]);
    expect(said()).toContain(
      'Set these records where the domain is managed:\n  a._domainkey.app.test.com CNAME a.dkim.amazonses.com\n',
    );
    expect(said()).toContain('SES looks for the DKIM records of app.test.com: PENDING, 0 min');
    await deployTrial({ config });
    expect(account.stacks.map(({ status }) => status)).toEqual(['CREATE_COMPLETE', 'UPDATE_COMPLETE']);
    await destroyTrial({ config });
    expect(account.possessions).toEqual([]);
  });

  it('makes in us-east-1 what CloudFront reads there, for a stage elsewhere, and has its errors watched', async () => {
    account.bareRegions.add('us-east-1');
    account.hostedZones.set('Z1', 'test.com');
    const written = {
      region: 'eu-central-1',
      domain: { name: 'app.test.com', hostedZoneId: 'Z1' },
      webAcl: true,
      alarmEmail: 'alarm@test.com',
    };
    const config = parseConfig(written);
    const elsewhere = { region: 'eu-central-1', config };
    await expect(deployTrial(elsewhere)).rejects.toThrow('One thing');
    expect(said()).toMatch(/ERROR +CDK bootstrap in us-east-1: It is missing\. Give --bootstrap/);
    expect(cdkRun()).toEqual([]);

    // Interrupted: the first creation of the edge fails.
    account.nextCreation = 'ROLLBACK_COMPLETE';
    await expect(deployTrial({ ...elsewhere, bootstraps: true })).rejects.toThrow('failed (status 1)');
    account.nextCreation = 'CREATE_COMPLETE';
    lines = [];
    await deployTrial(elsewhere);
    expect(said()).toContain('PlatePost-trial-Edge is ROLLBACK_COMPLETE: it never became whole');
    const certificate = `--parameters PlatePost-trial:EdgeCertificateArn=${account.edgeOutputs.EdgeCertificateArn}`;
    const webAcl = `--parameters PlatePost-trial:EdgeWebAclArn=${account.edgeOutputs.EdgeWebAclArn}`;
    const [distribution] = [...account.distributions].find(([, { comment }]) => comment === 'Site') ?? [];
    const common = '-c stage=trial --require-approval never --progress events';
    const watched = `deploy PlatePost-trial-Edge ${common} --parameters PlatePost-trial-Edge:DistributionId=${distribution}`;
    const whole = `deploy PlatePost-trial ${common} ${certificate} ${webAcl} --outputs-file outputs.trial.json`;
    expect(cdkRun().slice(-3)).toEqual([`deploy PlatePost-trial-Edge ${common}`, whole, watched]);

    await deployTrial(elsewhere);
    expect(cdkRun().slice(-2)).toEqual([watched, whole]);
    // CloudFormation cannot delete a web ACL while a distribution uses it.
    const withoutAcl = parseConfig({ ...written, webAcl: false });
    await deployTrial({ ...elsewhere, config: withoutAcl });
    expect(cdkRun().slice(-2)).toEqual([
      `deploy PlatePost-trial ${common} ${certificate} --outputs-file outputs.trial.json`,
      watched,
    ]);
    lines = [];
    await deployTrial({ ...elsewhere, config: parseConfig({ region: 'eu-central-1' }) });
    expect(said()).toContain('nothing of PlatePost-trial-Edge in us-east-1 any more: delete that stack.');
    // Also if the settings no longer want anything of it.
    await destroyTrial({ region: 'eu-central-1', config: parseConfig({ region: 'eu-central-1' }) });
    expect(account.possessions).toEqual([]);
  });

  it('subscribes to the models only with consent', async () => {
    account.agreements = new Set();
    await expect(deployTrial({ acceptModelTerms: false })).rejects.toThrow('type yes');
    await expect(deployTrial({ acceptModelTerms: false, ask: async () => 'no' })).rejects.toThrow('type yes');
    expect(account.agreements.size).toBe(0);
    await deployTrial({ acceptModelTerms: false, ask: async () => 'yes' });
    expect([...account.agreements]).toContain('us-west-2 stability.sd3-5-large-v1:0');
    // Five services in three regions, and one model in one.
    expect(account.agreements.size).toBe(16);
  });

  describe('where the account may not use a model', () => {
    const spare = imageModels.sd35Large;
    const needed = 'stability.stable-image-inpaint-v1:0';

    it('leaves it out if it is a spare', async () => {
      account.refusedModels.add(spare);
      await deployTrial();
      expect(said()).toMatch(
        /WARNING +Model access: stability\.sd3-5-large-v1:0 in us-west-2: the account is not authorised for it\. It is left out/,
      );
      expect(toolsRun()).toContain('smoke --stage trial');
    });

    it('stops if pictures need it', async () => {
      account.refusedModels.add(needed);
      await expect(deployTrial()).rejects.toThrow('One thing must be settled first');
      expect(said()).toMatch(
        /ERROR +Model access: stability\.stable-image-inpaint-v1:0 in us-east-1: .*not author/,
      );
    });

    it('leaves out a spare that Marketplace does not offer, also where nobody can agree', async () => {
      account.agreements = new Set();
      account.unofferedModels.add(spare);
      await deployTrial();
      expect(said()).toContain(`${spare} in us-west-2 is left out: AWS Marketplace offers no agreement`);
      expect(account.agreements.size).toBe(15);
      await deployTrial({ acceptModelTerms: false });
      expect(toolsRun().filter((line) => line.startsWith('smoke'))).toHaveLength(2);
    });

    it('ends if Marketplace does not offer one that pictures need', async () => {
      account.agreements = new Set();
      account.unofferedModels.add(needed);
      await expect(deployTrial()).rejects.toThrow(`AWS Marketplace offers no agreement for ${needed}`);
    });

    it('no longer waits for a spare that is refused after all', async () => {
      account.agreements = new Set();
      account.onSubscription = (model) => {
        if (model === spare) account.refusedModels.add(model);
      };
      await deployTrial();
      expect(said()).toContain(`${spare} in us-west-2 is left out: the account is not authorised for it`);
      expect(toolsRun()).toContain('smoke --stage trial');
    });
  });

  it('names models that Bedrock will retire', async () => {
    await deployTrial({ onlyChecks: true });
    expect(said()).toMatch(/ok +Model lifecycle: no model is to be retired/);
    account.legacyModels.add(imageModels.sd35Large);
    await deployTrial({ onlyChecks: true });
    expect(said()).toMatch(/WARNING +Model lifecycle: Bedrock will retire stability\.sd3-5-large-v1:0/);
  });

  it('waits for subscriptions before it tries the site, also for those of an interrupted run', async () => {
    account.agreements = new Set();
    account.pendingLooks = 20;
    await deployTrial();
    expect(account.pendingLooks).toBe(0);
    expect(said().indexOf('Subscriptions that are under way')).toBeLessThan(said().indexOf('Smoke test'));
    account.pendingLooks = 20;
    await deployTrial();
    expect(account.pendingLooks).toBe(0);
    expect(said()).toMatch(/WARNING +Model access: The subscription is under way/);
  });

  it('is repeated after a first deployment that failed', async () => {
    account.nextCreation = 'ROLLBACK_COMPLETE';
    await expect(deployTrial()).rejects.toThrow('failed (status 1)');
    account.nextCreation = 'CREATE_COMPLETE';
    await deployTrial();
    expect(said()).toMatch(/WARNING +Stack: PlatePost-trial is ROLLBACK_COMPLETE/);
    expect(account.stacks.map(({ status }) => status)).toEqual(['DELETE_COMPLETE', 'CREATE_COMPLETE']);
  });

  it('removes a stack that was only reviewed, and waits for one that is being deployed', async () => {
    account.createStack(stackName, 'REVIEW_IN_PROGRESS');
    await deployTrial();
    expect(account.stacks.map(({ status }) => status)).toEqual(['DELETE_COMPLETE', 'CREATE_COMPLETE']);
    const stack = account.stack(stackName);
    if (!stack) throw new Error('There is no stack');
    stack.status = 'UPDATE_IN_PROGRESS';
    stack.following = ['UPDATE_IN_PROGRESS', 'UPDATE_COMPLETE'];
    await deployTrial();
    expect(said()).toContain('PlatePost-trial is UPDATE_IN_PROGRESS: waiting until it ends');
  });

  it('tells how to appoint an admin who has not signed up', async () => {
    const fails = [process.execPath, '-e', 'process.exit(1)'] as const;
    const tool = (name: string) => [process.execPath, join(support, 'tool.mjs'), name] as const;
    await deployTrial({
      admin: 'chief@test.example',
      tools: {
        build: tool('build'),
        cdk: [process.execPath, join(support, 'cdk.mjs')],
        makeAdmin: fails,
        setUpStripe: fails,
        smoke: tool('smoke'),
      },
    });
    expect(said()).toContain('npm run tool:make-admin -- <e-mail> --super --stage trial');
  });
});

describe('destroying', () => {
  it('leaves nothing behind in a trial', async () => {
    await deployTrial();
    expect(account.possessions.length).toBeGreaterThan(5);
    await destroyTrial();
    expect(account.possessions).toEqual([]);
    expect(existsSync(join(folder, 'outputs.trial.json'))).toBe(false);
  });

  it('removes what an interrupted run left, and can be repeated', async () => {
    account.createStack(stackName);
    account.deleteStack(stackName);
    await destroyTrial();
    await destroyTrial();
    // Their protection from deletion was still on.
    expect(account.possessions).toEqual([]);
  });

  it('touches no other stage', async () => {
    account.createStack('PlatePost-staging');
    const before = account.possessions;
    await destroyTrial();
    expect(account.possessions).toEqual(before);
  });

  it('refuses in production, for a protected stack, and without the name of the stage', async () => {
    account.createStack(stackName, 'CREATE_COMPLETE', true);
    const before = account.possessions;
    await expect(destroyTrial({ config: { ...parseConfig({}), stage: 'production' } })).rejects.toThrow(
      'production',
    );
    expect(account.calls).toEqual([]);
    await expect(destroyTrial()).rejects.toThrow('protected from deletion');
    const stack = account.stack(stackName);
    if (stack) stack.isProtected = false;
    await expect(destroyTrial({ isConfirmed: async () => false })).rejects.toThrow('Nothing was removed');
    expect(account.possessions).toEqual(before);
  });
});
