/**
 * Users and their accounts.
 *
 * - Who is this, on which plan, with what credits?   table, pk USER#<user>, sk begins with ACCOUNT#, one Query
 * - May this caller start something?                 table, pk USER#<user>, sk ACCOUNT#PROFILE
 * - Who signed up last?                              gsi1, gsi1pk USERS, gsi1sk = time of sign-up
 * - Whose e-mail is this, or begins with it?         gsi1, gsi1pk EMAILS, gsi1sk = e-mail in lower case
 * - What are the balances and e-mails of these users?   table, one BatchGetItem a page
 * - Did this person have the free credits already?   table, pk FREE#<keyed hash of the e-mail>, sk FREE
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Credits, openCredits, parseCredits } from '#lambdas/credits/credits-store.ts';
import { readDefaultFreeCredits } from '#lambdas/platform/settings-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { batchGet } from '#lambdas/runtime/batch-get.ts';
import { fromCursor, toCursor } from '#lambdas/runtime/cursor.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { type AccountPart, accountKey, accountPrefix, userPartition } from '#lambdas/runtime/keys.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import { tierOf } from '#shared/domain/entitlements.ts';
import { maxNameLength, plainText, shortenText } from '#shared/domain/plain-text.ts';
import type { Tier } from '#shared/domain/plans.ts';
import { roles } from '#shared/domain/roles.ts';
import { table } from '#shared/table.ts';
import { parseBrandKit, type StoredBrandKit } from './brand-kit-store.ts';
import { formerSpelling, normaliseEmail } from './normalise-email.ts';
import { noSubscription, parseSubscription, type Subscription } from './subscription-store.ts';

const neverChecked = '1970-01-01T00:00:00.000Z';

export const profileSchema = z.object({
  /** Cognito's user name. */
  username: z.string(),
  fullName: z.string(),
  /** Empty if the user gave none. */
  companyName: z.string(),
  /** Kind of kitchen, and the restaurant's description of itself; each empty if not given. */
  kitchen: z._default(z.string(), ''),
  about: z._default(z.string(), ''),
  /** URL of the picture from a social sign-in; empty if there is none. */
  avatarUrl: z._default(z.string(), ''),
  createdAt: z.string(),
  /** Time at which the deletion of the account began. */
  deletingAt: z.optional(z.string()),
});

const emailSchema = z.object({ email: z.string() });
/** `checkedAt`: time of the last comparison of the e-mail with the user pool. */
export const checkedEmailSchema = z.extend(emailSchema, {
  checkedAt: z._default(z.iso.datetime(), neverChecked),
});
const roleSchema = z.object({ role: z.enum(roles) });

/** A user's account, without images and ledger. */
export interface Account {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  /** Time of the last comparison of the e-mail with the user pool. */
  readonly emailCheckedAt: string;
  readonly fullName: string;
  readonly companyName: string;
  /** Kind of kitchen, and the restaurant's description of itself; each empty if not given. */
  readonly kitchen: string;
  readonly about: string;
  readonly avatarUrl: string;
  readonly createdAt: string;
  /** Time at which the deletion of the account began. */
  readonly deletingAt?: string | undefined;
  /** The role in the table; staff access also requires the token's group. */
  readonly role: Role | undefined;
  readonly subscription: Subscription;
  readonly credits: Credits;
  readonly tier: Tier;
  readonly brandKit: StoredBrandKit;
}

/** A new user with the attributes from the user pool. */
export interface NewUser {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly companyName: string;
  readonly avatarUrl?: string;
}

/**
 * Reads an account in one consistent Query; undefined before `ensureUser` has created it and while a deletion removes
 * its items. Throws on a corrupt item.
 */
export async function getAccount(userId: string): Promise<Account | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :account)',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':account': accountPrefix },
      ConsistentRead: true,
    }),
  );
  const part = (name: AccountPart) => Items.find((item) => item[table.sortKey] === `${accountPrefix}${name}`);
  const profile = part('PROFILE') && profileSchema.parse(part('PROFILE'));
  // A deletion removes the profile last.
  const isRemoved = profile?.deletingAt !== undefined && !(part('CREDITS') && part('EMAIL'));
  if (Items.length === 0 || isRemoved) return undefined;
  const credits = parseCredits(part('CREDITS') ?? {});
  const subscription = parseSubscription(part('SUBSCRIPTION'));
  const role = part('ROLE');
  const { email, checkedAt } = checkedEmailSchema.parse(part('EMAIL'));
  return {
    userId,
    ...profileSchema.parse(profile),
    email,
    emailCheckedAt: checkedAt,
    role: role && roleSchema.parse(role).role,
    subscription,
    credits,
    tier: tierOf({ planName: subscription.planName, creditsBalance: credits.creditsBalance }),
    brandKit: parseBrandKit(part('BRAND_KIT')),
  };
}

