import { CloudFormationClient, type Stack } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  paginateListServiceQuotas,
  type ServiceQuota,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { GetWebACLCommand, type Rule, WAFV2Client } from '@aws-sdk/client-wafv2';
import type { Config } from '#lib/config.ts';
import { edgeRegion, edgeStackOf } from '#lib/edge-settings.ts';
import { mailStackOf } from '#lib/mail-settings.ts';
import { rollbackAlarms } from '#lib/rollback-alarms.ts';
import { brand } from '#shared/brand.ts';
import { checkCloudFront } from './cloudfront.ts';
import { checkDomain } from './domain.ts';
import {
  errorName,
  type Finding,
  failure,
  messageOf,
  ok,
  type Verdict,
  warning,
  worstOf,
} from './finding.ts';
import { checkMail } from './mail.ts';
import { type Access, isLegacy, modelsOf, readAccess } from './models.ts';
import { checkSigning } from './signing.ts';
import { checkSocial } from './social.ts';
import { describeStack, nextStepOf } from './stack.ts';

type ImageRegion = Config['modelRegions'][number];

export interface Target {
  readonly stackName: string;
  readonly config: Config;
  /** Region of the stack; `undefined` if neither the settings nor the shell name one. */
  readonly region: string | undefined;
}

export interface Preflight {
  readonly findings: readonly Finding[];
  /** Environments that lack the CDK's bootstrap, as the CDK names them. */
  readonly toBootstrap: readonly string[];
  /** Models that need a subscription. */
  readonly toSubscribe: readonly Access[];
  /** Models whose subscription is under way. */
  readonly pending: readonly Access[];
}

/** A check's name and function. */
type Check = [string, () => Promise<Verdict>];

/**
 * Lists everything that would make a deployment or its first day fail. Changes nothing, except for a trial distribution
 * of CloudFront.
 * @param canBootstrap Whether a missing bootstrap may be created after a confirmation.
 */
export async function preflight(
  { stackName, config, region }: Target,
  canBootstrap: boolean,
): Promise<Preflight> {
  const nothing = { toBootstrap: [], toSubscribe: [], pending: [] };
  const node = { name: 'Node', ...ok(process.versions.node) };
  if (region === undefined)
    return {
      findings: [
        node,
        {
          name: 'Region',
          ...failure('None is chosen: set "region" in the settings, or AWS_REGION in this shell.'),
        },
      ],
      ...nothing,
    };
  const { account, ...credentials } = await checkCredentials(region);
  if (credentials.outcome === 'error') return { findings: [node, credentials], ...nothing };

  const isProduction = config.stage === 'production';
  const mailRegion = mailStackOf(stackName, config, region)?.region ?? region;
  const edge = edgeStackOf(stackName, config, region);
  const bootstrapped = [...new Set([region, mailRegion, ...(edge ? [edgeRegion] : [])])];
  const toBootstrap: string[] = [];
  let accesses: readonly Access[] = [];
  const callsAMinute = new Map<ImageRegion, number>();
  const stack = stackIn(region, stackName);
  const checks: Check[] = [
    ...bootstrapped.map(
      (each): Check => [
        each === region ? 'CDK bootstrap' : `CDK bootstrap in ${each}`,
        async () => {
          const lack = await lackOfBootstrap(each);
          if (lack === undefined) return ok('it is there');
          toBootstrap.push(`aws://${account}/${each}`);
          return canBootstrap
            ? warning(`${lack} A step of this command makes it, with your consent.`)
            : failure(`${lack} Give --bootstrap (two minutes; a bucket and roles, free).`);
        },
      ],
    ),
    ['Stack', async () => stackVerdict(stackName, await stack)],
    ...(edge
      ? [
          [
            'Stack of the edge',
            async () => stackVerdict(edge.stackName, await stackIn(edgeRegion, edge.stackName)),
          ] satisfies Check,
        ]
      : []),
    ['CloudFront', checkCloudFront],
    ['Access logs', async () => checkAccessLogs(region)],
    ['Lambda concurrency', () => checkConcurrency(config, region, isProduction)],
    [
      'Model access',
      async () => {
        accesses = await Promise.all(modelsOf(config).map(readAccess));
        return verdictOn(accesses);
      },
    ],
    ['Model lifecycle', () => checkLifecycle(config)],
    ['Mail', () => checkMail(config, region, isProduction)],
    ['Alarms', async () => checkAlarms(config)],
  ];
  // Stable Diffusion 3.5 is in us-west-2 only.
  for (const modelRegion of new Set<ImageRegion>([...config.modelRegions, 'us-west-2']))
    checks.push([
      `Model quotas in ${modelRegion}`,
      async () => {
        const { verdict, calls } = await checkModelQuotas(config, modelRegion);
        callsAMinute.set(modelRegion, calls);
        return verdict;
      },
    ]);
  const { domain, webAclArns, social } = config;
  if (config.signing) checks.push(['Signing', async () => checkSigning(region, await stack)]);
  if (config.canary) checks.push(['Canary', async () => canaryVerdict]);
  if (isProduction) checks.push(['Settings', async () => checkExamples(config)]);
  if (domain) checks.push(['Domain', async () => checkDomain(domain, await stack)]);
  if (webAclArns) checks.push(['Web ACLs', () => checkWebAcls(webAclArns)]);
  if (social) checks.push(['Social sign-in', async () => checkSocial(social, region, await stack)]);
  const findings = await Promise.all(
    checks.map(async ([name, run]) => ({ name, ...(await run().catch(unreadable)) })),
  );
  return {
    findings: [node, credentials, ...findings, { name: 'Workers', ...workersVerdict(config, callsAMinute) }],
    toBootstrap,
    toSubscribe: accesses.filter(({ state }) => state === 'subscribe'),
    pending: accesses.filter(({ state }) => state === 'pending'),
  };
}

