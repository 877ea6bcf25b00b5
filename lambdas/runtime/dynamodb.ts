import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';
import { readVariable } from './env.ts';

/** Maximum number of attempts of a single write that conflicts with transactions. */
const attempts = 10;

let client: DynamoDBDocumentClient | undefined;
let beforeWrite: (() => Promise<void>) | undefined;

/** Names of the SDK's commands that write, with and without the document client. */
const writing = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

/** Registers a check that runs before each write. If it throws, the write is not sent. */
export function guardWrites(check: () => Promise<void>): void {
  beforeWrite = check;
}

/**
 * The document client, one for each execution environment. It leaves out undefined properties. It repeats a single
 * write that conflicts with a transaction, which the SDK does not do; such a write has changed nothing.
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
  plain.middlewareStack.add(
    (proceed, context) => async (args) => {
      if (beforeWrite && writing.test(String(context.commandName))) await beforeWrite();
      return proceed(args);
    },
    { step: 'initialize', name: 'writeGuard' },
  );
  return DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
}

export function tableName(): string {
  return readVariable('TABLE_NAME');
}
