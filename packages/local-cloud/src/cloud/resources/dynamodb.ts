import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceNotFoundException,
  type StreamViewType,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Cloud } from '../cloud.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

const keySchema = z.array(
  z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }),
) satisfies z.ZodType<KeySchemaElement[]>;

const indexSchema = z.strictObject({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.strictObject({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).default([]),
  }),
});

const tableSchema = z.strictObject({
  TableName: z.string().optional(),
  AttributeDefinitions: z.array(
    z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ) satisfies z.ZodType<AttributeDefinition[]>,
  KeySchema: keySchema,
  BillingMode: z.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  StreamSpecification: z
    .strictObject({ StreamViewType: z.custom<StreamViewType>((value) => typeof value === 'string') })
    .optional(),
  TimeToLiveSpecification: z.strictObject({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  DeletionProtectionEnabled: irrelevant('Nothing here deletes a table'),
  PointInTimeRecoverySpecification: irrelevant('DynamoDB Local keeps no backups'),
  SSESpecification: irrelevant('Data on this machine is not encrypted by AWS keys'),
  Tags: tags,
});

/** AWS::DynamoDB::Table, by Amazon's DynamoDB Local. */
export const table = resourceKind({
  schema: tableSchema.partial({
    DeletionProtectionEnabled: true,
    PointInTimeRecoverySpecification: true,
    SSESpecification: true,
    Tags: true,
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.TableName ?? cloud.physicalName(logicalId);
    const indexes: GlobalSecondaryIndex[] = properties.GlobalSecondaryIndexes.map(
      ({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes } }) => ({
        IndexName,
        KeySchema,
        Projection: { ProjectionType, ...(NonKeyAttributes.length > 0 && { NonKeyAttributes }) },
      }),
    );
    const { StreamSpecification: stream, TimeToLiveSpecification: expiry } = properties;
    let description = await describe(cloud, name);
    if (!description) {
      const { TableDescription } = await cloud.dynamodb.send(
        new CreateTableCommand({
          TableName: name,
          AttributeDefinitions: properties.AttributeDefinitions,
          KeySchema: properties.KeySchema,
          BillingMode: properties.BillingMode,
          ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
          ...(stream && {
            StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType },
          }),
        }),
      );
      description = TableDescription ?? {};
    } else {
      if (JSON.stringify(description.KeySchema) !== JSON.stringify(properties.KeySchema))
        throw new Error(`The keys of the table ${name} changed: start with --fresh, which clears its data`);
      const existing = new Set(description.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
      for (const index of indexes)
        if (!existing.has(index.IndexName))
          await cloud.dynamodb.send(
            new UpdateTableCommand({
              TableName: name,
              AttributeDefinitions: properties.AttributeDefinitions,
              GlobalSecondaryIndexUpdates: [{ Create: index }],
            }),
          );
    }
    if (expiry) await setExpiry(cloud, name, expiry);
    return {
      ref: name,
      attributes: {
        Arn: cloud.arn('dynamodb', `table/${name}`),
        StreamArn: description.LatestStreamArn,
        TableId: cloud.generatedId(logicalId, 32),
      },
    };
  },
});

async function describe(cloud: Cloud, name: string): Promise<TableDescription | undefined> {
  try {
    return (await cloud.dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function setExpiry(
  cloud: Cloud,
  name: string,
  expiry: { AttributeName: string; Enabled: boolean },
): Promise<void> {
  const { TimeToLiveDescription } = await cloud.dynamodb.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  await cloud.dynamodb.send(
    new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: expiry }),
  );
}