/** A check that lacks read permissions does not stop a deployment, which needs other permissions. */
function unreadable(error: unknown): Verdict {
  return warning(`It could not be checked (${errorName(error)}: ${messageOf(error)}).`);
}

async function checkCredentials(region: string): Promise<Finding & { account: string }> {
  const name = 'Credentials';
  try {
    const { Account: account = '' } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
    return { name, account, ...ok(`account ${account}, region ${region}`) };
  } catch (error) {
    // Network errors name the call that failed; there is one for each address of a host.
    const reason =
      error instanceof AggregateError || (error instanceof Error && 'syscall' in error)
        ? `AWS cannot be reached (${messageOf(error)}). Check the network of this machine.`
        : `AWS accepts none (${messageOf(error)}). Sign in with \`aws login\` or \`aws sso login\`.`;
    return { name, account: '', ...failure(reason) };
  }
}

/** Least version of the bootstrap stack that the CDK's asset publishing and deployment roles need. */
const bootstrapVersion = 6;

/** What the region's bootstrap lacks; `undefined` if it is complete. */
async function lackOfBootstrap(region: string): Promise<string | undefined> {
  try {
    const { Parameter } = await new SSMClient({ region }).send(
      new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }),
    );
    return Number(Parameter?.Value) >= bootstrapVersion
      ? undefined
      : `Version ${Parameter?.Value} is too old.`;
  } catch (error) {
    if (errorName(error) === 'ParameterNotFound') return 'It is missing.';
    throw error;
  }
}

const stackIn = (region: string, stackName: string) =>
  describeStack(new CloudFormationClient({ region }), stackName);

function stackVerdict(stackName: string, stack: Stack | undefined): Verdict {
  const status = stack?.StackStatus;
  switch (nextStepOf(status)) {
    case 'create':
      return ok(`${stackName} will be created, in 8 to 15 minutes`);
    case 'update':
      return ok(`${stackName} will be updated`);
    case 'wait':
      return warning(`${stackName} is ${status}: somebody deploys. This command waits until that ends.`);
    case 'remove':
      return stack?.EnableTerminationProtection
        ? failure(
            `${stackName} is ${status} and protected from deletion: take the protection off in CloudFormation, then repeat.`,
          )
        : warning(
            `${stackName} is ${status}: an interrupted first deployment. It is deleted and created again.`,
          );
    case 'repair':
      return failure(
        `${stackName} is ${status}: run \`aws cloudformation continue-update-rollback --stack-name ${stackName}\`, then repeat.`,
      );
  }
}

