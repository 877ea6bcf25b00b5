import type { Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { sampleMenuItems } from '#shared/domain/samples.ts';
import type { FunctionName } from '#shared/environment.ts';
import { imageModels, visionModels } from '#shared/image-models.ts';
import { table } from '#shared/table.ts';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import type { GenerationQueues } from './generation.ts';
import type { Identity } from './identity.ts';

type Functions = Readonly<Record<FunctionName, IFunction>>;

interface Permissions {
  readonly config: Config;
  readonly functions: Functions;
  readonly data: Data;
  readonly queues: GenerationQueues;
  readonly identity: Identity;
  readonly stripeSecret: ISecret;
  readonly distribution: IDistribution;
}

/** Grants each function only the actions that it needs. A test compares them with the calls that the tests make. */
export function grantPermissions(stack: Stack, permissions: Permissions): void {
  const { config, functions, data, queues, identity, stripeSecret, distribution } = permissions;
  grantTable(data, functions);
  grantObjects(data, functions);
  grantSecrets(data, stripeSecret, functions);
  grantQueues(queues, functions);
  grantUserPool(identity, config, functions);
  grantDistribution(stack, distribution, functions);
  grantMail(stack, config, functions);
  grantModels(stack, config, functions);
}

function grantTable(data: Data, f: Functions): void {
  const get = 'dynamodb:GetItem';
  const query = 'dynamodb:Query';
  const write = ['dynamodb:PutItem', 'dynamodb:UpdateItem'];
  const remove = 'dynamodb:DeleteItem';
  const batch = 'dynamodb:BatchGetItem';
  // For conditions of a transaction on an item that it does not change.
  const check = 'dynamodb:ConditionCheckItem';
  const tableGrants: [IFunction, string[]][] = [
    [f.account, [get, query, ...write, check]],
    [f.generations, [get, query, ...write, remove, batch, check]],
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
    [f.postConfirmation, [get, query, ...write]],
    [f.worker, [get, query, ...write, remove]],
    [f.menuWorker, [get, query, ...write, remove, check]],
    [f.photoWorker, [get, ...write]],
    [f.deadLetterQueue, [get, ...write, remove]],
    [f.reconciler, [get, query, ...write, remove]],
    [f.statsProjector, [get, ...write]],
  ];
  for (const [fn, actions] of tableGrants)
    fn.addToRolePolicy(new PolicyStatement({ actions, resources: [data.table.tableArn] }));
  // These functions query the index: lists across partitions or in another order.
  for (const fn of [f.account, f.generations, f.admin, f.tasks])
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: [query],
        resources: [`${data.table.tableArn}/index/${table.index.name}`],
      }),
    );
}

