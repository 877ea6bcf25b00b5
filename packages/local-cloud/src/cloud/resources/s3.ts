import {
  CreateBucketCommand,
  HeadBucketCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3';
import * as z from 'zod';
import { policyDocumentSchema } from '../policy.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

const corsRule = z.strictObject({
  Id: z.string().optional(),
  AllowedHeaders: z.array(z.string()).optional(),
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  ExposedHeaders: z.array(z.string()).optional(),
  MaxAge: z.int().optional(),
});

const lifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().optional(),
  ExpirationInDays: z.int().optional(),
  ExpiredObjectDeleteMarker: z.boolean().optional(),
  NoncurrentVersionExpiration: z.strictObject({ NoncurrentDays: z.int() }).optional(),
  AbortIncompleteMultipartUpload: z.strictObject({ DaysAfterInitiation: z.int() }).optional(),
});

/** AWS::S3::Bucket, by the S3 of this machine. */
export const bucket = resourceKind({
  schema: z.strictObject({
    BucketName: z.string().optional(),
    CorsConfiguration: z.strictObject({ CorsRules: z.array(corsRule) }).optional(),
    LifecycleConfiguration: z.strictObject({ Rules: z.array(lifecycleRule) }).optional(),
    VersioningConfiguration: z.strictObject({ Status: z.enum(['Enabled', 'Suspended']) }).optional(),
    BucketEncryption: irrelevant('Data on this machine is not encrypted by AWS keys').optional(),
    LoggingConfiguration: irrelevant('Access is not logged on this machine').optional(),
    OwnershipControls: irrelevant('Objects here have no ACLs').optional(),
    PublicAccessBlockConfiguration: irrelevant('Nothing here is public: every call is signed').optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.BucketName ?? cloud.physicalName(logicalId).toLowerCase();
    const { objects } = cloud;
    try {
      await objects.send(new HeadBucketCommand({ Bucket: name }));
    } catch {
      await objects.send(new CreateBucketCommand({ Bucket: name }));
    }
    const {
      CorsConfiguration: cors,
      LifecycleConfiguration: lifecycle,
      VersioningConfiguration: versioning,
    } = properties;
    if (cors)
      await objects.send(
        new PutBucketCorsCommand({
          Bucket: name,
          CORSConfiguration: {
            CORSRules: cors.CorsRules.map(({ Id, ExposedHeaders, MaxAge, ...rule }) => ({
              ID: Id,
              ExposeHeaders: ExposedHeaders,
              MaxAgeSeconds: MaxAge,
              ...rule,
            })),
          },
        }),
      );
    if (lifecycle)
      await objects.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket: name,
          LifecycleConfiguration: { Rules: lifecycle.Rules.map(lifecycleRuleOf) },
        }),
      );
    if (versioning)
      await objects.send(
        new PutBucketVersioningCommand({
          Bucket: name,
          VersioningConfiguration: { Status: versioning.Status },
        }),
      );
    // Path style: the host is the front door's, the bucket is the first part of the path. With the final slash, a
    // content security policy accepts this address for the whole bucket.
    const address = `${new URL(cloud.options.awsUrl).host}/${name}/`;
    return {
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: address, RegionalDomainName: address },
    };
  },
});

function lifecycleRuleOf(rule: z.output<typeof lifecycleRule>, index: number): LifecycleRule {
  const { Id, Prefix, ExpirationInDays, ExpiredObjectDeleteMarker, ...rest } = rule;
  return {
    ID: Id ?? `rule-${index}`,
    Filter: { Prefix: Prefix ?? '' },
    ...(ExpirationInDays !== undefined && { Expiration: { Days: ExpirationInDays } }),
    ...(ExpiredObjectDeleteMarker !== undefined && { Expiration: { ExpiredObjectDeleteMarker } }),
    ...rest,
  };
}

/** AWS::S3::BucketPolicy: kept with the bucket; the edge reads it before it reads the bucket. */
export const bucketPolicy = resourceKind({
  schema: z.strictObject({ Bucket: z.string(), PolicyDocument: z.unknown() }),
  async provision({ Bucket, PolicyDocument }, { logicalId, cloud }) {
    cloud.bucketPolicies.set(Bucket, policyDocumentSchema.parse(PolicyDocument).Statement);
    await cloud.objects.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(PolicyDocument) }));
    return { ref: cloud.physicalName(logicalId), attributes: {} };
  },
});
