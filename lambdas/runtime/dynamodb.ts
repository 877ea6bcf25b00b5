import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';
import { readVariable } from './env.ts';

/** Maximum number of attempts of a single write that conflicts with transactions. */
const attempts = 10;

let client: DynamoDBDocumentClient | undefined;

/**
 * The document client, one for each execution environment. It leaves out undefined properties. It repeats a single
 * write that conflicts with a transaction, which the SDK does not do: such a write has changed nothing.
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