/** Regions to whose buckets CloudFront delivers no standard logs, as AWS documents them (November 2026). */
const regionsWithoutLogs: readonly string[] = [
  'af-south-1',
  'ap-east-1',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'ca-west-1',
  'eu-central-2',
  'eu-south-1',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'me-south-1',
];

function checkAccessLogs(region: string): Verdict {
  return regionsWithoutLogs.includes(region)
    ? failure(
        `CloudFront delivers none to buckets in ${region}: choose another "region", such as one in "modelRegions".`,
      )
    : ok(`CloudFront delivers them to buckets in ${region}`);
}

/** Whether the settings still contain addresses of the example file. */
function checkExamples({ domain, email, supportEmail, alarmEmail }: Config): Verdict {
  const examples = [domain?.name, email?.from, email?.sesDomain, supportEmail, alarmEmail].filter(
    (address) => address !== undefined && /(^|[@.])your-restaurant\.com$/.test(address),
  );
  return worstOf([
    ok('the addresses are no examples'),
    ...(brand.domain.endsWith('.example')
      ? [
          warning(
            `Delivered files name ${brand.domain}: set "domain" in shared/brand.ts to a domain that you own.`,
          ),
        ]
      : []),
    ...(examples.length > 0
      ? [failure(`${[...new Set(examples)].join(', ')}: these are examples. Write your own.`)]
      : []),
  ]);
}

function checkAlarms({ alarmEmail, monthlyBudget }: Config): Verdict {
  return worstOf([
    ok(`${alarmEmail} is told`),
    ...(alarmEmail ? [] : [warning('Nobody is told of them: set "alarmEmail".')]),
    ...(monthlyBudget
      ? []
      : [warning('None says when the month costs too much: set "monthlyBudget" beside "alarmEmail".')]),
  ]);
}

const canaryVerdict = ok(
  `CodeDeploy refuses while ${new Intl.ListFormat('en', { type: 'disjunction' }).format(rollbackAlarms)} is on: then write "canary": false for this deployment`,
);

/** Number of concurrent executions to keep free for the API. */
const apiRuns = 10;

async function checkConcurrency(
  { concurrency }: Config,
  region: string,
  isProduction: boolean,
): Promise<Verdict> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  const { standard, priority, menus, photos, tasks } = concurrency;
  const workers = standard + priority + menus + photos + 2 * tasks;
  const sentence = `The quota is ${quota}; the workers of these settings take up to ${workers}, and the API should have ${apiRuns}.`;
  if (quota >= workers + apiRuns) return ok(sentence);
  const advice = `${sentence} Ask for 1,000 in Service Quotas (AWS Lambda, Concurrent executions), which costs nothing and takes up to some days.`;
  return isProduction
    ? failure(advice)
    : warning(`${advice} Until then the site may answer slowly while pictures are made.`);
}

/** Names of the image services in Service Quotas; spelling and case vary. */
const imageServices: readonly RegExp[] = [
  /control structure/i,
  /search (and )?replace/i,
  /remove background/i,
  /inpaint/i,
];

/** Values of a model's quotas. Functions call through an inference profile of several regions if there is one. */
function valuesOf(quotas: readonly ServiceQuota[], model: RegExp, unit: RegExp): readonly number[] {
  const values = quotas.flatMap(({ QuotaName = '', Value }) =>
    model.test(QuotaName) && unit.test(QuotaName) && !/^global /i.test(QuotaName) && Value !== undefined
      ? [{ QuotaName, Value }]
      : [],
  );
  const crossRegion = values.filter(({ QuotaName }) => /cross-region/i.test(QuotaName));
  return (crossRegion.length > 0 ? crossRegion : values).map(({ Value }) => Value);
}

