import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type EventPattern, matchesPattern } from 'local-cloud/events/event-pattern.ts';
import { describe, expect, it } from 'vitest';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { projectRoot } from '#lib/bundle.ts';
import { type Route, routeKeys } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import { uploadStorageDays } from '#shared/domain/limits.ts';
import { environment } from '#shared/environment.ts';
import { originSecretHeader } from '#shared/origin-secret.ts';
import { synthesized } from './synthesized.ts';

const { app, stack, template, resources, ofType } = await synthesized();

describe('rules and validation', () => {
  // T5.S1, V12.3.1, V12.3.3
  it("meets cdk-nag's AwsSolutions rules", () => {
    const report = new AwsSolutionsChecks(app).validateScope(app);
    expect(report.violations.map((v) => v.ruleName)).toEqual([]);
    expect(report.success).toBe(true);
  });

  it('passes the template validation of the CDK library, whose findings are errors', () => {
    expect(stack.node.tryGetContext('@aws-cdk/core:validateAgainstDefaultRules')).toBe(true);
    expect(() => app.synth({ force: true })).not.toThrow();
  });

  it('names no host of AWS: every host comes from a resource', () => {
    const policies = ofType('AWS::CloudFront::ResponseHeadersPolicy');
    expect(JSON.stringify(policies)).not.toMatch(/amazonaws\.com|amazoncognito/);
    expect(JSON.stringify(ofType('AWS::ApiGatewayV2::Authorizer'))).not.toMatch(/amazonaws\.com/);
    expect(JSON.stringify(ofType('Custom::CDKBucketDeployment'))).not.toMatch(/amazonaws\.com/);
  });
});

describe('errors', () => {
  // The key of /api/* has no Authorization: a kept error of one user would answer everybody at that edge.
  it('are never cached at the edge', () => {
    const codes = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CustomErrorResponses: codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
      },
    });
  });
});

it('repeats no run of the reconciler, which comes every minute', () => {
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: Match.objectLike({ Ref: Match.stringLikeRegexp('Reconciler') }),
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  });
});

describe('the event source of the statistics', () => {
  const sources = ofType('AWS::Lambda::EventSourceMapping')
    .map(([, resource]) => resource)
    .filter(({ Properties }) => JSON.stringify(Properties).includes('StatsProjector'))
    .map(({ Properties }) => Properties as { FilterCriteria: { Filters: { Pattern: string }[] } });
  const patterns = sources.flatMap(({ FilterCriteria }) =>
    FilterCriteria.Filters.map(({ Pattern }) => JSON.parse(Pattern) as EventPattern),
  );
  const passes = (pk: string, sk: string) => {
    const record = { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } };
    return patterns.some((pattern) => matchesPattern(pattern, record));
  };

  it.each([
    ['USER#ada', 'ACCOUNT#PROFILE'],
    ['USER#ada', 'GENERATION#1'],
    ['USER#ada', 'LEDGER#2026'],
    ['USAGE#2026-11-21', '1'],
  ])('passes what its counters are made of: %s, %s', (pk, sk) => {
    expect(passes(pk, sk)).toBe(true);
  });

  it.each([
    ['STATS#TOTAL', 'ALL'],
    ['STATS#DAY', '2026-11-21'],
    ['STATS#TEMPLATE', 'Square Feed'],
    ['STATS#SEEN#1', 'SEEN'],
    ['USER#ada', 'ACCOUNT#CREDITS'],
  ])('leaves out its own writes and what nobody counts: %s, %s', (pk, sk) => {
    expect(passes(pk, sk)).toBe(false);
  });
});

