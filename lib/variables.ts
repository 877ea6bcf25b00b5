import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { brand } from '#shared/brand.ts';
import { noMail, noSigningKey } from '#shared/environment.ts';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import type { GenerationQueues } from './generation.ts';

interface VariablesProps {
  readonly config: Config;
  readonly data: Data;
  readonly queues: GenerationQueues;
  readonly stripeSecret: ISecret;
}

/**
 * The values of the functions' environment variables, except those that name the user pool and the site. Each function
 * gets the ones that `shared/environment.ts` lists for it.
 */
export function variablesOf({ config, data, queues, stripeSecret }: VariablesProps) {
  return {
    // A dynamic reference that only the deployment resolves. Anybody who may read the configuration of a function or of
    // the distribution sees the value.
    ORIGIN_SECRET: data.originSecret.secretValue.unsafeUnwrap(),
    APP_SECRET_ARN: data.appSecret.secretArn,
    STRIPE_SECRET_ARN: stripeSecret.secretArn,
    SIGNING_KEY_ARN: data.signingKey?.keyArn ?? noSigningKey,
    TABLE_NAME: data.table.tableName,
    UPLOADS_BUCKET: data.uploads.bucketName,
    ORIGINALS_BUCKET: data.originals.bucketName,
    MEDIA_BUCKET: data.media.bucketName,
    EXPORTS_BUCKET: data.exports.bucketName,
    // Contains the sample dishes.
    SITE_BUCKET: data.site.bucketName,
    STANDARD_QUEUE_URL: queues.standard.queueUrl,
    PRIORITY_QUEUE_URL: queues.priority.queueUrl,
    MENUS_QUEUE_URL: queues.menus.queueUrl,
    PHOTOS_QUEUE_URL: queues.photos.queueUrl,
    EXPORTS_QUEUE_URL: queues.exports.queueUrl,
    DELETIONS_QUEUE_URL: queues.deletions.queueUrl,
    DAILY_MODEL_BUDGET: JSON.stringify(config.dailyModelBudget),
    MODEL_REGIONS: config.modelRegions
      .map((region) => `${region}:${config.modelQuotas[region] ?? 20}`)
      .join(','),
    MAIL_FROM: config.email?.from ?? noMail,
    MAIL_REGION: config.email?.sesRegion ?? noMail,
    SUPPORT_EMAIL: config.supportEmail ?? brand.supportEmail,
    PUSH_SERVICES: config.pushServices.join(' '),
    STAFF_SECOND_FACTOR: config.staffSecondFactor,
  };
}

/** The values for functions that are created after the user pool. */
export type Variables = ReturnType<typeof variablesOf> & { readonly USER_POOL_ID: string };