/** Calls a minute that each image service of a region accepts, as far as the settings and Service Quotas state it. */
const expectedCalls = ({ modelQuotas }: Config, region: ImageRegion) => modelQuotas[region] ?? 20;

async function checkModelQuotas(
  config: Config,
  region: ImageRegion,
): Promise<{ verdict: Verdict; calls: number }> {
  const client = new ServiceQuotasClient({ region });
  const quotas: ServiceQuota[] = [];
  for await (const page of paginateListServiceQuotas({ client }, { ServiceCode: 'bedrock' }))
    quotas.push(...(page.Quotas ?? []));
  const isUsed = config.modelRegions.includes(region);
  const found = imageServices.flatMap((name) => valuesOf(quotas, name, /requests per minute/i));
  const lowest = found.length > 0 ? Math.min(...found) : undefined;
  const verdict = worstOf([
    ...(isUsed ? [imageServicesVerdict(config, region, lowest)] : []),
    ...(isUsed
      ? [
          spareVerdict(
            'Amazon Nova 2 Lite, which reads photos',
            'Without it photos are not read; everything else works.',
            valuesOf(quotas, /nova 2 lite/i, /(requests|tokens) per (minute|day)/i),
          ),
        ]
      : []),
    ...(region === 'us-west-2'
      ? [
          spareVerdict(
            'Stable Diffusion 3.5 Large, which draws where Stable Image cannot',
            'Without it customers get their own photo back, charged unless the setting is off.',
            valuesOf(quotas, /stable diffusion 3\.5/i, /requests per minute/i),
          ),
        ]
      : []),
  ]);
  return { verdict, calls: lowest ?? expectedCalls(config, region) };
}

function imageServicesVerdict(config: Config, region: ImageRegion, lowest: number | undefined): Verdict {
  if (lowest === undefined)
    return warning(
      'Service Quotas lists none for the image services: only trying shows them (20 calls a minute are usual).',
    );
  const expected = expectedCalls(config, region);
  if (lowest >= expected) return ok(`${lowest} calls a minute;`);
  return lowest === 0
    ? failure(
        `A quota of the image services is 0, as in some young accounts: take ${region} out of "modelRegions", or ask AWS Support for more.`,
      )
    : warning(
        `The lowest is ${lowest} calls a minute, and the settings count on ${expected}: write "modelQuotas": { "${region}": ${Math.floor(lowest)} }, or ask for more in Service Quotas.`,
      );
}

/**
 * Calls a minute of an image service that one worker needs: the default of eight workers matches the quotas of three
 * regions.
 */
const callsOfWorker = 7.5;
/** Two for each queue, Lambda's minimum. */
const fewestWorkers = 4;

/** Whether the quotas of all regions together feed the workers that `concurrency` allows. */
function workersVerdict(config: Config, callsAMinute: ReadonlyMap<ImageRegion, number>): Verdict {
  const { modelRegions, concurrency } = config;
  const calls = modelRegions
    .map((region) => callsAMinute.get(region) ?? expectedCalls(config, region))
    .reduce((sum, each) => sum + each, 0);
  const workers = concurrency.standard + concurrency.priority;
  const fed = Math.max(fewestWorkers, Math.floor(calls / callsOfWorker));
  if (workers <= fed) return ok(`${workers} draw pictures; the image services take ${calls} calls a minute`);
  const priority = Math.min(fed - 2, Math.max(2, Math.round((fed * concurrency.priority) / workers)));
  return warning(
    `The image services take ${calls} calls a minute in all regions, which ${workers} workers exceed, so that pictures are tried again and again: write "concurrency": { "standard": ${fed - priority}, "priority": ${priority} }, or ask for more calls in Service Quotas.`,
  );
}

