import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readVariable } from './env.ts';

let client: DynamoDBDocumentClient | undefined;

/** The document client, one for each execution environment. Absent properties are left out of items. */
export function dynamodb(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return client;
}

export function tableName(): string {
  return readVariable('TABLE_NAME');
}
