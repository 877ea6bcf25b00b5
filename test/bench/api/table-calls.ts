/**
 * Records the table calls of a route and their cost, and can send the bare calls again.
 */
import {
  type AttributeValue,
  BatchGetItemCommand,
  type ConsumedCapacity,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { table } from '#shared/table.ts';
import { conditionUnits, transactionUnits } from './item-size.ts';

type TypedItem = Record<string, AttributeValue>;
type Input = Record<string, unknown>;

/** Settings that functions read at most every five seconds, whatever the route. */
const cachedSettings = ['maintenance', 'stoppedAdapters', 'ADAPTER#'];

function isCached({ Key, ExpressionAttributeValues }: Input): boolean {
  const values = ExpressionAttributeValues as TypedItem | undefined;
  const { pk, sk } = (Key as TypedItem | undefined) ?? {
    pk: values?.[':settings'],
    sk: values?.[':adapter'],
  };
  return pk?.S === 'SETTINGS' && cachedSettings.includes(sk?.S ?? '');
}

/** The SDK's own commands, without the document client. */
const commands = {
  Get: GetItemCommand,
  BatchGet: BatchGetItemCommand,
  Query: QueryCommand,
  Put: PutItemCommand,
  Update: UpdateItemCommand,
  Delete: DeleteItemCommand,
  TransactWrite: TransactWriteItemsCommand,
} as const;

export type Operation = keyof typeof commands;

export interface TableCall {
  readonly operation: Operation;
  /** The request in DynamoDB's typed JSON. */
  readonly input: Input;
  /** Capacity units, including the index. */
  readonly read: number;
  readonly write: number;
}

/** Calls from `watch` to `stop`, with the items that they overwrite. */
interface Recording {
  readonly calls: TableCall[];
  /** Items by key before the first write; undefined for new ones. */
  readonly before: Map<string, { key: TypedItem; item: TypedItem | undefined }>;
}

/** Watches the product's table client; one in each process, made once its environment is set. */
export class TableWatch {
  readonly #bare = new DynamoDBClient({});
  #recording: Recording | undefined;

  constructor() {
    const { middlewareStack } = dynamodb();
    middlewareStack.add(
      (proceed) => async (args) => {
        if (!this.#recording) return proceed(args);
        return proceed({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      },
      { step: 'initialize', name: 'askForCapacity' },
    );
    middlewareStack.add(
      (proceed, context) => async (args) => {
        const recording = this.#recording;
        if (!recording) return proceed(args);
        const operation = operationOf(String(context.commandName));
        const { ReturnConsumedCapacity: _, ...input } = args.input as Input;
        if (isCached(input)) return proceed(args);
        const index = recording.calls.push({ operation, input, read: 0, write: 0 }) - 1;
        await this.#keep(recording, operation, input);
        const reply = await proceed(args);
        const { ConsumedCapacity } = reply.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        const units = [ConsumedCapacity ?? []]
          .flat()
          .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        const reads = operation === 'Get' || operation === 'BatchGet' || operation === 'Query';
        recording.calls[index] = { operation, input, read: reads ? units : 0, write: reads ? 0 : units };
        return reply;
      },
      { step: 'build', name: 'recordCalls' },
    );
  }

  /** Runs some work; returns its calls and a function that restores the overwritten items. */
  async record(
    work: () => Promise<unknown>,
  ): Promise<{ calls: readonly TableCall[]; restore: () => Promise<void> }> {
    const recording: Recording = { calls: [], before: new Map() };
    this.#recording = recording;
    try {
      await work();
    } finally {
      this.#recording = undefined;
    }
    for (const [index, call] of recording.calls.entries())
      if (call.operation === 'TransactWrite')
        recording.calls[index] = { ...call, write: await this.#unitsOf(recording, call.input) };
    return { calls: recording.calls, restore: () => this.#restore(recording) };
  }

  /** Sends the bare recorded calls again: those of one stage at once, the stages in sequence. */
  async replay(stages: readonly (readonly TableCall[])[]): Promise<void> {
    for (const stage of stages) await Promise.all(stage.map((call) => this.#send(call)));
  }

  async #unitsOf({ before }: Recording, input: Input): Promise<number> {
    let units = 0;
    for (const key of writtenKeys('TransactWrite', input))
      units += transactionUnits(before.get(JSON.stringify(key))?.item, await this.#read(key));
    // A condition check reads only the item and writes nothing to the index.
    for (const { ConditionCheck } of transactItems(input))
      if (ConditionCheck?.Key) units += conditionUnits(await this.#read(ConditionCheck.Key));
    return units;
  }

  async #read(key: TypedItem): Promise<TypedItem | undefined> {
    const { Item } = await this.#bare.send(
      new GetItemCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
    );
    return Item;
  }

  async #send({ operation, input }: TableCall): Promise<unknown> {
    // With its old idempotency token, a transaction would not be written again.
    const { ClientRequestToken: _, ...rest } = input;
    const Command = commands[operation] as unknown as typeof GetItemCommand;
    return this.#bare.send(new Command(rest as never));
  }

  async #keep({ before }: Recording, operation: Operation, input: Input): Promise<void> {
    for (const key of writtenKeys(operation, input)) {
      const name = JSON.stringify(key);
      if (before.has(name)) continue;
      before.set(name, { key, item: undefined });
      before.set(name, { key, item: await this.#read(key) });
    }
  }

  async #restore({ before }: Recording): Promise<void> {
    for (const { key, item } of before.values())
      if (item) await this.#bare.send(new PutItemCommand({ TableName: tableName(), Item: item }));
      else await this.#bare.send(new DeleteItemCommand({ TableName: tableName(), Key: key }));
  }
}

function operationOf(commandName: string): Operation {
  const name = commandName.replace(/Command$/, '').replace(/Items?$/, '');
  if (!(name in commands)) throw new Error(`A route called ${commandName}, which the bench does not know`);
  return name as Operation;
}

function transactItems(input: Input): NonNullable<TransactWriteItemsCommandInput['TransactItems']> {
  return (input as unknown as TransactWriteItemsCommandInput).TransactItems ?? [];
}

function writtenKeys(operation: Operation, input: Input): TypedItem[] {
  const keyOf = (item: TypedItem): TypedItem =>
    Object.fromEntries(
      [table.partitionKey, table.sortKey].map((name) => [name, item[name] as AttributeValue]),
    );
  switch (operation) {
    case 'Put':
      return [keyOf(input.Item as TypedItem)];
    case 'Update':
    case 'Delete':
      return [input.Key as TypedItem];
    case 'TransactWrite':
      return transactItems(input).flatMap(({ Put, Update, Delete }) => {
        const key = Put?.Item ? keyOf(Put.Item) : (Update ?? Delete)?.Key;
        return key ? [key] : [];
      });
    default:
      return [];
  }
}
