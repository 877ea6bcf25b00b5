/**
 * The real DynamoDB Local for tests of stores and use cases.
 *
 * One engine serves all test files of a Vitest run: the first file that calls `testTable` starts it; a watchdog
 * stops it when the run's process has ended. Each test file gets a new table with the key names of
 * shared/table.ts, with a stream if it requests one; the environment points the SDK and the stores to it.
 *
 *     const db = testTable();
 *     beforeEach(db.clear);
 *
 * `transactionFaults` injects what DynamoDB Local never returns: conflicts, throttling and lost replies.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { engineCommand } from 'local-cloud/dynamodb/engine-command.ts';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { table } from '#shared/table.ts';
import { tableDefinition } from './table-definition.ts';

type Item = Record<string, unknown>;

/**
 * Registers hooks that create and delete a table for this test file, and returns functions that read, clear and
 * restore it.
 */
export function testTable(options: { readonly stream?: boolean } = {}) {
  const name = `test-${randomUUID()}`;
  let client: DynamoDBClient;

  beforeAll(async () => {
    Object.assign(process.env, {
      TABLE_NAME: name,
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    const endpoint = await startEngine();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    logger.setLogLevel('SILENT');
    client = new DynamoDBClient({ endpoint });
    await client.send(new CreateTableCommand(tableDefinition(name, options)));
  });

  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName: name }));
  });

  /** Every item of the table. */
  async function allItems(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of paginateScan({ client: dynamodb() }, { TableName: name, ConsistentRead: true }))
      items.push(...(page.Items ?? []));
    return items;
  }

  /** Removes every item. */
  async function clear(): Promise<void> {
    const { partitionKey, sortKey } = table;
    const keys = (await allItems()).map((item) => ({
      DeleteRequest: { Key: { [partitionKey]: item[partitionKey], [sortKey]: item[sortKey] } },
    }));
    while (keys.length > 0)
      await dynamodb().send(new BatchWriteCommand({ RequestItems: { [name]: keys.splice(0, 25) } }));
  }

  /** Replaces every item by these, such as the result of an earlier `allItems`. */
  async function restore(items: readonly Item[]): Promise<void> {
    await clear();
    const puts = items.map((Item) => ({ PutRequest: { Item } }));
    while (puts.length > 0)
      await dynamodb().send(new BatchWriteCommand({ RequestItems: { [name]: puts.splice(0, 25) } }));
  }

  return { allItems, clear, restore };
}

/** Faults of the next transactions. Each function is called once per attempt. */
export interface TransactionFaults {
  /**
   * `conflict` and `throttle` refuse the attempt, `progress` says that a former one is running; `lost` commits it and
   * loses the reply.
   */
  next: () => 'conflict' | 'throttle' | 'progress' | 'lost' | undefined;
  /** Attempts so far. */
  attempts: number;
}

/**
 * Intercepts the transactions of the SDK's client. Call it inside a hook or a test, after
 * `testTable` has set the environment, and set `next` to the fault.
 */
export function transactionFaults(): TransactionFaults {
  const faults: TransactionFaults = { next: () => undefined, attempts: 0 };
  dynamodb().middlewareStack.add(
    (proceed, context) => async (args) => {
      if (
        context.commandName !== 'TransactWriteItemsCommand' &&
        context.commandName !== 'TransactWriteCommand'
      )
        return proceed(args);
      faults.attempts += 1;
      const fault = faults.next();
      if (fault === 'lost') {
        await proceed(args);
        throw Object.assign(new Error('The reply was lost'), { name: 'TimeoutError' });
      }
      if (fault === 'progress')
        throw Object.assign(new Error('The first attempt is running'), {
          name: 'TransactionInProgressException',
        });
      if (fault) {
        const { TransactItems = [] } = args.input as { TransactItems?: unknown[] };
        const code = fault === 'conflict' ? 'TransactionConflict' : 'ThrottlingError';
        throw Object.assign(new Error(`Transaction cancelled: ${code}`), {
          name: 'TransactionCanceledException',
          CancellationReasons: TransactItems.map((_, index) => ({ Code: index === 0 ? code : 'None' })),
        });
      }
      return proceed(args);
    },
    { step: 'initialize', name: 'transactionFaults', override: true, priority: 'low' },
  );
  return faults;
}

/** Sends every update twice, as the SDK does when the first reply is lost. Call it inside a test. */
export function repeatUpdates(): void {
  const name = 'repeatUpdates';
  dynamodb().middlewareStack.add(
    (proceed, context) => async (args) => {
      const isUpdate = context.commandName === 'UpdateItemCommand' || context.commandName === 'UpdateCommand';
      if (isUpdate) await proceed(args).catch(() => undefined);
      return proceed(args);
    },
    { step: 'finalizeRequest', name, override: true, priority: 'high' },
  );
  onTestFinished(() => void dynamodb().middlewareStack.remove(name));
}

/** The engine's address; starts it unless another test file of the same run did. */
async function startEngine(): Promise<string> {
  // Vitest runs test files in child processes or in threads of the run's process.
  const run = isMainThread ? process.ppid : process.pid;
  const folder = join(tmpdir(), `platepost-test-dynamodb-${run}`);
  const addressFile = join(folder, 'endpoint');
  if (takeLock(folder)) {
    const engine = await engineCommand({ directory: undefined, temporary: folder, megabytes: 512 });
    spawnEngine(engine.command, run, folder);
    await untilReady(engine.url);
    writeFileSync(`${addressFile}.new`, engine.url);
    renameSync(`${addressFile}.new`, addressFile);
    return engine.url;
  }
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (existsSync(addressFile)) return readFileSync(addressFile, 'utf8');
    await sleep(50);
  }
  throw new Error('DynamoDB Local did not start within 60 s');
}

function takeLock(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Starts Java on loopback from a shell that stops it when the run's process has ended for any reason. */
function spawnEngine(command: readonly string[], run: number, folder: string): void {
  const script = `
    run=$1 folder=$2; shift 2
    "$@" & engine=$!
    while kill -0 $run && kill -0 $engine; do sleep 1; done
    kill $engine; rm -rf "$folder"`;
  const options = { detached: true, stdio: 'ignore' as const };
  spawn('sh', ['-c', script, 'test-dynamodb', String(run), folder, ...command], options).unref();
}

async function untilReady(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 1 });
  for (let waited = 0; waited < 60_000; waited += 100) {
    const ready = await client.send(new ListTablesCommand({})).then(
      () => true,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('DynamoDB Local does not answer: is Java 17 installed?');
}
