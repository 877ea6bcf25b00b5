import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from './dynamodb.ts';

/** All items that a query on the table or its index finds, from all its pages, in their order. */
export async function queryAll(
  query: Omit<QueryCommandInput, 'TableName'>,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const pages = paginateQuery({ client: dynamodb() }, { TableName: tableName(), ...query });
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