describe('stores', () => {
  // T8.D2
  it('keeps the table, restorable to any second, with its stream', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      // A first deployment that fails leaves nothing behind.
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      },
    });
  });

  it('leaves nothing behind when the first deployment fails', () => {
    const policies = Object.entries(resources).map(([id, { DeletionPolicy }]) => ({ id, DeletionPolicy }));
    expect(policies.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([]);
    const kept = policies.filter(({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate');
    expect(kept.map(({ id }) => resources[id]?.Type)).toEqual(
      expect.arrayContaining([
        'AWS::Cognito::UserPool',
        'AWS::SecretsManager::Secret',
        'AWS::DynamoDB::Table',
      ]),
    );
  });

  it('keeps every bucket private, encrypted and TLS only', () => {
    const buckets = ofType('AWS::S3::Bucket');
    expect(buckets).toHaveLength(6);
    for (const [id, bucket] of buckets) {
      expect(bucket.DeletionPolicy, id).toBe('RetainExceptOnCreate');
      // T3.I1, V12.3.1, V13.4.3
      expect(bucket.Properties, id).toMatchObject({
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      });
      // V12.2.1
      template.hasResourceProperties('AWS::S3::BucketPolicy', {
        Bucket: { Ref: id },
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          ]),
        },
      });
    }
  });

  // T3.I3
  it('serves only the site and media buckets through CloudFront, never originals or uploads', () => {
    const distribution = JSON.stringify(
      ofType('AWS::CloudFront::Distribution').map(([, r]) => r.Properties?.DistributionConfig),
    );
    expect(distribution).toMatch(/DataSite/);
    expect(distribution).toMatch(/DataMedia/);
    // T3.I1, V5.3.1
    expect(distribution).not.toMatch(/DataOriginals|DataUploads|DataExports/);
  });

  // V3.2.1, V5.3.1
  it('serves pictures and public replies with a sandbox policy that runs nothing, and without type sniffing', () => {
    const [, distribution] = ofType('AWS::CloudFront::Distribution')[0] ?? [];
    const { CacheBehaviors: behaviors } = distribution?.Properties?.DistributionConfig as {
      CacheBehaviors: { PathPattern: string; ResponseHeadersPolicyId: { Ref: string } }[];
    };
    // The first pattern that fits counts.
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/api/public/*',
      '/api/*',
      '/media/shares/*',
      '/media/*',
      '/s/*',
      '/unsubscribe/*',
    ]);
    // T3.E1
    for (const { PathPattern, ResponseHeadersPolicyId } of behaviors.slice(0, 4))
      expect(JSON.stringify(resources[ResponseHeadersPolicyId.Ref]), PathPattern).toMatch(
        /default-src 'none'; sandbox.*"ContentTypeOptions":\{"Override":true\}/,
      );
  });

  it('deletes uploads after ten days, exports after two, and keeps versions of originals', () => {
    const rulesOf = (name: string) =>
      ofType('AWS::S3::Bucket').find(([id]) => id.startsWith(name))?.[1].Properties?.LifecycleConfiguration;
    expect(rulesOf('DataUploads')).toMatchObject({ Rules: [{ ExpirationInDays: 10 }] });
    expect(uploadStorageDays).toBe(10);
    expect(rulesOf('DataExports')).toMatchObject({ Rules: [{ ExpirationInDays: 2 }] });
    const [, originals] = ofType('AWS::S3::Bucket').find(([id]) => id.startsWith('DataOriginals')) ?? [];
    // T8.D2
    expect(originals?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      // What was deleted leaves nothing behind that names its user.
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          expect.objectContaining({
            ExpiredObjectDeleteMarker: true,
            NoncurrentVersionExpiration: { NoncurrentDays: 30 },
          }),
        ]),
      },
    });
  });

  // T5.S1
  it('encrypts every queue and lets a generation crash three times before it is settled', () => {
    for (const [id, queue] of ofType('AWS::SQS::Queue'))
      expect(queue.Properties, id).toMatchObject({ SqsManagedSseEnabled: true });
    const queues = ofType('AWS::SQS::Queue').filter(([, q]) => q.Properties?.RedrivePolicy);
    expect(queues.map(([, queue]) => queue.Properties?.VisibilityTimeout).sort()).toEqual([
      150, 330, 330, 330,
    ]);
    for (const [, queue] of queues)
      expect(queue.Properties).toMatchObject({
        RedrivePolicy: { maxReceiveCount: 3 },
      });
  });
});

describe('API', () => {
  const created = new Map(
    ofType('AWS::ApiGatewayV2::Route').map(([, r]) => [r.Properties?.RouteKey, r.Properties]),
  );

  // Metrics of each route cost some 110 dollars a month; alarms need those of the stage.
  it('counts requests by stage, not by route', () => {
    const stages = ofType('AWS::ApiGatewayV2::Stage').map(([, r]) => JSON.stringify(r.Properties));
    expect(stages).toHaveLength(1);
    expect(stages.join()).not.toContain('"DetailedMetricsEnabled":true');
  });

  it('has exactly the routes of the contract', () => {
    // V3.5.3
    expect([...created.keys()].sort()).toEqual(Object.values<Route>(routes).flatMap(routeKeys).sort());
  });

  it.each(Object.entries<Route>(routes))('%s asks for a token unless it is public', (_name, route) => {
    // C6.7, C7.1, T2.S1, V7.2.1, V8.2.1
    for (const key of routeKeys(route))
      expect(created.get(key)?.AuthorizationType).toBe(route.access === 'public' ? 'NONE' : 'JWT');
  });

  // T2.D1, V2.4.1
  it('limits only public routes, which run functions, so that requests without a token use up no customer’s share', () => {
    const [, stage] = ofType('AWS::ApiGatewayV2::Stage')[0] ?? [];
    const { DefaultRouteSettings, RouteSettings } = stage?.Properties ?? {};
    // A higher limit than the account's, which is 2,500 requests a second in some regions, could not be deployed.
    expect(DefaultRouteSettings).toBeUndefined();
    const open = Object.values<Route>(routes).filter(({ access }) => access === 'public');
    expect(RouteSettings).toEqual(
      Object.fromEntries(
        open.flatMap(routeKeys).map((key) => [key, { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 }]),
      ),
    );
  });
});

describe('the user pool', () => {
  it('takes passwords of six characters and more, whatever they are made of', () => {
    // C5.2, B9.6, V6.2.5
    expect(ofType('AWS::Cognito::UserPool')[0]?.[1].Properties?.Policies).toMatchObject({
      PasswordPolicy: {
        MinimumLength: 6,
        RequireLowercase: false,
        RequireUppercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
      },
    });
  });
});

describe('the way to the API', () => {
  const secret = /\{\{resolve:secretsmanager:.*DataOriginSecret.*:SecretString:::\}\}/;

  it('sends the origin secret with CloudFront’s requests to the API, and with nothing else', () => {
    const [, distribution] = ofType('AWS::CloudFront::Distribution')[0] ?? [];
    const { Origins: origins } = distribution?.Properties?.DistributionConfig as {
      Origins: { CustomOriginConfig?: object; OriginCustomHeaders?: { HeaderName: string }[] }[];
    };
    const sent = origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ CustomOriginConfig: { OriginProtocolPolicy: 'https-only' } });
    expect(sent[0]?.OriginCustomHeaders?.map(({ HeaderName }) => HeaderName)).toEqual([originSecretHeader]);
    expect(JSON.stringify(sent[0]?.OriginCustomHeaders)).toMatch(secret);
  });

  it('gives the secret to every function of the API, and to no other', () => {
    const owners = new Set<string>(Object.values<Route>(routes).map(({ owner }) => owner));
    for (const [id, f] of ofType('AWS::Lambda::Function')) {
      const variables =
        (f.Properties?.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {};
      const value = variables.ORIGIN_SECRET;
      if (owners.has(String(variables.POWERTOOLS_SERVICE_NAME)))
        expect(JSON.stringify(value), id).toMatch(secret);
      else expect(value, id).toBeUndefined();
    }
  });
});

describe('functions', () => {
  const ours = ofType('AWS::Lambda::Function').filter(([id]) => !id.startsWith('CustomCDK'));
  const nameOf = (properties: Record<string, unknown> | undefined) =>
    (properties?.Environment as { Variables: Record<string, string> }).Variables.POWERTOOLS_SERVICE_NAME ??
    '';

  it('are arm64 on Node 24, traced, with exactly the environment that they declare', () => {
    expect(ours.map(([, f]) => nameOf(f.Properties)).sort()).toEqual(Object.keys(environment).sort());
    for (const [id, f] of ours) {
      expect(f.Properties, id).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        TracingConfig: { Mode: 'Active' },
      });
      const variables = Object.keys((f.Properties?.Environment as { Variables: object }).Variables);
      const declared = environment[nameOf(f.Properties) as keyof typeof environment];
      expect(variables.filter((v) => !v.startsWith('POWERTOOLS_')).sort(), id).toEqual([...declared].sort());
    }
  });

  it('may invoke themselves through their queue where they postpone messages, without being stopped as a loop', () => {
    const postponing = globSync('lambdas/**/*.lambda.ts', { cwd: projectRoot })
      .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
      .filter((source) => source.includes('postponeMessage('))
      .map((source) => /function: '(\w+)'/.exec(source)?.[1]);
    const allowed = ours.filter(([, f]) => f.Properties?.RecursiveLoop === 'Allow');
    expect(postponing.length).toBeGreaterThan(0);
    expect(allowed.map(([, f]) => nameOf(f.Properties)).sort()).toEqual(postponing.sort());
  });

  /** Actions of a function's role, with the resources by their logical names. */
  function allPermissions(functionName: string): string[] {
    const role = ours.find(([, f]) => nameOf(f.Properties) === functionName)?.[1].Properties?.Role as {
      'Fn::GetAtt': [string];
    };
    return ofType('AWS::IAM::Policy')
      .filter(([, p]) => JSON.stringify(p.Properties?.Roles).includes(role['Fn::GetAtt'][0]))
      .flatMap(([, p]) => (p.Properties?.PolicyDocument as { Statement: Statement[] }).Statement)
      .flatMap((s) =>
        [s.Action].flat().flatMap((action) => [s.Resource].flat().map((r) => `${action} ${resourceName(r)}`)),
      )
      .sort();
  }

  /** Besides its own logs and traces. */
  const permissions = (functionName: string) =>
    allPermissions(functionName).filter((p) => !/^(logs|xray):/.test(p));

  it('have ended when the files of an item that they did not write are deleted', () => {
    const longest = Math.max(...ours.map(([, f]) => Number(f.Properties?.Timeout)));
    const from = Date.now();
    const { key } = writeCancellableEntry({ originals: [], media: [], paths: [] });
    const [due = ''] = key.sk.split('#');
    expect(Date.parse(due) - from).toBeGreaterThanOrEqual(longest * 1000);
  });

  it('have no wildcard actions', () => {
    const actions = ofType('AWS::IAM::Policy')
      .filter(([id]) => !id.startsWith('CustomCDK'))
      .flatMap(([, p]) => (p.Properties?.PolicyDocument as { Statement: Statement[] }).Statement)
      .flatMap((s) => [s.Action].flat());
    // T5.E1, T8.I2, V13.2.2, V16.4.2
    expect(actions.filter((a) => a.includes('*'))).toEqual([]);
  });

  /** Every resource in a function's policy that stands for more than one thing, and why it must. */
  const wildcards: Readonly<Record<string, string>> = {
    'xray:PutTraceSegments *': 'X-Ray has no resources to name.',
    'xray:PutTelemetryRecords *': 'X-Ray has no resources to name.',
    'dynamodb:ListStreams *': 'CDK asks for it, because Lambda looks for the stream of a table.',
    's3:PutObject Uploads/*': 'The name of an upload is drawn when it is announced.',
    's3:GetObject Uploads/*': 'As above.',
    's3:DeleteObject Uploads/*': 'As above.',
    's3:PutObject Uploads/site/*': 'As above.',
    's3:GetObject Uploads/site/*': 'As above.',
    's3:PutObject Originals/*': 'A file is named after its user and generation.',
    's3:GetObject Originals/*': 'As above.',
    's3:DeleteObject Originals/*': 'As above.',
    's3:PutObject Originals/photos/*': 'A mask is named after its user and photo.',
    's3:DeleteObject Originals/photos/*': 'As above.',
    's3:GetObject Originals/generations/*': 'A file is named after its user and generation.',
    's3:DeleteObject Originals/generations/*': 'As above.',
    's3:PutObject Originals/generations/*-signed.jpg': 'As above.',
    's3:PutObject Media/media/*': 'A public file has a name that nobody can guess.',
    's3:GetObject Media/media/*': 'As above.',
    's3:DeleteObject Media/media/*': 'As above.',
    's3:PutObject Media/media/site/*': 'As above.',
    's3:PutObject Media/media/logos/*': 'As above.',
    's3:GetObject Media/media/logos/*': 'As above.',
    's3:PutObject Media/media/shares/*': 'The picture of a share page is named after it.',
    's3:DeleteObject Media/media/site/*': 'As above.',
    's3:DeleteObject Media/media/shares/*': 'As above.',
    's3:PutObject Originals/generations/*-wide.jpg': 'Continued pictures are named after their generation.',
    's3:PutObject Exports/*': 'A file is named after its task.',
    's3:DeleteObject Exports/*': 'The export of a deleted account is removed with it.',
    's3:GetObject Exports/*': 'As above.',
    's3:GetObject Exports/pack-*': 'As above.',
    's3:AbortMultipartUpload Exports/*': 'As above.',
  };

  it('have no resources with a wildcard but those that are listed with their reasons', () => {
    const found = Object.keys(environment).flatMap((name) => allPermissions(name));
    // T5.E1, T8.I2, T8.S1, V13.2.2
    expect([...new Set(found.filter((permission) => permission.includes('*')))].sort()).toEqual(
      Object.keys(wildcards).sort(),
    );
  });

  it('never scan the table and never touch IAM', () => {
    // V16.4.2
    expect(JSON.stringify(ofType('AWS::IAM::Policy'))).not.toMatch(/dynamodb:Scan|iam:/);
  });

  it('the texts of mails are written by a function that may do nothing', () => {
    expect(permissions('customMessage')).toEqual([]);
  });

  it('a sign-up may look for its e-mail, and nothing else where no provider is set up', () => {
    expect(permissions('preSignUp')).toEqual(['cognito-idp:ListUsers UserPool']);
  });

  it('share may read single items and nothing else', () => {
    // T4.E1
    expect(permissions('share')).toEqual(['dynamodb:GetItem Table']);
  });

  it('the images of the public pages are read by a function that can do nothing else', () => {
    expect(permissions('site')).toEqual(['dynamodb:Query Table']);
  });

  it('managing those images reaches uploads and their own folder of the media bucket', () => {
    expect(permissions('siteAdmin').filter((permission) => permission.startsWith('s3:'))).toEqual([
      's3:DeleteObject Media/media/site/*',
      's3:GetObject Uploads/site/*',
      's3:PutObject Media/media/site/*',
      's3:PutObject Uploads/site/*',
    ]);
  });

  it('the photos read what customers sent or got, write masks and logos and nothing else', () => {
    expect(permissions('photos').filter((permission) => !/Site\/samples/.test(permission))).toEqual([
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      's3:DeleteObject Originals/photos/*',
      's3:GetObject Originals/*',
      's3:GetObject Uploads/*',
      's3:PutObject Media/media/logos/*',
      's3:PutObject Originals/photos/*',
      'sqs:SendMessage Photos',
    ]);
  });

  it('delivery may sign, and read pictures and packs, and writes signed copies and shared pictures alone', () => {
    expect(permissions('delivery')).toEqual([
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:DeleteItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      'kms:Sign SigningKey',
      's3:DeleteObject Media/media/shares/*',
      's3:GetObject Exports/pack-*',
      's3:GetObject Media/media/*',
      's3:GetObject Originals/generations/*',
      's3:PutObject Media/media/shares/*',
      's3:PutObject Originals/generations/*-signed.jpg',
      'sqs:SendMessage Exports',
    ]);
    const names = Object.keys(environment);
    expect(names.filter((name) => permissions(name).includes('kms:Sign SigningKey'))).toEqual([
      'delivery',
      'tasks',
      'worker',
    ]);
  });

  it('posts may look at shown pictures and ask the model that writes, and nothing else', () => {
    const granted = permissions('posts');
    expect(granted.filter((p) => p.startsWith('bedrock:InvokeModel '))).toHaveLength(3 * 2);
    expect(granted.filter((p) => !p.startsWith('bedrock:'))).toEqual([
      'dynamodb:ConditionCheckItem Table',
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:Query Table',
      'dynamodb:UpdateItem Table',
      's3:GetObject Media/media/*',
    ]);
  });

  it('the webhook may book what Stripe tells and nothing else', () => {
    // T6.E1
    expect(permissions('stripeWebhook')).toEqual([
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:UpdateItem Table',
      'secretsmanager:GetSecretValue StripeSecret',
    ]);
  });

  it('publisher may read the stream, fill the queues of generations and menus, and report failures', () => {
    expect(permissions('publisher')).toEqual([
      'dynamodb:DescribeStream Table.StreamArn',
      'dynamodb:GetRecords Table.StreamArn',
      'dynamodb:GetShardIterator Table.StreamArn',
      'dynamodb:ListStreams *',
      'sqs:GetQueueAttributes StreamFailures',
      'sqs:GetQueueUrl StreamFailures',
      'sqs:SendMessage Menus',
      'sqs:SendMessage Priority',
      'sqs:SendMessage Standard',
      'sqs:SendMessage StreamFailures',
    ]);
  });

  // T8.I2, V13.2.2
  it('only the workers and the function for posts may call models, and each secret is read by those who need it', () => {
    const readers = {
      AppSecret: ['account', 'generations', 'postConfirmation', 'reconciler'],
      StripeSecret: ['billing', 'reconciler', 'stripeWebhook', 'tasks'],
    };
    for (const name of Object.keys(environment)) {
      const granted = permissions(name).join('\n');
      // T5.E1
      expect(granted.includes('bedrock:InvokeModel'), name).toBe(
        ['worker', 'menuWorker', 'photoWorker', 'tasks', 'posts'].includes(name),
      );
      // T6.I1, V13.3.1, V13.3.2
      for (const [secret, names] of Object.entries(readers))
        expect(granted.includes(`secretsmanager:GetSecretValue ${secret}`), name).toBe(names.includes(name));
      expect(granted).not.toMatch(/secretsmanager:(?!GetSecretValue)/);
    }
  });

  it('the worker may call each model in each region it may be routed to', () => {
    const bedrock = permissions('worker').filter((p) => p.startsWith('bedrock:'));
    // Four models behind a profile: a profile and a foundation model in three regions; one model without.
    expect(bedrock).toHaveLength(4 * 3 * 2 + 1);
    expect(bedrock.every((p) => p.startsWith('bedrock:InvokeModel '))).toBe(true);
  });

  it('the photo worker may cut out and read photos, and write what it made, and nothing else', () => {
    const granted = permissions('photoWorker').filter((permission) => !/Site\/samples/.test(permission));
    expect(granted.filter((p) => p.startsWith('bedrock:'))).toHaveLength(2 * 3 * 2);
    expect(granted.filter((p) => p.startsWith('s3:'))).toEqual([
      's3:GetObject Originals/*',
      's3:GetObject Uploads/*',
      's3:PutObject Originals/photos/*',
    ]);
  });

  // C6.30
  it('wake the workers one generation at a time, bounded', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').filter(([, m]) => m.Properties?.ScalingConfig);
    expect(
      mappings
        .map(([, m]) => (m.Properties?.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency)
        .sort(),
    ).toEqual([2, 2, 3, 3, 3, 5]);
    for (const [, m] of mappings)
      expect(m.Properties).toMatchObject({
        BatchSize: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
  });

  it('read the stream twice, never a third time', () => {
    expect(
      ofType('AWS::Lambda::EventSourceMapping').filter(([, m]) => m.Properties?.StartingPosition),
    ).toHaveLength(2);
  });
});

describe('alarms', async () => {
  const runbook = readFileSync(join(projectRoot, 'docs', 'runbook.md'), 'utf8');
  const withAll = await synthesized({ canary: true });
  it.each(
    withAll.ofType('AWS::CloudWatch::Alarm').map(([, a]) => String(a.Properties?.AlarmDescription)),
  )('has a runbook entry: %s', (description) => {
    const anchor = description.split('#').at(-1) ?? '';
    // V16.3.4
    expect(runbook).toMatch(new RegExp(`^#+ ${anchor}$`, 'm'));
  });
});

describe('native modules', () => {
  it('pack the version of sharp that the project tests with', () => {
    const version = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
    expect(version('lambdas/native/package.json').dependencies.sharp).toBe(
      version('package.json').dependencies.sharp,
    );
  });
});

interface Statement {
  readonly Action: string | string[];
  readonly Resource: unknown;
}

/** The construct's own name out of a Ref, GetAtt or Join, such as `Table`, `Table.StreamArn`, `Media/media/*`. */
function resourceName(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [kind, value] = Object.entries(resource as Record<string, unknown>)[0] ?? [];
  if (kind === 'Fn::GetAtt') {
    const [id = '', attribute] = value as [string, string];
    const name = shortName(id);
    return attribute === 'Arn' ? name : `${name}.${attribute}`;
  }
  if (kind === 'Ref') return shortName(String(value));
  if (kind === 'Fn::Join') return (value as [string, unknown[]])[1].map(resourceName).join('');
  return JSON.stringify(resource);
}

function shortName(logicalId: string): string {
  return resources[logicalId]
    ? logicalId.replace(/^(Data|Queues|Identity|Billing)/, '').replace(/[0-9A-F]{8}$/, '')
    : logicalId;
}