/**
 * Returns the account of a caller who starts something. An access token stays valid for up to an hour after its account
 * was deleted.
 * @throws AppError `unauthenticated` if there is no account, `account_closing` if it is being deleted
 */
export async function requireAccount(userId: string): Promise<Account> {
  const account = await getAccount(userId);
  if (!account) throw new AppError('unauthenticated', noAccount);
  if (account.deletingAt !== undefined) throw new AppError('account_closing');
  return account;
}

/** Makes the same checks with a single GetItem of the profile, for callers that do not need the account. */
export async function checkAccount(userId: string): Promise<void> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: accountKey(userId, 'PROFILE'), ConsistentRead: true }),
  );
  if (!Item) throw new AppError('unauthenticated', noAccount);
  if (Item.deletingAt !== undefined) throw new AppError('account_closing');
}

const noAccount = 'There is no account for this sign-in';

/**
 * Creates the account of a new user, with the free credits unless this person has had them before (readings 9).
 * Repeated and concurrent calls change nothing. A user can write arbitrary attributes into the user pool at sign-up:
 * names are cut to the maximum length, and a picture must be an https URL.
 */
export async function ensureUser(newUser: NewUser): Promise<void> {
  const { fullName, companyName, avatarUrl = '' } = newUser;
  const user = {
    ...newUser,
    fullName: cleanName(fullName),
    companyName: cleanName(companyName),
    avatarUrl: isPictureAddress(avatarUrl) ? avatarUrl : '',
  };
  const createdAt = nowIso();
  const markers = await freeCreditsMarkers(user.email, createdAt);
  const { outcome } = await transact([
    ...accountSteps(user, createdAt),
    ...openCredits(user.userId, await readDefaultFreeCredits(), createdAt),
    ...markers.map((Item) => ({
      put: { Item, ConditionExpression: 'attribute_not_exists(pk)' },
      refused: 'had_free_credits' as const,
    })),
  ]);
  if (outcome === 'had_free_credits')
    await transact([...accountSteps(user, createdAt), ...openCredits(user.userId, 0, createdAt)]);
}

function cleanName(name: string): string {
  return shortenText(plainText(name).trim(), maxNameLength);
}

function isPictureAddress(url: string): boolean {
  return url.length <= 2048 && URL.parse(url)?.protocol === 'https:';
}

/**
 * Records the current e-mail of the user pool, provided that the account is unchanged since it was read. If the e-mail
 * is new, the index entry is changed, and a marker records that the new address has had the free credits. The marker of
 * the old address stays. The outcome is `changed` if the account has another e-mail by now, or is gone.
 */
export async function noteEmail(
  { userId, email: seen }: Pick<Account, 'userId' | 'email'>,
  email: string,
): Promise<'noted' | 'changed'> {
  const now = nowIso();
  const step: Step<'changed'> = {
    update: {
      Key: accountKey(userId, 'EMAIL'),
      UpdateExpression: 'SET email = :email, #sort = :sort, checkedAt = :now',
      ConditionExpression: 'email = :seen',
      ExpressionAttributeNames: { '#sort': table.index.sortKey },
      ExpressionAttributeValues: {
        ':email': email,
        ':sort': email.toLowerCase(),
        ':now': now,
        ':seen': seen,
      },
    },
    refused: 'changed',
  };
  const { outcome } =
    email === seen
      ? await writeAlone(step)
      : await transact([step, ...(await freeCreditsMarkers(email, now)).map((Item) => ({ put: { Item } }))]);
  return outcome === 'committed' ? 'noted' : 'changed';
}

async function freeCreditsMarkers(email: string, createdAt: string) {
  const spellings = new Set([normaliseEmail(email), formerSpelling(email)]);
  return Promise.all(
    [...spellings].map(async (spelling) => {
      const hash = await keyedHash('free-credits', spelling);
      return { pk: `FREE#${hash.toString('hex')}`, sk: 'FREE', createdAt };
    }),
  );
}

export interface UserPage {
  readonly items: readonly AccountSummary[];
  readonly cursor?: string;
}

/** An account in a list. Parts that cannot be parsed are absent, so that one corrupt user does not hide the others. */
export interface AccountSummary
  extends Pick<
    Account,
    'userId' | 'fullName' | 'companyName' | 'createdAt' | 'tier' | 'role' | 'deletingAt'
  > {
  readonly email: string | undefined;
  readonly credits: Credits | undefined;
  readonly planName: Subscription['planName'];
}

/** Users per page: a page reads five items of each account, and a BatchGetItem takes 100 keys. */
const usersPerPage = 20;

const listedPartSchema = z.object({ userId: z.string() });

/**
 * A page of users: one Query for the order and one BatchGetItem for their accounts. With `search`, users whose e-mail
 * begins with it, ordered by e-mail.
 */
