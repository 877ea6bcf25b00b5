import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { uploadStorageDays } from '#shared/domain/limits.ts';
import { table } from '#shared/table.ts';

/** All state: the table, the buckets and the application's secret. */
export class Data extends Construct {
  readonly table: Table;
  /** Photos as customers sent them: private, deleted after ten days. */
  readonly uploads: Bucket;
  /** Clean full-size results: private, versioned, never behind CloudFront. */
  readonly originals: Bucket;
  /** Previews and thumbnails, the only pictures that CloudFront may read. */
  readonly media: Bucket;
  readonly site: Bucket;
  /** Files of exports: private, deleted after two days. */
  readonly exports: Bucket;
  readonly accessLogs: Bucket;
  /** Key for signing random picks and for hashing free-credit markers. */
  readonly appSecret: Secret;
  /** Secret header value that CloudFront sends to the API's functions (shared/origin-secret.ts). */
  readonly originSecret: Secret;
  /**
   * Signs delivered pictures (C2PA, ES256); undefined if signing is off. Another key would need another certificate.
   */
  readonly signingKey: Key | undefined;

  constructor(scope: Construct, id: string, props: { deletionProtection: boolean; signing: boolean }) {
    super(scope, id);

    this.table = new Table(this, 'Table', {
      partitionKey: { name: table.partitionKey, type: AttributeType.STRING },
      sortKey: { name: table.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: table.expiry,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.table.addGlobalSecondaryIndex({
      indexName: table.index.name,
      partitionKey: { name: table.index.partitionKey, type: AttributeType.STRING },
      sortKey: { name: table.index.sortKey, type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    });

    this.accessLogs = new Bucket(this, 'AccessLogs', {
      ...privateBucket,
      // CloudFront delivers its standard logs by ACL.
      objectOwnership: ObjectOwnership.OBJECT_WRITER,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    this.uploads = this.bucket('Uploads', {
      lifecycleRules: [
        {
          expiration: Duration.days(uploadStorageDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      // Allows any origin: the presigned signature is the secret, and naming the site here would create a cycle.
      cors: [
        { allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['*'], maxAge: 3600 },
      ],
    });
    this.originals = this.bucket('Originals', {
      versioned: true,
      lifecycleRules: [
        // A delete marker contains the user's id in its key, so expired ones are removed.
        { noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true },
        // Cut-outs and masks. Kept longer than the photo's item (lambdas/photos/limits.ts).
        { prefix: 'photos/', expiration: Duration.days(30) },
      ],
      // The site fetches a downloaded file to pass it to the phone's share sheet; links are presigned.
      cors: [
        { allowedMethods: [HttpMethods.GET], allowedOrigins: ['*'], allowedHeaders: ['*'], maxAge: 3600 },
      ],
    });
    this.media = this.bucket('Media', {});
    this.site = this.bucket('Site', {
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true }],
    });

    this.exports = this.bucket('Exports', {
      lifecycleRules: [
        { expiration: Duration.days(2), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });

    this.appSecret = new Secret(this, 'AppSecret', {
      description:
        'Key of signed random picks, of the markers that give free credits once per person, and of web push',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.originSecret = new Secret(this, 'OriginSecret', {
      description: 'Sent by CloudFront with each request to the API, which answers nothing without it',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    this.signingKey = props.signing
      ? new Key(this, 'SigningKey', {
          description: 'Signs the pictures that leave',
          keySpec: KeySpec.ECC_NIST_P256,
          keyUsage: KeyUsage.SIGN_VERIFY,
          removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
        })
      : undefined;
  }

  private bucket(id: string, props: BucketProps): Bucket {
    return new Bucket(this, id, {
      ...privateBucket,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: `s3/${id.toLowerCase()}/`,
      ...props,
    });
  }
}

const privateBucket: BucketProps = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
};
