/**
 * Roles of staff. The role item is authoritative for each admin call; Cognito's groups are updated to match it.
 *
 * - What may this person do?                         table, pk USER#<user>, sk ACCOUNT#ROLE, consistent
 * - Who are the admins?                              gsi1, gsi1pk ROLES, gsi1sk = time of assignment
 * - How many admins and super admins are there?      table, pk ROLES, sk COUNT
 * - Whose Cognito groups are outdated?                table, pk ROLES, sk PENDING#<user>
 *
 * Role, counter, audit log entry and the pending change of Cognito's groups are written in one transaction (readings
 * 32).
 */
import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { parseEach } from '#lambdas/platform/job.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey } from '#lambdas/runtime/keys.ts';
import type { Role } from '#lambdas/runtime/role.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { roles } from '#shared/domain/roles.ts';
import { table } from '#shared/table.ts';

const roleSchema = z.object({ role: z.enum(roles) });
const profileSchema = z.object({ username: z.string() });

const countKey = { pk: 'ROLES', sk: 'COUNT' };
const countSchema = z.object({ admin: z.int(), super_admin: z.int() });

/** Reads a user's role consistently, so that a removal takes effect at once. */
export async function readRole(userId: string): Promise<Role | undefined> {
  const item = await get(accountKey(userId, 'ROLE'));
  return item && roleSchema.parse(item).role;
}

const listedRoleSchema = z.extend(roleSchema, { userId: z.string(), assignedAt: z.string() });

/** All users with a role, in order of assignment. */
export async function listRoles(): Promise<z.output<typeof listedRoleSchema>[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: table.index.name,
      KeyConditionExpression: 'gsi1pk = :roles',
      ExpressionAttributeValues: { ':roles': 'ROLES' },
    }),
  );
  return Items.map((item) => listedRoleSchema.parse(item));
}

/** The number of users with a role; eventually consistent. */
export async function countStaff(): Promise<number> {
  const { Item } = await dynamodb().send(new GetCommand({ TableName: tableName(), Key: countKey }));
  if (!Item) return 0;
  const { admin, super_admin: superAdmin } = countSchema.parse(Item);
  return admin + superAdmin;
}

/**
 * Gives a role to a user without one. Call `syncGroups` afterwards. An account that is being deleted gets none: its
 * deletion removes the role item without counting it, and the counter protects the last super admin.
 * @param request.actor The admin's user id, or the name of a command.
 */
export async function assignRole(request: {
  readonly userId: string;
  readonly role: Role;
  readonly actor: string;
  /** ISO 8601; the current time by default. */
  readonly at?: string;
}): Promise<'assigned' | 'has_role' | 'unknown_user' | 'account_closing'> {
  const { userId, role, actor, at = nowIso() } = request;
  const { outcome, ...refusal } = await transact<'has_role' | 'absent_or_closing'>([
    {
      check: {
        Key: accountKey(userId, 'PROFILE'),
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletingAt)',
      },
      refused: 'absent_or_closing',
    },
    {
      put: {
        Item: {
          ...accountKey(userId, 'ROLE'),
          [table.index.partitionKey]: 'ROLES',
          [table.index.sortKey]: `${at}#${userId}`,
          userId,
          role,
          assignedAt: at,
          assignedBy: actor,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
      refused: 'has_role',
    },
    addToCount(role, 1),
    putPending(userId),
    putAuditLogEntry({ actor, action: 'ASSIGN_ADMIN_ROLE', targetUserId: userId, details: { role } }, at),
  ]);
  if (outcome === 'absent_or_closing') return 'current' in refusal ? 'account_closing' : 'unknown_user';
  return outcome === 'committed' ? 'assigned' : outcome;
}

/** Removes a role, except from the last super admin. Call `syncGroups` afterwards. */
export async function removeRole(request: {
  readonly userId: string;
  readonly actor: string;
}): Promise<'removed' | 'no_role' | 'last_super_admin'> {
  const { userId, actor } = request;
  const role = await readRole(userId);
  if (!role) return 'no_role';
  const { outcome } = await transact<'no_role' | 'last_super_admin'>([
    {
      remove: {
        Key: accountKey(userId, 'ROLE'),
        ConditionExpression: '#role = :role',
        ExpressionAttributeNames: { '#role': 'role' },
        ExpressionAttributeValues: { ':role': role },
      },
      refused: 'no_role',
    },
    { ...addToCount(role, -1), refused: 'last_super_admin' },
    putPending(userId),
    putAuditLogEntry({ actor, action: 'REMOVE_ADMIN_ROLE', targetUserId: userId, details: { role } }),
  ]);
  return outcome === 'committed' ? 'removed' : outcome;
}

/**
 * Updates the user's Cognito groups to match the role item and then removes the pending change, unless the role has
 * changed again. May be repeated.
 */
export async function syncGroups(userPoolId: string, userId: string): Promise<void> {
  // Reads the pending change before the role: a concurrent change writes a new pending change, which then stays.
  const [pending, profile] = await Promise.all([get(pendingKey(userId)), get(accountKey(userId, 'PROFILE'))]);
  if (!pending) return;
  // The account has been deleted in the meantime.
  if (!profile) return forgetPending(userId, pending.intent);
  const role = await readRole(userId);
  const { username } = profileSchema.parse(profile);
  const { setGroup } = await import('#lambdas/runtime/user-pool.ts');
  for (const group of roles) await setGroup({ userPoolId, username }, group, group === role);
  await forgetPending(userId, pending.intent);
}

/** Users whose Cognito groups do not match their role item yet. */
export async function listPendingGroups(): Promise<string[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :roles AND begins_with(sk, :pending)',
      ExpressionAttributeValues: { ':roles': 'ROLES', ':pending': 'PENDING#' },
      ConsistentRead: true,
    }),
  );
  return parseEach(z.object({ userId: z.string() }), Items).map(({ userId }) => userId);
}

async function get(Key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item;
}

/** Transaction step that adds to the counter of a role. The last super admin cannot be removed. */
function addToCount(role: Role, by: 1 | -1): Step<never> {
  const fewest = by === -1 && role === 'super_admin' ? 2 : 0;
  return {
    update: {
      Key: countKey,
      UpdateExpression:
        'SET #role = if_not_exists(#role, :zero) + :by, #other = if_not_exists(#other, :zero)',
      ...(fewest > 0 && { ConditionExpression: '#role >= :fewest' }),
      ExpressionAttributeNames: { '#role': role, '#other': role === 'admin' ? 'super_admin' : 'admin' },
      ExpressionAttributeValues: { ':zero': 0, ':by': by, ...(fewest > 0 && { ':fewest': fewest }) },
    },
  };
}

function pendingKey(userId: string): { pk: string; sk: string } {
  return { pk: 'ROLES', sk: `PENDING#${userId}` };
}

function putPending(userId: string): Step<never> {
  return { put: { Item: { ...pendingKey(userId), userId, intent: ulid() } } };
}

async function forgetPending(userId: string, intent: unknown): Promise<void> {
  const forgetting = new DeleteCommand({
    TableName: tableName(),
    Key: pendingKey(userId),
    ConditionExpression: 'intent = :intent',
    ExpressionAttributeValues: { ':intent': intent },
  });
  await dynamodb()
    .send(forgetting)
    .catch((error: Error) => {
      // A newer pending change stays for the next run.
      if (error.name !== 'ConditionalCheckFailedException') throw error;
    });
}