function grantObjects(data: Data, f: Functions): void {
  const objects: [IFunction, string[], { arnForObjects(pattern: string): string }, string][] = [
    [f.generations, ['s3:PutObject', 's3:GetObject'], data.uploads, '*'],
    [f.generations, ['s3:GetObject', 's3:DeleteObject'], data.originals, '*'],
    [f.generations, ['s3:DeleteObject'], data.media, 'media/*'],
    [f.delivery, ['s3:GetObject'], data.originals, 'generations/*'],
    [f.delivery, ['s3:PutObject'], data.originals, 'generations/*-signed.jpg'],
    [f.delivery, ['s3:GetObject'], data.media, 'media/*'],
    // Links to the files of a pack that has ended, for a repeated request.
    [f.delivery, ['s3:GetObject'], data.exports, 'pack-*'],
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
}

function grantSecrets(data: Data, stripeSecret: ISecret, f: Functions): void {
  for (const fn of [f.account, f.generations, f.postConfirmation, f.reconciler])
    grantSecret(data.appSecret, fn);
  // The worker signs the picture of a share page again when its words change, and packs are made by f.tasks.
  for (const fn of [f.delivery, f.worker, f.tasks]) data.signingKey?.grant(fn, 'kms:Sign');
  // The reconciler books payments that the webhook has missed.
  for (const fn of [f.billing, f.stripeWebhook, f.tasks, f.reconciler]) grantSecret(stripeSecret, fn);
}

function grantQueues(queues: GenerationQueues, f: Functions): void {
  for (const fn of [f.publisher, f.worker, f.reconciler])
    for (const queue of [queues.standard, queues.priority]) queue.grant(fn, 'sqs:SendMessage');
  for (const fn of [f.menus, f.menuWorker, f.publisher, f.reconciler])
    queues.menus.grant(fn, 'sqs:SendMessage');
  for (const fn of [f.photos, f.photoWorker]) queues.photos.grant(fn, 'sqs:SendMessage');
  queues.exports.grant(f.delivery, 'sqs:SendMessage');
  for (const fn of [f.account, f.admin, f.reconciler])
    for (const queue of [queues.exports, queues.deletions]) queue.grant(fn, 'sqs:SendMessage');
}

function grantUserPool({ userPool }: Identity, { staffSecondFactor }: Config, f: Functions): void {
  userPool.grant(
    f.account,
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminUpdateUserAttributes',
    // For a first visit whose password may be a stranger's.
    'cognito-idp:AdminAddUserToGroup',
    'cognito-idp:AdminSetUserMFAPreference',
    'cognito-idp:AdminSetUserPassword',
    'cognito-idp:AdminUserGlobalSignOut',
  );
  // Roles go only to verified addresses.
  userPool.grant(f.admin, 'cognito-idp:AdminGetUser');
  if (staffSecondFactor === 'required')
    for (const fn of [f.siteAdmin, f.generations]) userPool.grant(fn, 'cognito-idp:AdminGetUser');
  userPool.grant(
    f.tasks,
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminDisableUser',
    'cognito-idp:AdminUserGlobalSignOut',
    'cognito-idp:AdminDeleteUser',
  );
  // Staff groups follow the role items; the reconciler completes interrupted changes.
  for (const fn of [f.admin, f.reconciler])
    userPool.grant(fn, 'cognito-idp:AdminAddUserToGroup', 'cognito-idp:AdminRemoveUserFromGroup');
  // For the removal of unconfirmed sign-ups.
  userPool.grant(
    f.reconciler,
    'cognito-idp:ListUsers',
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminDeleteUser',
  );
}

function grantDistribution(stack: Stack, distribution: IDistribution, f: Functions): void {
  f.reconciler.addToRolePolicy(
    new PolicyStatement({
      actions: ['cloudfront:CreateInvalidation'],
      resources: [
        stack.formatArn({
          service: 'cloudfront',
          region: '',
          resource: 'distribution',
          resourceName: distribution.distributionId,
        }),
      ],
    }),
  );
}

function grantMail(stack: Stack, { email }: Config, f: Functions): void {
  if (!email) return;
  const { from, sesRegion } = email;
  f.reconciler.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      // In the sandbox, SES also requires the permission on the recipient's identity.
      resources: [
        stack.formatArn({ service: 'ses', region: sesRegion, resource: 'identity', resourceName: '*' }),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    }),
  );
}

function grantModels(stack: Stack, { modelRegions }: Config, f: Functions): void {
  const { outpaint, ...drawing } = imageModels;
  const { removeBackground, inpaint, searchReplace } = drawing;
  for (const [fn, models] of [
    [f.worker, drawing],
    [f.menuWorker, { removeBackground, inpaint, searchReplace }],
    [f.tasks, { outpaint }],
    [f.photoWorker, { removeBackground, ...visionModels }],
    [f.posts, visionModels],
  ] as const)
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['bedrock:InvokeModel'],
        resources: modelArns(stack, modelRegions, models),
      }),
    );

  f.reconciler.addToRolePolicy(
    new PolicyStatement({
      actions: ['bedrock:GetFoundationModel'],
      resources: [...Object.values(imageModels), ...Object.values(visionModels)].map((id) =>
        foundationModelArn(stack, 'us-west-2', id),
      ),
    }),
  );
}

/**
 * A call through a geo inference profile needs the profile in the calling region and the foundation model in every
 * region of the profile; a model without a profile is called in its region.
 */
function modelArns(
  stack: Stack,
  regions: readonly string[],
  { sd35Large, ...profiles }: { readonly sd35Large?: string } & Readonly<Record<string, string>>,
): string[] {
  const arn = (region: string, resource: string, account: string) =>
    stack.formatArn({ service: 'bedrock', region, account, resource });
  const ids = Object.values(profiles);
  return [
    ...regions.flatMap((region) => ids.map((id) => arn(region, `inference-profile/${id}`, stack.account))),
    ...['us-east-1', 'us-east-2', 'us-west-2'].flatMap((region) =>
      ids.map((id) => foundationModelArn(stack, region, id)),
    ),
    ...(sd35Large ? [foundationModelArn(stack, 'us-west-2', sd35Large)] : []),
  ];
}

/** The ARN of a model, or of the model behind an inference profile. */
function foundationModelArn(stack: Stack, region: string, id: string): string {
  const resource = `foundation-model/${id.replace(/^us\./, '')}`;
  return stack.formatArn({ service: 'bedrock', region, account: '', resource });
}

/** Grants reading the value only; CDK's own grant would include the secret's metadata. */
function grantSecret(secret: ISecret, fn: IFunction): void {
  fn.addToRolePolicy(
    new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }),
  );
}