export async function listUsers(request: {
  readonly search: string;
  readonly sort: 'newest' | 'oldest' | 'email';
  readonly cursor?: string | undefined;
}): Promise<UserPage> {
  const { sort, cursor } = request;
  const search = request.search.toLowerCase();
  const byEmail = sort === 'email' || search !== '';
  const partition = byEmail ? 'EMAILS' : 'USERS';
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression:
        search === '' ? 'gsi1pk = :partition' : 'gsi1pk = :partition AND begins_with(gsi1sk, :search)',
      ExpressionAttributeValues: { ':partition': partition, ...(search !== '' && { ':search': search }) },
      ScanIndexForward: byEmail || sort === 'oldest',
      Limit: usersPerPage,
      ExclusiveStartKey: fromCursor(cursor, { [table.index.partitionKey]: partition }, search),
    }),
  );
  const ids = Items.map((item) => listedPartSchema.parse(item).userId);
  const next = toCursor(LastEvaluatedKey);
  return { items: await summarise(ids), ...(next !== undefined && { cursor: next }) };
}

/**
 * Finds the user with exactly this e-mail, ignoring case.
 * @throws AppError `conflict` if two accounts have it
 */
export async function findUserByEmail(email: string): Promise<string | undefined> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :emails AND gsi1sk = :email',
      ExpressionAttributeValues: { ':emails': 'EMAILS', ':email': email.trim().toLowerCase() },
      Limit: 2,
    }),
  );
  if (Items.length > 1) throw new AppError('conflict', 'Two accounts have this email address');
  return Items[0] && listedPartSchema.parse(Items[0]).userId;
}

/** Reads the e-mails of users; unknown ones are absent. */
export async function readEmails(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)];
  const emails = new Map<string, string>();
  for (let from = 0; from < ids.length; from += 100) {
    const items = await batchGet(ids.slice(from, from + 100).map((id) => accountKey(id, 'EMAIL')));
    for (const item of items) emails.set(listedPartSchema.parse(item).userId, emailSchema.parse(item).email);
  }
  return emails;
}

type ProfileField = 'fullName' | 'companyName' | 'kitchen' | 'about';

/**
 * Transaction step that changes the given fields of the profile: name, company, and the restaurant's description of
 * itself. At least one must be given. The outcome is `unknown` if there is no such user or the account is being
 * deleted.
 */
export function changeProfile(
  userId: string,
  { fullName, companyName, kitchen, about }: Partial<Record<ProfileField, string | undefined>>,
): Step<'unknown'> {
  const values = Object.entries({ fullName, companyName, kitchen, about }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    update: {
      Key: accountKey(userId, 'PROFILE'),
      UpdateExpression: `SET ${values.map(([name]) => `${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletingAt)',
      ExpressionAttributeValues: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
    refused: 'unknown',
  };
}

/** Transaction step that marks an account as being deleted; `unknown` if there is none. */
export function markDeleting(userId: string, at: string): Step<'unknown'> {
  return {
    update: {
      Key: accountKey(userId, 'PROFILE'),
      UpdateExpression: 'SET deletingAt = if_not_exists(deletingAt, :at)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at },
    },
    refused: 'unknown',
  };
}

async function summarise(ids: readonly string[]): Promise<AccountSummary[]> {
  const parts = ['PROFILE', 'EMAIL', 'ROLE', 'CREDITS', 'SUBSCRIPTION'] as const;
  const keys = ids.flatMap((id) => parts.map((part) => accountKey(id, part)));
  const items = new Map((await batchGet(keys)).map((item) => [`${item.pk} ${item.sk}`, item]));
  const read = (id: string, part: AccountPart) => {
    const { pk, sk } = accountKey(id, part);
    return items.get(`${pk} ${sk}`);
  };
  return ids.flatMap((userId) => {
    const profile = profileSchema.safeParse(read(userId, 'PROFILE')).data;
    // The index may still list a deleted user.
    if (!profile) return [];
    const stored = read(userId, 'CREDITS');
    const credits = unlessCorrupt(() => stored && parseCredits(stored));
    const planName =
      unlessCorrupt(() => parseSubscription(read(userId, 'SUBSCRIPTION')))?.planName ??
      noSubscription.planName;
    return [
      {
        ...profile,
        userId,
        email: emailSchema.safeParse(read(userId, 'EMAIL')).data?.email,
        role: roleSchema.safeParse(read(userId, 'ROLE')).data?.role,
        credits,
        planName,
        tier: tierOf({ planName, creditsBalance: credits?.creditsBalance ?? 0 }),
      },
    ];
  });
}

/** What `parse` returns; undefined where it cannot parse. */
function unlessCorrupt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function accountSteps(user: Required<NewUser>, createdAt: string): readonly Step<'exists'>[] {
  const { userId, username, email, fullName, companyName, avatarUrl } = user;
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
      checkedAt: createdAt,
    }),
  ];
}
