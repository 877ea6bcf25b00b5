import type { AttributeDefinition, CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { table } from '#shared/table.ts';

/** The product's table under another name: the key names of shared/table.ts, the stream on. */
export function tableDefinition(TableName: string): CreateTableCommandInput {
  const { index } = table;
  const attribute = (AttributeName: string): AttributeDefinition => ({ AttributeName, AttributeType: 'S' });
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [table.partitionKey, table.sortKey, index.partitionKey, index.sortKey].map(
      attribute,
    ),
    KeySchema: keys(table.partitionKey, table.sortKey),
    GlobalSecondaryIndexes: [
      {
        IndexName: index.name,
        KeySchema: keys(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
}
