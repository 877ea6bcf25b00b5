/** What GitHub runs and may do: `.github/workflows/deploy.yml` and `.github/delivery-role.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { deploy } from '#bin/deploy/steps.ts';
import { withSmokeUser } from '#bin/smoke-user.ts';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { SimulatedAccount } from '#test/support/simulated-aws/account.ts';
import { startSimulatedAws } from '#test/support/simulated-aws/server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

const stepSchema = z.strictObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const jobSchema = z.strictObject({
  needs: z.string().optional(),
  uses: z.string().optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.int().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(stepSchema).optional(),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(z.string(), jobSchema),
});
const workflowOf = (name: string) => workflowSchema.parse(parse(read(`.github/workflows/${name}.yml`)));
const workflows = { ci: workflowOf('ci'), deploy: workflowOf('deploy') };
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

describe('the workflows', () => {
  it.each(Object.entries(workflows))('%s names jobs, scripts and files that exist', (_name, { jobs }) => {
    for (const { needs, uses, steps = [] } of Object.values(jobs)) {
      expect(needs === undefined || needs in jobs, needs).toBe(true);
      expect(uses === undefined || existsSync(join(projectRoot, uses)), uses).toBe(true);
      for (const step of steps) {
        expect(Boolean(step.uses) !== Boolean(step.run), JSON.stringify(step)).toBe(true);
        for (const [, script = ''] of step.run?.matchAll(/npm run (?:-s )?([\w:]+)/g) ?? [])
          expect(Object.keys(scripts)).toContain(script);
        if (step.run?.startsWith('.')) expect(existsSync(join(projectRoot, step.run)), step.run).toBe(true);
        if (step.with?.['node-version-file']) expect(existsSync(join(projectRoot, '.nvmrc'))).toBe(true);
      }
    }
  });

  // R2.1
  it('test, deploy to staging, then to production, each in its environment and with a token of its own', () => {
    const { test, staging, production, ...others } = workflows.deploy.jobs;
    expect(others).toEqual({});
    expect(workflows.ci.on).toHaveProperty('workflow_call');
    expect(test).toEqual({ uses: './.github/workflows/ci.yml' });
    expect(staging).toMatchObject({ needs: 'test', environment: 'staging' });
    expect(production).toMatchObject({ needs: 'staging', environment: 'production' });
    expect(production?.steps).toEqual(staging?.steps);
    for (const job of [staging, production])
      expect(job?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  });

  it('use no setting that the runbook does not name', () => {
    const used = read('.github/workflows/deploy.yml').matchAll(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g);
    for (const [, name = ''] of used) expect(read('docs/runbook.md')).toContain(`\`${name}\``);
  });
});

const statementSchema = z.object({
  Effect: z.literal('Allow'),
  Action: z.union([z.string().transform((action) => [action]), z.array(z.string())]),
});
/** In the template, a statement may depend on a condition. */
const conditionalSchema = z
  .object({ 'Fn::If': z.tuple([z.string(), statementSchema, z.unknown()]) })
  .transform((choice) => choice['Fn::If'][1]);
const subjectKey = 'token.actions.githubusercontent.com:sub';
const trustSchema = z.looseObject({
  Condition: z.object({
    StringEquals: z.looseObject({ [subjectKey]: z.object({ 'Fn::Sub': z.string() }) }),
  }),
});
const { Parameters: parameters, Resources: roleResources } = z
  .object({
    Parameters: z.object({
      Repository: z.object({ AllowedPattern: z.string(), Description: z.string() }),
    }),
    Resources: z.object({
      Role: z.object({
        Properties: z.object({
          AssumeRolePolicyDocument: z.object({ Statement: z.tuple([trustSchema]) }),
          Policies: z.tuple([
            z.object({
              PolicyDocument: z.object({ Statement: z.array(z.union([statementSchema, conditionalSchema])) }),
            }),
          ]),
        }),
      }),
    }),
  })
  .parse(JSON.parse(read('.github/delivery-role.json')));
const role = roleResources.Role.Properties;

