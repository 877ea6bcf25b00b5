import type { AttributeDefinition, CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { table } from '#shared/table.ts';

/**
 * The product's table under another name, with the key names of shared/table.ts. The stream is optional,
 * because DynamoDB Local searches all its streams at every write, one call after the other.
 */
export function tableDefinition(
  TableName: string,
  { stream = false }: { readonly stream?: boolean } = {},
): CreateTableCommandInput {
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
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  };
}
