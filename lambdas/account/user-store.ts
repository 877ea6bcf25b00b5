/**
 * Users: who they are, and everything about their account at once.
 *
 * - Who is this, on which plan, with what credits?   table, pk USER#<user>, sk begins with ACCOUNT#, one Query
 * - Who signed up last?                              gsi1, gsi1pk USERS, gsi1sk = time of sign-up
 * - Who has this e-mail, or one that begins so?      gsi1, gsi1pk EMAILS, gsi1sk = e-mail in lower case
 * - Did this person have the free credits already?   table, pk FREE#<keyed hash of the e-mail>, sk FREE
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Credits, openCredits, parseCredits } from '#lambdas/credits/credits-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { type AccountPart, accountKey, accountPrefix, userPartition } from '#lambdas/runtime/keys.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { tierOf } from '#shared/domain/entitlements.ts';
import { FREE_CREDITS, type Tier } from '#shared/domain/plans.ts';
import { table } from '#shared/table.ts';
import { normaliseEmail } from './normalise-email.ts';
import { parseSubscription, type Subscription } from './subscription-store.ts';

const profileSchema = z.object({
  /** Cognito's user name. */
  username: z.string(),
  fullName: z.string(),
  /** Empty when none was given. */
  companyName: z.string(),
  /** The picture that a social sign-in brought; empty when there is none. */
  avatarUrl: z.string().default(''),
  createdAt: z.string(),
});

const emailSchema = z.object({ email: z.string() });
const roleSchema = z.object({ role: z.enum(['admin', 'super_admin']) });

/** Everything about a user but their pictures and their ledger. */
export interface Account {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly companyName: string;
  readonly avatarUrl: string;
  readonly createdAt: string;
  /** The table's word only; staff access also asks the token. */
  readonly role: Role | undefined;
  readonly subscription: Subscription;
  readonly credits: Credits;
  readonly tier: Tier;
}

/** What the user pool knows about a new user. */
export interface NewUser {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly companyName: string;
  readonly avatarUrl?: string;
}

/** The account in one consistent Query; undefined before `ensureUser` made it. Throws on a corrupt item. */
export async function getAccount(userId: string): Promise<Account | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :account)',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':account': accountPrefix },
      ConsistentRead: true,
    }),
  );
  if (Items.length === 0) return undefined;
  const part = (name: AccountPart) => Items.find((item) => item[table.sortKey] === `${accountPrefix}${name}`);
  const credits = parseCredits(part('CREDITS') ?? {});
  const subscription = parseSubscription(part('SUBSCRIPTION'));
  const role = part('ROLE');
  return {
    userId,
    ...profileSchema.parse(part('PROFILE')),
    ...emailSchema.parse(part('EMAIL')),
    role: role && roleSchema.parse(role).role,
    subscription,
    credits,
    tier: tierOf({ planName: subscription.planName, creditsBalance: credits.creditsBalance }),
  };
}

/**
 * Makes the account of a new user, with the free credits unless this person had them before (readings 9).
 * Again, or at the same time, it changes nothing.
 */
export async function ensureUser(user: NewUser): Promise<void> {
  const createdAt = nowIso();
  const marker = await keyedHash('free-credits', normaliseEmail(user.email));
  const { outcome } = await transact([
    ...accountSteps(user, createdAt),
    ...openCredits(user.userId, FREE_CREDITS, createdAt),
    {
      put: {
        Item: { pk: `FREE#${marker.toString('hex')}`, sk: 'FREE', createdAt },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
      refused: 'had_free_credits',
    },
  ]);
  if (outcome === 'had_free_credits')
    await transact([...accountSteps(user, createdAt), ...openCredits(user.userId, 0, createdAt)]);
}

function accountSteps(user: NewUser, createdAt: string): readonly Step<'exists'>[] {
  const { userId, username, email, fullName, companyName, avatarUrl = '' } = user;
  const { partitionKey, sortKey } = table.index;
  const put = (Item: Record<string, unknown>): Step<'exists'> => ({
    put: { Item, ConditionExpression: 'attribute_not_exists(pk)' },
    refused: 'exists',
  });
  return [
    put({
      ...accountKey(userId, 'PROFILE'),
      [partitionKey]: 'USERS',
      [sortKey]: `${createdAt}#${userId}`,
      userId,
      username,
      fullName,
      companyName,
      avatarUrl,
      createdAt,
    }),
    put({
      ...accountKey(userId, 'EMAIL'),
      [partitionKey]: 'EMAILS',
      [sortKey]: email.toLowerCase(),
      userId,
      email,
    }),
  ];
}