/** Verdict about a model that the product can do without. */
function spareVerdict(model: string, consequence: string, values: readonly number[]): Verdict {
  if (values.length === 0)
    return warning(`Service Quotas lists none for ${model}: only trying shows it. ${consequence}`);
  return Math.min(...values) > 0
    ? ok('other models can be called')
    : warning(
        `The quota of ${model}, is 0, as in some young accounts: ask AWS Support for more. ${consequence}`,
      );
}

function verdictOn(accesses: readonly Access[]): Verdict {
  const named = (state: Access['state']) =>
    accesses.filter((access) => access.state === state).map(({ model, region }) => `${model} in ${region}`);
  const refused = accesses.filter(({ state }) => state === 'refused');
  const missing = named('subscribe');
  const pending = named('pending');
  return worstOf([
    ok('every model in every region'),
    ...refused.map(({ model, region, reason, isSpare }) =>
      isSpare
        ? warning(
            `${model} in ${region}: ${reason}. It is left out: instead of pictures that only it can draw, customers get their own photo, charged unless the setting is off.`,
          )
        : failure(
            `${model} in ${region}: ${reason}. Ask AWS Support, or take the region out of "modelRegions".`,
          ),
    ),
    ...(missing.length > 0
      ? [
          warning(
            `Nobody has subscribed to ${missing.join(', ')}: a step of this command does, with your consent.`,
          ),
        ]
      : []),
    ...(pending.length > 0
      ? [warning(`The subscription is under way for ${pending.join(', ')}; it takes up to 15 minutes.`)]
      : []),
  ]);
}

async function checkLifecycle(config: Config): Promise<Verdict> {
  const models = new Map(modelsOf(config).map((each) => [each.model, each]));
  const names = await Promise.all(
    [...models].map(async ([name, model]) => ((await isLegacy(model)) ? [name] : [])),
  );
  const legacy = names.flat();
  return legacy.length === 0
    ? ok('no model is to be retired')
    : warning(
        `Bedrock will retire ${legacy.join(', ')}, and may refuse accounts that did not use it before: see "model-legacy" in docs/runbook.md.`,
      );
}

async function checkWebAcls(webAclArns: NonNullable<Config['webAclArns']>): Promise<Verdict> {
  return worstOf(
    await Promise.all(
      Object.entries(webAclArns).map(async ([protectedOne, arn]) => {
        const [, region, scope, Name, Id] =
          /^arn:aws:wafv2:([^:]+):[^:]+:(global|regional)\/webacl\/([^/]+)\/(.+)$/.exec(arn) ?? [];
        if (!region || !Name || !Id) return failure(`${arn} is no ARN of a web ACL.`);
        try {
          const { WebACL } = await new WAFV2Client({ region }).send(
            new GetWebACLCommand({ Name, Id, Scope: scope === 'global' ? 'CLOUDFRONT' : 'REGIONAL' }),
          );
          const asking = (WebACL?.Rules ?? []).filter(challengesBrowsers).map((rule) => rule.Name);
          return protectedOne === 'userPool' && asking.length > 0
            ? failure(
                `The web ACL ${Name} of the user pool answers sign-up and sign-in with CAPTCHA or Challenge, which a site that talks to Cognito directly cannot show: let these rules block or count: ${asking.join(', ')}.`,
              )
            : ok('they exist');
        } catch (error) {
          if (errorName(error) === 'WAFNonexistentItemException')
            return failure(`The web ACL ${Name} does not exist: correct "webAclArns".`);
          throw error;
        }
      }),
    ),
  );
}

/** Whether a rule, or a rule that it overrides in a group, answers with CAPTCHA or Challenge. */
function challengesBrowsers({ Action, Statement }: Rule): boolean {
  const { ManagedRuleGroupStatement: managed, RuleGroupReferenceStatement: own } = Statement ?? {};
  const overrides = [...(managed?.RuleActionOverrides ?? []), ...(own?.RuleActionOverrides ?? [])];
  return [Action, ...overrides.map(({ ActionToUse }) => ActionToUse)].some(
    (action) => action?.Captcha || action?.Challenge,
  );
}
