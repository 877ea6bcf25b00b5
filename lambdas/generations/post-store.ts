/**
 * Posts: the texts that go with a picture, and those that they replaced.
 *
 * - Which text goes with this picture, and is one being written?   table, pk USER#<user>, sk POST#<generation>#<variation>
 *
 * The item goes with its generation.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AltText } from '#lambdas/pictures/alt-text.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import type { Step } from '#lambdas/runtime/transaction.ts';
import { storedReadingSchema } from '#shared/domain/dish-reading.ts';
import { postTextSchema } from '#shared/domain/post-text.ts';
import type { StoredGeneration } from './generation.ts';

export const storedPostSchema = z.object({
  generationId: z.string(),
  variation: z.int(),
  /** Version for optimistic locking; each change adds 1. */
  revision: z.int(),
  /** Number of changes of the text. A request to the model that brings none must not look like another text. */
  textRevision: z._default(z.int(), 0),
  text: z.optional(postTextSchema),
  /** When the text changed last. Files with an older alt text are made again. */
  changedAt: z.optional(z.string()),
  /** Earlier texts, the latest first. */
  former: z.array(postTextSchema),
  /** The latest request to the model. */
  writing: z.optional(
    z.object({
      /** The id that the client chose, so that the same request again is not a second one. */
      id: z.string(),
      /** `done` if a text was written; why there is none; or `open`. */
      state: z.enum(['open', 'done', 'refused', 'failed']),
      /** Time after which an open request counts as failed (ISO 8601). */
      until: z.string(),
    }),
  ),
  /** What the model saw in the picture. */
  reading: z.optional(storedReadingSchema),
});

/** The item POST. */
export type StoredPost = z.output<typeof storedPostSchema>;

interface Picture {
  readonly userId: string;
  readonly generationId: string;
  readonly variation: number;
}

/** The post of a picture, read consistently; an empty one where there is none. */
export async function readPost(picture: Picture): Promise<StoredPost> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: postKey(picture), ConsistentRead: true }),
  );
  const { generationId, variation } = picture;
  return storedPostSchema.parse(Item ?? { generationId, variation, revision: 0, former: [] });
}

/** The alt text of a post; undefined where it has none. */
export function altTextOf({ text }: StoredPost): AltText | undefined {
  return text && text.altText !== '' ? { text: text.altText, language: text.language } : undefined;
}

/** Transaction step that replaces the post, if it is still the one that was read; refused as `changed` otherwise. */
export function replacePost(userId: string, seen: StoredPost, post: StoredPost): Step<'changed'> {
  return {
    put: {
      Item: { ...postKey({ userId, ...post }), ...post, revision: seen.revision + 1 },
      ConditionExpression: seen.revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :revision',
      ...(seen.revision > 0 && { ExpressionAttributeValues: { ':revision': seen.revision } }),
    },
    refused: 'changed',
  };
}

/** Transaction step that fails an open request, whatever else changed of the post; refused as `ended` where it is not open. */
export function failWriting(userId: string, post: StoredPost, id: string): Step<'ended'> {
  return {
    update: {
      Key: postKey({ userId, ...post }),
      UpdateExpression: 'SET writing.#state = :failed ADD revision :one',
      ConditionExpression: 'writing.id = :id AND writing.#state = :open',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':id': id, ':open': 'open', ':failed': 'failed', ':one': 1 },
    },
    refused: 'ended',
  };
}

/** Transaction steps that remove the posts of a generation, if there are any. */
export function removePosts({ userId, id, variations }: StoredGeneration): Step<never>[] {
  return variations.map(({ index: variation }) => ({
    remove: { Key: postKey({ userId, generationId: id, variation }) },
  }));
}

function postKey({ userId, generationId, variation }: Picture) {
  return { pk: userPartition(userId), sk: `POST#${generationId}#${variation}` };
}
