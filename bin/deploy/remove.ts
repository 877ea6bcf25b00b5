import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CloudFormationClient,
  paginateListStackResources,
  paginateListStacks,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  DeleteLogGroupCommand,
  paginateDescribeLogGroups,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  DeleteUserPoolDomainCommand,
  DescribeUserPoolCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { KMSClient, ScheduleKeyDeletionCommand } from '@aws-sdk/client-kms';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutBucketLoggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DeleteSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { errorName } from './finding.ts';

/** Names of errors that mean that a resource is gone already. */
const gone = [
  'NoSuchBucket',
  'NotFound',
  'NotFoundException',
  'ResourceNotFoundException',
  'UserPoolNotFoundException',
  // KMS: the key is already scheduled for deletion.
  'KMSInvalidStateException',
];

/** Days for which KMS keeps a key before it deletes it: the minimum. Free of charge. */
const keyWaitDays = 7;

async function unlessGone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (gone.includes(errorName(error))) return false;
    throw error;
  }
}

/** Resources that stacks of this name, deleted in the last 90 days, left behind. */
export async function leftBehind(
  client: CloudFormationClient,
  stackName: string,
): Promise<readonly StackResourceSummary[]> {
  const left: StackResourceSummary[] = [];
  const deleted = paginateListStacks({ client }, { StackStatusFilter: ['DELETE_COMPLETE'] });
  for await (const { StackSummaries = [] } of deleted)
    for (const { StackId, StackName } of StackSummaries)
      if (StackName === stackName)
        for await (const { StackResourceSummaries = [] } of paginateListStackResources(
          { client },
          { StackName: StackId },
        ))
          left.push(
            ...StackResourceSummaries.filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_SKIPPED'),
          );
  return left;
}

/** Attempts to empty a bucket: logs continue to arrive for some time. */
const attempts = 5;

export class Remover {
  readonly #s3: S3Client;
  readonly #dynamoDb: DynamoDBClient;
  readonly #cognito: CognitoIdentityProviderClient;
  readonly #secrets: SecretsManagerClient;
  readonly #kms: KMSClient;
  readonly #logs: CloudWatchLogsClient;
  readonly #pollSeconds: number;

  constructor(region: string, pollSeconds: number) {
    this.#s3 = new S3Client({ region });
    this.#dynamoDb = new DynamoDBClient({ region });
    this.#cognito = new CognitoIdentityProviderClient({ region });
    this.#secrets = new SecretsManagerClient({ region });
    this.#kms = new KMSClient({ region });
    this.#logs = new CloudWatchLogsClient({ region });
    this.#pollSeconds = pollSeconds;
  }

  /** Turns off the deletion protection of a stack's table or user pool. */
  async unprotect({ ResourceType, PhysicalResourceId: id }: StackResourceSummary): Promise<void> {
    if (ResourceType === 'AWS::DynamoDB::Table')
      await unlessGone(
        (async () => {
          const { Table } = await this.#dynamoDb.send(new DescribeTableCommand({ TableName: id }));
          if (Table?.DeletionProtectionEnabled)
            await this.#dynamoDb.send(
              new UpdateTableCommand({ TableName: id, DeletionProtectionEnabled: false }),
            );
        })(),
      );
    if (ResourceType === 'AWS::Cognito::UserPool')
      await unlessGone(
        (async () => {
          const { UserPool } = await this.#cognito.send(new DescribeUserPoolCommand({ UserPoolId: id }));
          // The call resets other settings of the pool, which does not matter because the pool will be deleted.
          if (UserPool?.DeletionProtection === 'ACTIVE')
            await this.#cognito.send(
              new UpdateUserPoolCommand({ UserPoolId: id, DeletionProtection: 'INACTIVE' }),
            );
        })(),
      );
  }

  /** Removes a resource that its stack retained, with all data in it. Returns whether it existed. */
  async remove({ ResourceType, PhysicalResourceId: id }: StackResourceSummary): Promise<boolean> {
    if (!id) return false;
    switch (ResourceType) {
      case 'AWS::S3::Bucket':
        return unlessGone(this.#removeBucket(id));
      case 'AWS::DynamoDB::Table':
        return unlessGone(this.#dynamoDb.send(new DeleteTableCommand({ TableName: id })));
      case 'AWS::Cognito::UserPool':
        return unlessGone(this.#removePool(id));
      case 'AWS::SecretsManager::Secret':
        return unlessGone(
          this.#secrets.send(new DeleteSecretCommand({ SecretId: id, ForceDeleteWithoutRecovery: true })),
        );
      case 'AWS::KMS::Key':
        return unlessGone(
          this.#kms.send(new ScheduleKeyDeletionCommand({ KeyId: id, PendingWindowInDays: keyWaitDays })),
        );
      case 'AWS::Logs::LogGroup':
        return unlessGone(this.#logs.send(new DeleteLogGroupCommand({ logGroupName: id })));
      default:
        return false;
    }
  }

  async #removeBucket(Bucket: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.#empty(Bucket);
      try {
        await this.#s3.send(new DeleteBucketCommand({ Bucket }));
        return;
      } catch (error) {
        if (errorName(error) !== 'BucketNotEmpty' || attempt === attempts) throw error;
        await sleep(this.#pollSeconds * 1000);
      }
    }
  }

  /** Deletes all objects with their versions, and turns off the bucket's own access logs. */
  async #empty(Bucket: string): Promise<void> {
    await this.#s3.send(new PutBucketLoggingCommand({ Bucket, BucketLoggingStatus: {} }));
    for (;;) {
      const page = await this.#s3.send(new ListObjectVersionsCommand({ Bucket }));
      const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key, VersionId }) => ({
        Key,
        VersionId,
      }));
      if (Objects.length === 0) return;
      const { Errors = [] } = await this.#s3.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors[0]) throw new Error(`${Bucket} could not be emptied: ${Errors[0].Message}`);
    }
  }

  async #removePool(UserPoolId: string): Promise<void> {
    const { UserPool } = await this.#cognito.send(new DescribeUserPoolCommand({ UserPoolId }));
    if (UserPool?.Domain)
      await this.#cognito.send(new DeleteUserPoolDomainCommand({ UserPoolId, Domain: UserPool.Domain }));
    await this.#cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
  }

  /** Deletes log groups that Lambda created on its own for functions of the stack. Returns their number. */
  async removeLogGroups(stackName: string): Promise<number> {
    let removed = 0;
    const logGroupNamePrefix = `/aws/lambda/${stackName}-`;
    for await (const { logGroups = [] } of paginateDescribeLogGroups(
      { client: this.#logs },
      { logGroupNamePrefix },
    ))
      for (const { logGroupName } of logGroups)
        if (await unlessGone(this.#logs.send(new DeleteLogGroupCommand({ logGroupName })))) removed++;
    return removed;
  }
}