/** Operations of services that name none in their requests, by method and path. */
const operations: readonly [RegExp, string][] = [
  [/^bedrock GET \/foundation-model-availability\//, 'bedrock:GetFoundationModelAvailability'],
  [/^bedrock GET \/foundation-models\//, 'bedrock:GetFoundationModel'],
  [/^cloudfront GET \/2020-05-31\/distribution$/, 'cloudfront:ListDistributions'],
  [/^lambda GET .*\/account-settings/, 'lambda:GetAccountSettings'],
  [/^route53 GET .*\/hostedzone\/\w+$/, 'route53:GetHostedZone'],
  [/^ses GET \/v2\/email\/account$/, 'ses:GetAccount'],
  [/^ses GET \/v2\/email\/identities\//, 'ses:GetEmailIdentity'],
];
const actionOf = (call: string) =>
  operations.find(([request]) => request.test(call))?.[1] ?? call.replace(' ', ':');

describe('the delivery role', () => {
  // The subject of a token has ids in repositories that were made or renamed since July 2026.
  it.each([
    ['octocat/my-repo', 'repo:octocat/my-repo:environment:staging'],
    ['octocat@123456/my-repo@456789', 'repo:octocat@123456/my-repo@456789:environment:staging'],
  ])('is made for %s and takes its subject', (repository, subject) => {
    const { AllowedPattern, Description } = parameters.Repository;
    expect(repository).toMatch(new RegExp(`^(?:${AllowedPattern})$`));
    expect(Description).toContain('owner@id/name@id');
    const template = role.AssumeRolePolicyDocument.Statement[0].Condition.StringEquals[subjectKey]['Fn::Sub'];
    const made = template.replace(/\$\{Repository}/, repository).replace(/\$\{Environment}/, 'staging');
    expect(made).toBe(subject);
  });

  it.each([
    'octocat',
    '*/my-repo',
    'octocat/*',
    'octocat/my-repo:environment',
    'octocat@1/a@',
  ])('is not made for %s', (repository) => {
    expect(repository).not.toMatch(new RegExp(`^(?:${parameters.Repository.AllowedPattern})$`));
  });

  it('trusts one environment of one repository', () => {
    expect(role.AssumeRolePolicyDocument.Statement[0]).toMatchObject({
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': {
            'Fn::Sub': expect.stringMatching(/^repo:\$\{Repository\}:environment:\$\{Environment\}$/),
          },
        },
      },
    });
  });

  it('may do what a deployment of an existing stage does by itself, and nothing else', async () => {
    const account = new SimulatedAccount();
    const aws = await startSimulatedAws(account);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await aws.close();
    });
    vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIASIMULATED');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'simulated');
    account.createStack('PlatePost-staging');
    account.hostedZones.set('Z1', 'test.com');
    account.mail.identities.set('app.test.com', 0);
    account.secrets.add('google');
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    account.certificates.set(certificateArn, { status: 'ISSUED', names: ['app.test.com'] });
    const settings = {
      region: 'us-east-1',
      domain: { name: 'app.test.com', hostedZoneId: 'Z1', certificateArn, mail: true },
      email: { from: 'hello@app.test.com', sesRegion: 'us-east-1', sesDomain: 'app.test.com' },
      social: { domainPrefix: 'x', google: { clientId: 'g', clientSecretName: 'google' } },
    };
    const run = (config: object, onlyChecks: boolean) => {
      const tool = [process.execPath, join(projectRoot, 'test/support/simulated-aws/tool.mjs')] as const;
      const cdk = [process.execPath, join(projectRoot, 'test/support/simulated-aws/cdk.mjs')] as const;
      return deploy({
        stage: 'staging',
        stackName: 'PlatePost-staging',
        region: 'us-east-1',
        config: parseConfig(config),
        folder: temporaryFolder('delivery'),
        tools: { build: tool, cdk, makeAdmin: tool, setUpStripe: tool, smoke: tool },
        onlyChecks,
        bootstraps: false,
        acceptModelTerms: false,
        hasStripeKey: false,
        runsSmokeTest: true,
        report: () => {},
        resolves: async () => true,
        pollSeconds: 0.01,
      });
    };
    await run(settings, false);
    // The simulated account has no web ACLs.
    const arn = (scope: string) => `arn:aws:wafv2:us-east-1:123456789012:${scope}/webacl/a/1`;
    const webAclArns = { distribution: arn('global'), userPool: arn('regional') };
    await expect(run({ ...settings, webAclArns }, true)).rejects.toThrow('One thing');
    const pool = { stage: 'staging', userPoolId: 'us-east-1_pool', region: 'us-east-1' };
    await withSmokeUser(pool, async () => {});

    // GetCallerIdentity needs no permission, and the CDK does its own work with the roles of its bootstrap.
    const done = new Set(account.calls.map(actionOf));
    done.delete('sts:GetCallerIdentity');
    const allowed = role.Policies[0].PolicyDocument.Statement.flatMap(({ Action }) => Action);
    expect([...done, 'sts:AssumeRole'].sort()).toEqual(allowed.toSorted());
  });
});
