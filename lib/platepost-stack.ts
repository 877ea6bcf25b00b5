import { CfnOutput, CfnParameter, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { brand } from '#shared/brand.ts';
import { type EnvironmentOf, type FunctionName, noMail, noSigningKey } from '#shared/environment.ts';
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
import { grantPermissions } from './permissions.ts';
import { Website } from './website.ts';

interface PlatePostStackProps extends StackProps {
  readonly config: Config;
  /** Settings of the edge stack, for a stage outside us-east-1: its outputs are parameters of this stack. */
  readonly edge?: EdgeSettings | undefined;
  /** The folder with the code of each function. */
  readonly bundles: Readonly<Record<FunctionName, string>>;
}

/** The whole product: `cdk deploy` deploys this template to AWS, `npm start` runs it on this machine. */
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
    // A dynamic reference that only the deployment resolves. Anybody who may read the configuration of a function or of
    // the distribution sees the value.
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
    // Contains the sample dishes.
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
      // Compiles the WebAssembly library that signs, and holds a file twice.
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
      // Holds a photo of 10 MB to hash it, and decodes photos of 50 megapixels and logos of 16.
      { memorySize: 1024 },
    );
    const menus = fn('menus', {
      ...origin,
      ...tableName,
      UPLOADS_BUCKET: buckets.UPLOADS_BUCKET,
      ...menusQueue,
    });
    const stripe = { ...tableName, ...userPoolId, STRIPE_SECRET_ARN: stripeSecret.secretArn };
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
    grantPermissions(this, {
      ...{ config, functions, data, queues, identity, stripeSecret },
      distribution: website.distribution,
    });

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
    // The alarm of the edge stack watches this distribution.
    if (edge) new CfnOutput(this, 'DistributionId', { value: website.distribution.distributionId });
    new CfnOutput(this, 'ApiUrl', { value: api.httpApi.apiEndpoint });
    new CfnOutput(this, 'UserPoolId', { value: identity.userPool.userPoolId });
    new CfnOutput(this, 'UserPoolClientId', { value: identity.client.userPoolClientId });
    new CfnOutput(this, 'StripeSecretArn', { value: stripeSecret.secretArn });
    if (data.signingKey) new CfnOutput(this, 'SigningKeyArn', { value: data.signingKey.keyArn });
    new CfnOutput(this, 'TableName', { value: data.table.tableName });
    new CfnOutput(this, 'MediaBucketName', { value: data.media.bucketName });
  }

  /** A parameter with an output of the edge stack, which the deployment passes on. */
  private edgeParameter(name: string): string {
    return new CfnParameter(this, name, { type: 'String' }).valueAsString;
  }
}
