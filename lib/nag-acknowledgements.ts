import { type Stack, Token, Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IConstruct } from 'constructs';
import type { FunctionName } from '#shared/environment.ts';
import type { Api } from './api.ts';
import type { Canary } from './canary.ts';
import type { Data } from './data.ts';
import type { GenerationQueues } from './generation.ts';
import type { Identity } from './identity.ts';
import type { Website } from './website.ts';

interface Acknowledged {
  readonly data: Data;
  readonly queues: GenerationQueues;
  readonly stripeSecret: Secret;
  readonly identity: Identity;
  readonly api: Api;
  readonly website: Website;
  readonly canary: Canary;
  readonly functions: Readonly<Record<FunctionName, IFunction>>;
  /** The region of SES, if the stage sends e-mails. */
  readonly sesRegion: string | undefined;
}

/**
 * Acknowledges every rule of cdk-nag's AwsSolutions pack that we do not follow, with the reason; all others must pass.
 */
export function acknowledgeNagRules(stack: Stack, parts: Acknowledged): void {
  const { data, queues, stripeSecret, identity, api, website, functions, canary, sesRegion } = parts;

  for (const route of api.node.findChild('HttpApi').node.children)
    if (route.node.id.includes('/s/') || route.node.id.includes('--s--'))
      acknowledge(
        route,
        'A share page is public on purpose: its unguessable, revocable id is the permission.',
        ['APIG4'],
      );

  for (const route of api.node.findChild('HttpApi').node.children)
    if (/unsubscribe/.test(route.node.id))
      acknowledge(
        route,
        'A mail program has no session: the signed token in the address is the permission, to end these mails alone.',
        ['APIG4'],
      );

  for (const route of api.node.findChild('HttpApi').node.children)
    if (/public/.test(route.node.id))
      acknowledge(route, 'What the public pages show is for everybody; the edge answers most of it.', [
        'APIG4',
      ]);

  for (const route of api.node.findChild('HttpApi').node.children)
    if (/stripe/.test(route.node.id))
      acknowledge(
        route,
        'Stripe has no token of ours: its events are signed, and the signature over the raw body is checked.',
        ['APIG4'],
      );

  acknowledge(website.distribution, 'People travel, and so do restaurants: no country is refused.', ['CFR1']);
  acknowledge(website.distribution, 'A web ACL is a deployment setting (webAcl), which production demands.', [
    'CFR2',
  ]);
  acknowledge(
    website.distribution,
    "TLS 1.2 is set together with the own domain; CloudFront's default certificate does not allow a policy.",
    ['CFR4'],
  );
  acknowledge(
    identity.userPool,
    'The specification wants six characters without classes (readings 27): NIST SP 800-63B advises against classes; the length is a setting and the form shows a strength hint.',
    ['COG1'],
  );
  acknowledge(
    identity.userPool,
    'Customers may use an authenticator app; only staff must, and the back office checks it (staffSecondFactor).',
    ['COG2'],
  );
  acknowledge(
    identity.userPool,
    'The Plus plan (adaptive authentication) costs more per user than a Free user earns; rate limits come from the web ACL.',
    ['COG8'],
  );
  acknowledge(
    data.appSecret,
    'Rotating it would forget who had free credits already and void random picks; it never leaves the functions.',
    ['SMG4'],
  );
  acknowledge(
    data.originSecret,
    'Functions and distribution read it when they are deployed, so that a rotation is a deployment (docs/runbook.md).',
    ['SMG4'],
  );
  acknowledge(
    stripeSecret,
    'It is issued by Stripe: rolled in its dashboard and written again by npm run tool:setup-stripe.',
    ['SMG4'],
  );
  acknowledge(queues.streamFailures, 'It is itself the queue where failures end; an alarm watches it.', [
    'SQS3',
  ]);

  for (const queue of [queues.exports, queues.deletions])
    acknowledge(queue, 'A task is a record in the table; the reconciler sends lost messages again.', [
      'SQS3',
    ]);
  acknowledge(queues.menus, 'A menu is a record in the table; the reconciler sends lost messages again.', [
    'SQS3',
  ]);

  // In a stack without a region in its settings, account and region are known only at deployment.
  const isPlaced = !Token.isUnresolved(stack.region);
  const [partition, region] = isPlaced ? ['aws', stack.region] : ['<AWS::Partition>', '<AWS::Region>'];
  if (sesRegion !== undefined && functions.reconciler.role)
    acknowledge(functions.reconciler.role, 'Anybody may be a recipient; the sender is a condition.', [
      `IAM5[Resource::arn:${partition}:ses:${sesRegion}:<AWS::AccountId>:identity/*]`,
    ]);

  const objectsOf = (bucket: Bucket, pattern: string) =>
    `IAM5[Resource::<${stack.getLogicalId(bucket.node.defaultChild as never)}.Arn>/${pattern}]`;
  for (const fn of Object.values(functions)) {
    if (!fn.role) continue;
    acknowledge(fn.role, 'X-Ray has no resources to name.', ['IAM5[Resource::*]']);
    acknowledge(fn.role, 'Object keys are made at run time; the bucket and the few actions are named.', [
      objectsOf(data.uploads, '*'),
      objectsOf(data.uploads, 'site/*'),
      objectsOf(data.originals, '*'),
      objectsOf(data.originals, 'photos/*'),
      objectsOf(data.originals, 'generations/*'),
      objectsOf(data.originals, 'generations/*-signed.jpg'),
      objectsOf(data.originals, 'generations/*-wide.jpg'),
      objectsOf(data.media, 'media/*'),
      objectsOf(data.media, 'media/site/*'),
      objectsOf(data.media, 'media/shares/*'),
      objectsOf(data.media, 'media/logos/*'),
      objectsOf(data.exports, '*'),
      objectsOf(data.exports, 'pack-*'),
    ]);
  }

  if (canary.role)
    acknowledge(canary.role, "CodeDeploy's own policy for functions; it names what it may do.", [
      `IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]`,
    ]);
  const deployment = stack.node.children.find((c) => c.node.id.startsWith('Custom::CDKBucketDeployment'));
  if (deployment)
    acknowledge(
      deployment,
      "CDK's own deployment of the site: its function, runtime and grants come with aws-cdk-lib and run only while deploying.",
      [
        'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        ...['Abort*', 'DeleteObject*', 'GetBucket*', 'GetObject*', 'List*'].map(
          (a) => `IAM5[Action::s3:${a}]`,
        ),
        'IAM5[Resource::*]',
        objectsOf(data.site, '*'),
        `IAM5[Resource::arn:${partition}:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${region}/*]`,
        'L1',
      ],
    );
}

function acknowledge(construct: IConstruct, reason: string, rules: string[]): void {
  Validations.of(construct).acknowledge(...rules.map((rule) => ({ id: `AwsSolutions-${rule}`, reason })));
}
