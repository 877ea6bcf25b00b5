import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from './dynamodb.ts';
import { userPartition } from './keys.ts';
import { conflict, retryOnConflict } from './retry-on-conflict.ts';
import { writeAlone } from './transaction.ts';

interface Options<Stored extends { readonly version: number }> {
  readonly sortKey: string;
  /** Of the item; `version` is for optimistic locking, and each change adds 1. */
  readonly schema: { parse(item: unknown): Stored };
  /** Content before the first change. */
  readonly empty: Omit<Stored, 'version'>;
}

/** Reads and replaces one item of a user as a whole: lists whose limits and unique names hold in two tabs at once. */
export function versionedItem<Stored extends { readonly version: number }>({
  sortKey,
  schema,
  empty,
}: Options<Stored>) {
  type Content = Omit<Stored, 'version'>;
  const keyOf = (userId: string) => ({ pk: userPartition(userId), sk: sortKey });

  async function readStored(userId: string): Promise<{ content: Content; version: number }> {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: tableName(), Key: keyOf(userId), ConsistentRead: true }),
    );
    if (!Item) return { content: empty, version: 0 };
    const { version, ...content } = schema.parse(Item);
    return { content, version };
  }

  return {
    /** The content, read consistently. */
    read: async (userId: string): Promise<Content> => (await readStored(userId)).content,

    /**
     * Changes the content, and tries again if another change came first.
     * @throws AppError `busy` after the last attempt; what `change` throws
     */
    change: (userId: string, change: (content: Content) => Content): Promise<Content> =>
      retryOnConflict(async () => {
        const { content, version } = await readStored(userId);
        const changed = change(content);
        const { outcome } = await writeAlone({
          put: {
            Item: { ...keyOf(userId), ...changed, version: version + 1 },
            ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
            ExpressionAttributeValues: { ':version': version },
          },
          refused: 'changed',
        });
        return outcome === 'committed' ? changed : conflict;
      }),
  };
}
