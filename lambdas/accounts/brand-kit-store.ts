/**
 * The brand kit of an account: logo, font and colours of its pictures. Its sort key begins with the prefix of the
 * account's items, so that the Query that reads the account returns it too.
 *
 * - Which logo, font and colours do the pictures of this user have?   table, pk USER#<user>, sk ACCOUNT#BRAND_KIT
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import { type BrandLook, brandLookSchema } from '#shared/domain/overlay.ts';

const storedLogoSchema = z.object({
  /** Key in the media bucket, and path on the site. A key is never reused for another logo. */
  key: z.string(),
  width: z.int(),
  height: z.int(),
});

export const storedSchema = z.object({
  look: z.optional(brandLookSchema),
  logo: z.optional(storedLogoSchema),
});

export type StoredBrandKit = z.output<typeof storedSchema>;
export type StoredLogo = z.output<typeof storedLogoSchema>;

/** Parses a brand kit from an item of the table; no item means an empty brand kit. */
export function parseBrandKit(item: unknown): StoredBrandKit {
  return item === undefined ? {} : storedSchema.parse(item);
}

/** The brand kit of a user, read consistently. */
export async function readBrandKit(userId: string): Promise<StoredBrandKit> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: accountKey(userId, 'BRAND_KIT'), ConsistentRead: true }),
  );
  return parseBrandKit(Item);
}

export async function putLook(userId: string, look: BrandLook): Promise<void> {
  await writeAlone({
    update: {
      Key: accountKey(userId, 'BRAND_KIT'),
      UpdateExpression: 'SET look = :look',
      ExpressionAttributeValues: { ':look': look },
    },
  });
}

/**
 * Transaction step that replaces or removes the logo; refused as `changed` unless the stored logo is the one that the
 * caller read.
 */
export function replaceLogo(
  userId: string,
  seen: StoredLogo | undefined,
  logo: StoredLogo | undefined,
): Step<'changed'> {
  return {
    update: {
      Key: accountKey(userId, 'BRAND_KIT'),
      UpdateExpression: logo ? 'SET logo = :logo' : 'REMOVE logo',
      ConditionExpression: seen ? 'logo.#key = :seen' : 'attribute_not_exists(logo)',
      ...(seen && { ExpressionAttributeNames: { '#key': 'key' } }),
      ...((logo || seen) && {
        ExpressionAttributeValues: { ...(logo && { ':logo': logo }), ...(seen && { ':seen': seen.key }) },
      }),
    },
    refused: 'changed',
  };
}
