/**
 * The brand kit of an account: what its pictures have in common. It is a part of the account, so that who reads the
 * account has it too.
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
  /** In the media bucket; also the path on the site. Never used again for another logo. */
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

/** The brand kit in an item of the table; an empty one where there is none. */
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

/** Transaction step that replaces the logo, or removes it. Refused as `changed` when it is not the one that was seen. */
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
