import { CfnOutput, CfnParameter, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { brand } from '#shared/brand.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';
import { type EnvironmentOf, type FunctionName, noMail, noSigningKey } from '#shared/environment.ts';
import { imageModels, visionModels } from '#shared/image-models.ts';
import { table } from '#shared/table.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Billing } from './billing.ts';
import { Canary } from './canary.ts';
import type { Config } from './config.ts';
import { Dashboard } from './dashboard.ts';
import { Data } from './data.ts';
import { Domain } from './domain.ts';
import { type EdgeSettings, edgeParameters } from './edge-settings.ts';
import { Firewall } from './firewall.ts';
import { Generation, GenerationQueues, photoWorkerTimeout, workerTimeout } from './generation.ts';
import { Identity } from './identity.ts';
import { acknowledgeNagRules } from './nag-acknowledgements.ts';
import { NodeFunction, type NodeFunctionProps } from './node-function.ts';
import { Website } from './website.ts';

interface PlatePostStackProps extends StackProps {
  readonly config: Config;
  /** The stack of what CloudFront reads in us-east-1, if it is another one: its outputs are parameters of this one. */
  readonly edge?: EdgeSettings | undefined;
  /** The folder with the code of each function. */
  readonly bundles: Readonly<Record<FunctionName, string>>;
}

/** The whole product: `cdk deploy` sends this template to AWS, `npm start` runs it on this machine. */
export class PlatePostStack extends Stack {
  constructor(scope: Construct, id: string, props: PlatePostStackProps) {
    super(scope, id, props);
    const { config, edge, bundles } = props;

    const data = new Data(this, 'Data', config);
    const queues = new GenerationQueues(this, 'Queues');
    const { stripeSecret } = new Billing(this, 'Billing');

    const fn = <N extends FunctionName>(
      name: N,
      environment: EnvironmentOf<N>,
      limits: Pick<NodeFunctionProps<N>, 'timeout' | 'memorySize' | 'postpones'> = {},
    ) =>
      new NodeFunction(this, `${name.charAt(0).toUpperCase()}${name.slice(1)}Function`, {
        name,
        code: bundles[name],
        environment,
        logRetention: config.logRetentionDays,
        ...limits,
      });
    // Cognito waits five seconds for a trigger.
    const trigger = { timeout: Duration.seconds(5) };

    const tableName = { TABLE_NAME: data.table.tableName };
    const buckets = {
      UPLOADS_BUCKET: data.uploads.bucketName,
      ORIGINALS_BUCKET: data.originals.bucketName,
      MEDIA_BUCKET: data.media.bucketName,
    };
    const results = { ORIGINALS_BUCKET: buckets.ORIGINALS_BUCKET, MEDIA_BUCKET: buckets.MEDIA_BUCKET };
    const queueUrls = {
      STANDARD_QUEUE_URL: queues.standard.queueUrl,
      PRIORITY_QUEUE_URL: queues.priority.queueUrl,
    };
    const menusQueue = { MENUS_QUEUE_URL: queues.menus.queueUrl };
    const appSecret = { APP_SECRET_ARN: data.appSecret.secretArn };
    // A reference that only the deployment resolves: who may read a function's or the distribution's configuration sees it.
    const origin = { ORIGIN_SECRET: data.originSecret.secretValue.unsafeUnwrap() };

    const preSignUp = fn('preSignUp', {}, trigger);
    const postConfirmation = fn('postConfirmation', { ...tableName, ...appSecret }, trigger);
    const supportEmail = { SUPPORT_EMAIL: config.supportEmail ?? brand.supportEmail };
    const customMessage = fn('customMessage', supportEmail, trigger);
    const firewall = new Firewall(this, 'Firewall', {
      ...config,
      edgeAclArn: edge?.webAcl ? this.edgeParameter(edgeParameters.webAcl) : undefined,
    });
    const domain =
      config.domain &&
      new Domain(
        this,
        'Domain',
        config.domain,
        edge?.domain && this.edgeParameter(edgeParameters.certificate),
      );
    const identity = new Identity(this, 'Identity', {
      config,
      preSignUp,
      postConfirmation,
      customMessage,
      webAclArn: firewall.userPool,
    });
    const userPoolId = { USER_POOL_ID: identity.userPool.userPoolId };
    const staffCheck = { ...userPoolId, STAFF_SECOND_FACTOR: config.staffSecondFactor };

    const taskQueues = {
      EXPORTS_QUEUE_URL: queues.exports.queueUrl,
      DELETIONS_QUEUE_URL: queues.deletions.queueUrl,
    };
    const taskTools = { ...taskQueues, EXPORTS_BUCKET: data.exports.bucketName };
    const mailFrom = { MAIL_FROM: config.email?.from ?? noMail };
    const account = fn('account', {
      ...origin,
      ...tableName,
      ...userPoolId,
      ...appSecret,
      ...taskTools,
      PUSH_SERVICES: config.pushServices.join(' '),
      ...mailFrom,
    });
    // For the sample dishes.
    const siteBucket = { SITE_BUCKET: data.site.bucketName };
    const dailyBudget = { DAILY_MODEL_BUDGET: JSON.stringify(config.dailyModelBudget) };
    const modelRegions = {
      MODEL_REGIONS: config.modelRegions
        .map((region) => `${region}:${config.modelQuotas[region] ?? 20}`)
        .join(','),
    };
    const photosQueue = { PHOTOS_QUEUE_URL: queues.photos.queueUrl };
    const generations = fn('generations', {
      ...origin,
      ...tableName,
      ...buckets,
      ...appSecret,
      ...dailyBudget,
      ...staffCheck,
    });
    const signing = { SIGNING_KEY_ARN: data.signingKey?.keyArn ?? noSigningKey };
    const delivery = fn(
      'delivery',
      {
        ...origin,
        ...tableName,
        ...results,
        ...signing,
        EXPORTS_QUEUE_URL: taskTools.EXPORTS_QUEUE_URL,
        EXPORTS_BUCKET: taskTools.EXPORTS_BUCKET,
      },
      // Compiles the library that signs, and holds a file twice.
      { memorySize: 1024 },
    );
    const posts = fn('posts', {
      ...origin,
      ...tableName,
      MEDIA_BUCKET: buckets.MEDIA_BUCKET,
      ...modelRegions,
      ...dailyBudget,
    });
    const photos = fn(
      'photos',
      {
        ...origin,
        ...tableName,
        ...buckets,
        ...siteBucket,
        ...photosQueue,
        ...dailyBudget,
      },
      // Holds a photo of 10 MB to hash it, and decodes logos of 16 megapixels.
      { memorySize: 1024 },
    );
    const menus = fn('menus', {
      ...origin,
      ...tableName,
      UPLOADS_BUCKET: buckets.UPLOADS_BUCKET,
      ...menusQueue,
    });
    const stripe = { ...tableName, STRIPE_SECRET_ARN: stripeSecret.secretArn };
    const billing = fn('billing', { ...origin, ...stripe });
    const stripeWebhook = fn('stripeWebhook', { ...origin, ...stripe });
    const share = fn('share', { ...origin, ...tableName, ...supportEmail });
    const site = fn('site', { ...origin, ...tableName });
    const siteAdmin = fn(
      'siteAdmin',
      {
        ...origin,
        ...tableName,
        ...staffCheck,
        UPLOADS_BUCKET: buckets.UPLOADS_BUCKET,
        MEDIA_BUCKET: buckets.MEDIA_BUCKET,
      },
      // Decodes pictures of up to 50 megapixels.
      { memorySize: 2048 },
    );
    const admin = fn('admin', { ...origin, ...tableName, ...staffCheck, ...taskTools, ...dailyBudget });
    const tasks = fn(
      'tasks',
      {
        ...stripe,
        ...userPoolId,
        EXPORTS_BUCKET: taskTools.EXPORTS_BUCKET,
        ...buckets,
        ...modelRegions,
        ...dailyBudget,
        ...signing,
      },
      // Packs hold pictures of six megapixels.
      { timeout: Duration.seconds(workerTimeout), memorySize: 2048 },
    );
    const publisher = fn('publisher', { ...queueUrls, ...menusQueue });
    const worker = fn(
      'worker',
      {
        ...tableName,
        ...buckets,
        ...queueUrls,
        ...siteBucket,
        ...modelRegions,
        ...signing,
      },
      { timeout: Duration.seconds(workerTimeout), memorySize: 2048, postpones: true },
    );
    const menuWorker = fn(
      'menuWorker',
      { ...tableName, ...buckets, ...menusQueue, ...siteBucket, ...modelRegions, ...dailyBudget },
      { timeout: Duration.seconds(workerTimeout), memorySize: 2048, postpones: true },
    );
    const photoWorker = fn(
      'photoWorker',
      {
        ...tableName,
        UPLOADS_BUCKET: buckets.UPLOADS_BUCKET,
        ORIGINALS_BUCKET: buckets.ORIGINALS_BUCKET,
        ...siteBucket,
        ...photosQueue,
        ...modelRegions,
      },
      { timeout: Duration.seconds(photoWorkerTimeout), memorySize: 2048, postpones: true },
    );
    const deadLetterQueue = fn('deadLetterQueue', { ...tableName, ...results });
    const statsProjector = fn('statsProjector', tableName);

    const canary = new Canary(this, 'Canary', config.canary);
    const api = new Api(this, 'Api', {
      identity,
      functions: {
        account: canary.of(account),
        generations: canary.of(generations),
        delivery: canary.of(delivery),
        posts: canary.of(posts),
        photos: canary.of(photos),
        menus: canary.of(menus),
        billing: canary.of(billing),
        stripeWebhook: canary.of(stripeWebhook),
        share: canary.of(share),
        admin: canary.of(admin),
        site: canary.of(site),
        siteAdmin: canary.of(siteAdmin),
      },
      logRetention: config.logRetentionDays,
    });
    const website = new Website(this, 'Website', {
      config,
      data,
      identity,
      api,
      region: this.region,
      domain,
      webAclArn: firewall.distribution,
    });
    domain?.pointTo(this, website.distribution);
    identity.returnTo(website.url);
    // The distribution depends on the API's functions, so that only a function outside the API may refer to it.
    const reconciler = fn(
      'reconciler',
      {
        ...tableName,
        ...results,
        ...queueUrls,
        ...menusQueue,
        ...userPoolId,
        ...taskQueues,
        ...appSecret,
        STRIPE_SECRET_ARN: stripe.STRIPE_SECRET_ARN,
        ...supportEmail,
        ...mailFrom,
        MAIL_REGION: config.email?.sesRegion ?? noMail,
        SITE_URL: website.url,
        DISTRIBUTION_ID: website.distribution.distributionId,
      },
      { timeout: Duration.seconds(55) },
    );
    new Generation(this, 'Generation', {
      concurrency: config.concurrency,
      data,
      queues,
      functions: {
        publisher,
        worker: canary.of(worker),
        menuWorker: canary.of(menuWorker),
        photoWorker: canary.of(photoWorker),
        deadLetterQueue,
        reconciler,
        statsProjector,
        tasks,
      },
    });

    const functions = {
      account,
      generations,
      delivery,
      posts,
      photos,
      menus,
      billing,
      stripeWebhook,
      share,
      admin,
      site,
      siteAdmin,
      tasks,
      preSignUp,
      postConfirmation,
      customMessage,
      publisher,
      worker,
      menuWorker,
      photoWorker,
      deadLetterQueue,
      reconciler,
      statsProjector,
    };
    this.grantData(data, functions);
    // The worker signs the picture of a share page anew when its words change, and packs are tasks.
    for (const f of [delivery, worker, tasks]) data.signingKey?.grant(f, 'kms:Sign');
    // The reconciler books what the webhook has missed.
    for (const f of [billing, stripeWebhook, tasks, reconciler]) grantSecret(stripeSecret, f);
    for (const f of [publisher, worker, reconciler])
      for (const queue of [queues.standard, queues.priority]) queue.grant(f, 'sqs:SendMessage');
    for (const f of [menus, menuWorker, publisher, reconciler]) queues.menus.grant(f, 'sqs:SendMessage');
    for (const f of [photos, photoWorker]) queues.photos.grant(f, 'sqs:SendMessage');
    queues.exports.grant(delivery, 'sqs:SendMessage');
    for (const f of [account, admin, reconciler])
      for (const queue of [queues.exports, queues.deletions]) queue.grant(f, 'sqs:SendMessage');
    identity.userPool.grant(account, 'cognito-idp:AdminGetUser', 'cognito-idp:AdminUpdateUserAttributes');
    if (config.staffSecondFactor === 'required')
      for (const f of [admin, siteAdmin, generations]) identity.userPool.grant(f, 'cognito-idp:AdminGetUser');
    identity.userPool.grant(
      tasks,
      'cognito-idp:AdminDisableUser',
      'cognito-idp:AdminUserGlobalSignOut',
      'cognito-idp:AdminDeleteUser',
    );
    // Staff groups follow the role items; the reconciler completes interrupted changes.
    for (const f of [admin, reconciler])
      identity.userPool.grant(f, 'cognito-idp:AdminAddUserToGroup', 'cognito-idp:AdminRemoveUserFromGroup');
    // Removes sign-ups that nobody confirmed.
    identity.userPool.grant(
      reconciler,
      'cognito-idp:ListUsers',
      'cognito-idp:AdminGetUser',
      'cognito-idp:AdminDeleteUser',
    );
    reconciler.addToRolePolicy(
      new PolicyStatement({
        actions: ['cloudfront:CreateInvalidation'],
        resources: [
          this.formatArn({
            service: 'cloudfront',
            region: '',
            resource: 'distribution',
            resourceName: website.distribution.distributionId,
          }),
        ],
      }),
    );
    if (config.email) {
      const { from, sesRegion } = config.email;
      reconciler.addToRolePolicy(
        new PolicyStatement({
          actions: ['ses:SendEmail'],
          // In the sandbox, SES also asks for the permission on the recipient's identity.
          resources: [
            this.formatArn({ service: 'ses', region: sesRegion, resource: 'identity', resourceName: '*' }),
          ],
          conditions: { StringEquals: { 'ses:FromAddress': from } },
        }),
      );
    }
    const { outpaint, ...drawing } = imageModels;
    const { removeBackground, inpaint, searchReplace } = drawing;
    for (const [f, models] of [
      [worker, drawing],
      [menuWorker, { removeBackground, inpaint, searchReplace }],
      [tasks, { outpaint }],
      [photoWorker, { removeBackground, ...visionModels }],
      [posts, visionModels],
    ] as const)
      f.addToRolePolicy(
        new PolicyStatement({
          actions: ['bedrock:InvokeModel'],
          resources: this.modelArns(config.modelRegions, models),
        }),
      );

    reconciler.addToRolePolicy(
      new PolicyStatement({
        actions: ['bedrock:GetFoundationModel'],
        resources: [...Object.values(imageModels), ...Object.values(visionModels)].map((id) =>
          this.foundationModelArn('us-west-2', id),
        ),
      }),
    );

    const { byName } = new Alarms(this, 'Alarms', {
      config,
      functions,
      queues,
      api,
      distribution: website.distribution,
    });
    new Dashboard(this, 'Dashboard', { functions, queues, api });
    canary.rollBackOn(['api-errors', 'generations-failed', 'photos-failed'].map((name) => byName.get(name)));
    acknowledgeNagRules(this, {
      ...{ data, queues, stripeSecret, identity, api, website, functions, canary },
      sesRegion: config.email?.sesRegion,
    });

    new CfnOutput(this, 'SiteUrl', { value: website.url });
    new CfnOutput(this, 'DistributionDomain', { value: website.distribution.distributionDomainName });
    // The edge stack's alarm watches it.
    if (edge) new CfnOutput(this, 'DistributionId', { value: website.distribution.distributionId });
    new CfnOutput(this, 'ApiUrl', { value: api.httpApi.apiEndpoint });
    new CfnOutput(this, 'UserPoolId', { value: identity.userPool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: identity.client.userPoolClientId });
    new CfnOutput(this, 'StripeSecretArn', { value: stripeSecret.secretArn });
    if (data.signingKey) new CfnOutput(this, 'SigningKeyArn', { value: data.signingKey.keyArn });
    new CfnOutput(this, 'TableName', { value: data.table.tableName });
    new CfnOutput(this, 'MediaBucketName', { value: data.media.bucketName });
  }

  /** Grants each function only the actions on table, buckets and secret that it needs. */
  private grantData(data: Data, f: Readonly<Record<FunctionName, IFunction>>): void {
    const get = 'dynamodb:GetItem';
    const query = 'dynamodb:Query';
    const write = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const remove = 'dynamodb:DeleteItem';
    const batch = 'dynamodb:BatchGetItem';
    // A transaction's condition on an item that it does not change.
    const check = 'dynamodb:ConditionCheckItem';
    const tableGrants: [IFunction, string[]][] = [
      [f.account, [get, query, ...write, check]],
      [f.generations, [get, query, ...write, remove, batch]],
      [f.delivery, [get, query, ...write, remove, check]],
      [f.posts, [get, query, ...write, check]],
      [f.photos, [get, query, ...write, remove]],
      [f.menus, [get, query, ...write, remove, check]],
      [f.billing, [get, query, ...write, remove]],
      [f.stripeWebhook, [get, ...write]],
      [f.share, [get]],
      [f.site, [query]],
      [f.siteAdmin, [get, query, 'dynamodb:PutItem', remove]],
      [f.admin, [get, query, ...write, remove, batch, check]],
      [f.tasks, [get, query, ...write, remove, batch, check, 'dynamodb:BatchWriteItem']],
      [f.postConfirmation, [get, query, 'dynamodb:PutItem']],
      [f.worker, [get, query, ...write, remove]],
      [f.menuWorker, [get, query, ...write, remove, check]],
      [f.photoWorker, [get, ...write]],
      [f.deadLetterQueue, [get, ...write, remove]],
      [f.reconciler, [get, query, ...write, remove]],
      [f.statsProjector, [get, ...write]],
    ];
    for (const [fn, actions] of tableGrants)
      fn.addToRolePolicy(new PolicyStatement({ actions, resources: [data.table.tableArn] }));
    // Lists across partitions or in another order.
    for (const fn of [f.account, f.generations, f.admin, f.tasks])
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: [query],
          resources: [`${data.table.tableArn}/index/${table.index.name}`],
        }),
      );

    const objects: [IFunction, string[], { arnForObjects(pattern: string): string }, string][] = [
      [f.generations, ['s3:PutObject', 's3:GetObject'], data.uploads, '*'],
      [f.generations, ['s3:GetObject', 's3:DeleteObject'], data.originals, '*'],
      [f.generations, ['s3:DeleteObject'], data.media, 'media/*'],
      [f.delivery, ['s3:GetObject'], data.originals, 'generations/*'],
      [f.delivery, ['s3:PutObject'], data.originals, 'generations/*-signed.jpg'],
      [f.delivery, ['s3:GetObject'], data.media, 'media/*'],
      [f.delivery, ['s3:PutObject', 's3:DeleteObject'], data.media, 'media/shares/*'],
      [f.posts, ['s3:GetObject'], data.media, 'media/*'],
      [f.photos, ['s3:GetObject'], data.uploads, '*'],
      [f.photos, ['s3:GetObject'], data.originals, '*'],
      [f.photos, ['s3:PutObject', 's3:DeleteObject'], data.originals, 'photos/*'],
      [f.photos, ['s3:PutObject'], data.media, 'media/logos/*'],
      [f.siteAdmin, ['s3:PutObject', 's3:GetObject'], data.uploads, 'site/*'],
      [f.siteAdmin, ['s3:PutObject', 's3:DeleteObject'], data.media, 'media/site/*'],
      ...[f.worker, f.menuWorker].flatMap((fn): typeof objects => [
        [fn, ['s3:GetObject'], data.uploads, '*'],
        [fn, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], data.originals, '*'],
        [fn, ['s3:PutObject', 's3:DeleteObject'], data.media, 'media/*'],
      ]),
      [f.worker, ['s3:GetObject'], data.media, 'media/logos/*'],
      [f.menus, ['s3:GetObject'], data.uploads, '*'],
      [f.photoWorker, ['s3:GetObject'], data.uploads, '*'],
      [f.photoWorker, ['s3:GetObject'], data.originals, '*'],
      [f.photoWorker, ['s3:PutObject'], data.originals, 'photos/*'],
      [f.deadLetterQueue, ['s3:DeleteObject'], data.originals, 'generations/*'],
      [f.deadLetterQueue, ['s3:DeleteObject'], data.media, 'media/*'],
      [f.account, ['s3:GetObject'], data.exports, '*'],
      [f.admin, ['s3:GetObject'], data.exports, '*'],
      [f.tasks, ['s3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'], data.exports, '*'],
      [f.tasks, ['s3:GetObject'], data.originals, '*'],
      [f.tasks, ['s3:PutObject'], data.originals, 'generations/*-wide.jpg'],
      [f.tasks, ['s3:GetObject'], data.media, 'media/*'],
      [f.tasks, ['s3:DeleteObject'], data.uploads, '*'],
      [f.tasks, ['s3:DeleteObject'], data.originals, 'photos/*'],
      [f.tasks, ['s3:DeleteObject'], data.originals, 'generations/*'],
      [f.reconciler, ['s3:DeleteObject'], data.originals, '*'],
      [f.reconciler, ['s3:DeleteObject'], data.media, 'media/*'],
    ];
    for (const { imageUrl } of sampleMenuItems)
      for (const reader of [f.worker, f.menuWorker, f.photos, f.photoWorker])
        objects.push([reader, ['s3:GetObject'], data.site, imageUrl.slice(1)]);
    for (const [fn, actions, bucket, pattern] of objects)
      fn.addToRolePolicy(new PolicyStatement({ actions, resources: [bucket.arnForObjects(pattern)] }));

    // The health check calls HeadBucket.
    f.admin.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [data.exports.bucketArn] }),
    );
    // The deletion of an account lists its uploads, exports, pictures, cut-outs and masks by folder.
    f.tasks.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [data.uploads.bucketArn, data.exports.bucketArn, data.originals.bucketArn],
      }),
    );
    for (const fn of [f.account, f.generations, f.postConfirmation, f.reconciler])
      grantSecret(data.appSecret, fn);
  }

  /**
   * A call through a geo inference profile needs the profile in the calling region and the foundation model in every
   * region of the profile; a model without a profile is called in its region.
   */
  private modelArns(
    regions: readonly string[],
    { sd35Large, ...profiles }: { readonly sd35Large?: string } & Readonly<Record<string, string>>,
  ): string[] {
    const arn = (region: string, resource: string, account: string) =>
      this.formatArn({ service: 'bedrock', region, account, resource });
    const ids = Object.values(profiles);
    return [
      ...regions.flatMap((region) => ids.map((id) => arn(region, `inference-profile/${id}`, this.account))),
      ...['us-east-1', 'us-east-2', 'us-west-2'].flatMap((region) =>
        ids.map((id) => this.foundationModelArn(region, id)),
      ),
      ...(sd35Large ? [this.foundationModelArn('us-west-2', sd35Large)] : []),
    ];
  }

  /** An output of the edge stack, which the deployment passes on. */
  private edgeParameter(name: string): string {
    return new CfnParameter(this, name, { type: 'String' }).valueAsString;
  }

  /** Of a model, or of the one behind an inference profile. */
  private foundationModelArn(region: string, id: string): string {
    const resource = `foundation-model/${id.replace(/^us\./, '')}`;
    return this.formatArn({ service: 'bedrock', region, account: '', resource });
  }
}

/** Grants reading the value only; CDK's own grant would include the secret's metadata. */
function grantSecret(secret: ISecret, fn: IFunction): void {
  fn.addToRolePolicy(
    new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }),
  );
}
