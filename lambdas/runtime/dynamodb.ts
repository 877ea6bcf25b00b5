import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';
import { readVariable } from './env.ts';

/** Times that a single write is sent while transactions on its item come between. */
const attempts = 10;

let client: DynamoDBDocumentClient | undefined;

/**
 * The document client, one for each execution environment. Absent properties are left out of items. A single write
 * that meets a transaction on its item is sent again, which the SDK does not do: nothing was written.
 */
export function dynamodb(): DynamoDBDocumentClient {
  client ??= createClient();
  return client;
}

function createClient(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({});
  plain.middlewareStack.add(
    (proceed) => async (args) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await proceed(args);
        } catch (error) {
          if (!(error instanceof TransactionConflictException) || attempt === attempts) throw error;
          await backOff(attempt);
        }
      }
    },
    { step: 'initialize', name: 'transactionConflictRetry' },
  );
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
}

export function tableName(): string {
  return readVariable('TABLE_NAME');
}
