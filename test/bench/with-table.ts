import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDbLocal } from 'local-cloud/dynamodb/dynamodb-local.ts';
import { tableDefinition } from '#test/support/table-definition.ts';

/** Runs some work with an empty table in a new engine; the environment points to it. */
export async function withTable<T>(work: () => Promise<T>): Promise<T> {
  const engine = await startDynamoDbLocal({ directory: undefined });
  Object.assign(process.env, {
    TABLE_NAME: 'bench',
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: engine.url,
  });
  try {
    await new DynamoDBClient({}).send(new CreateTableCommand(tableDefinition('bench')));
    return await work();
  } finally {
    await engine.stop('SIGKILL');
  }
}
