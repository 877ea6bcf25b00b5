import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  assignRole,
  listPendingGroups,
  readRole,
  removeRole,
  syncGroups,
} from '#lambdas/accounts/role-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { listAuditLogEntries } from '#lambdas/platform/audit-log-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { type TransactionFaults, testTable, transactionFaults } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();
let faults: TransactionFaults;

beforeAll(() => {
  faults = transactionFaults();
});
beforeEach(async () => {
  faults.next = () => undefined;
  await db.clear();
  for (const userId of ['ada', 'bob', 'cy'])
    await ensureUser({
      userId,
      username: `name-${userId}`,
      email: `${userId}@example.com`,
      fullName: userId,
      companyName: '',
    });
});

const assign = (userId: string, role: 'admin' | 'super_admin') => assignRole({ userId, role, actor: 'ada' });
const remove = (userId: string) => removeRole({ userId, actor: 'ada' });

async function auditLog() {
  return (await listAuditLogEntries(20)).toReversed();
}

/** The counter of roles, without its key. */
async function countRoles(): Promise<unknown> {
  const {
    pk: _pk,
    sk: _sk,
    ...counts
  } = (await db.allItems()).find(({ pk, sk }) => pk === 'ROLES' && sk === 'COUNT') ?? {};
  return counts;
}

/** Checks that the counter counts the role items. */
async function expectCounted(): Promise<void> {
  const roles = (await db.allItems()).filter(({ sk }) => sk === 'ACCOUNT#ROLE').map(({ role }) => role);
  expect(await countRoles()).toEqual({
    admin: roles.filter((role) => role === 'admin').length,
    super_admin: roles.filter((role) => role === 'super_admin').length,
  });
}

describe('assigning', () => {
  // B6.15
  it('gives the role, counts it and logs it', async () => {
    expect(await assign('ada', 'super_admin')).toBe('assigned');
    expect(await assign('bob', 'admin')).toBe('assigned');
    expect(await readRole('ada')).toBe('super_admin');
    expect(await readRole('bob')).toBe('admin');
    expect(await readRole('cy')).toBeUndefined();
    expect(await countRoles()).toEqual({ admin: 1, super_admin: 1 });
    // B3.1
    expect(await auditLog()).toMatchObject([
      { actor: 'ada', action: 'ASSIGN_ADMIN_ROLE', targetUserId: 'ada', details: { role: 'super_admin' } },
      { actor: 'ada', action: 'ASSIGN_ADMIN_ROLE', targetUserId: 'bob', details: { role: 'admin' } },
    ]);
  });

  it('refuses a second role, also when asked at once, and an unknown user', async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => assign('ada', 'admin')));
    expect(results.toSorted()).toEqual(['assigned', 'has_role', 'has_role', 'has_role', 'has_role']);
    expect(await assign('ada', 'super_admin')).toBe('has_role');
    expect(await assign('nobody', 'admin')).toBe('unknown_user');
    await expectCounted();
    expect(await auditLog()).toHaveLength(1);
  });

  it('survives contention', async () => {
    const fates = ['conflict', 'throttle', 'conflict'] as const;
    let next = 0;
    faults.next = () => fates[next++];
    expect(await assign('ada', 'admin')).toBe('assigned');
    await expectCounted();
  });
});

describe('removing', () => {
  it('takes the role, counts it and logs it', async () => {
    await assign('ada', 'super_admin');
    await assign('bob', 'admin');
    expect(await remove('bob')).toBe('removed');
    expect(await remove('bob')).toBe('no_role');
    expect(await readRole('bob')).toBeUndefined();
    // B6.16
    expect((await auditLog()).at(-1)).toMatchObject({
      action: 'REMOVE_ADMIN_ROLE',
      targetUserId: 'bob',
    });
    await expectCounted();
  });

  it('never takes the last super admin, also when two are removed at once', async () => {
    await assign('ada', 'super_admin');
    expect(await remove('ada')).toBe('last_super_admin');
    await assign('bob', 'super_admin');
    const results = await Promise.all([remove('ada'), remove('bob')]);
    // T2.E1
    expect(results.toSorted()).toEqual(['last_super_admin', 'removed']);
    expect(await countRoles()).toMatchObject({ super_admin: 1 });
    await expectCounted();
  });
});

describe("Cognito's groups", () => {
  const groupCalls = () =>
    aws.calls
      .filter(({ operation }) => operation.includes('Group'))
      .map(({ operation, input }) => [operation, input.Username, input.GroupName]);

  beforeEach(() => {
    aws.answer('AdminAddUserToGroup', () => ({}));
    aws.answer('AdminRemoveUserFromGroup', () => ({}));
  });

  it('follow the role, and then the intent is done', async () => {
    await assign('bob', 'admin');
    expect(await listPendingGroups()).toEqual(['bob']);
    await syncGroups('pool', 'bob');
    expect(groupCalls().toSorted()).toEqual([
      ['AdminAddUserToGroup', 'name-bob', 'admin'],
      ['AdminRemoveUserFromGroup', 'name-bob', 'super_admin'],
    ]);
    expect(await listPendingGroups()).toEqual([]);
    await syncGroups('pool', 'bob');
    expect(groupCalls()).toHaveLength(2);
  });

  it('are left when the role is gone', async () => {
    await assign('bob', 'admin');
    await remove('bob');
    await syncGroups('pool', 'bob');
    expect(groupCalls().map(([operation]) => operation)).toEqual([
      'AdminRemoveUserFromGroup',
      'AdminRemoveUserFromGroup',
    ]);
  });

  it('stay an intent while Cognito fails', async () => {
    await assign('bob', 'admin');
    aws.answer('AdminAddUserToGroup', () => awsError('InternalErrorException'));
    await expect(syncGroups('pool', 'bob')).rejects.toMatchObject({ name: 'InternalErrorException' });
    expect(await listPendingGroups()).toEqual(['bob']);
  });

  it('are none of a person whom somebody deleted in Cognito: nothing is left to do', async () => {
    await assign('bob', 'admin');
    for (const operation of ['AdminAddUserToGroup', 'AdminRemoveUserFromGroup'])
      aws.answer(operation, () => awsError('UserNotFoundException'));
    await syncGroups('pool', 'bob');
    expect(await listPendingGroups()).toEqual([]);
  });

  it('stay an intent when the role changed meanwhile', async () => {
    await assign('bob', 'admin');
    aws.answer('AdminAddUserToGroup', async () => {
      await remove('bob');
      return {};
    });
    await syncGroups('pool', 'bob');
    expect(await listPendingGroups()).toEqual(['bob']);
    await syncGroups('pool', 'bob');
    expect(await listPendingGroups()).toEqual([]);
    expect(groupCalls().at(-2)).toEqual(['AdminRemoveUserFromGroup', 'name-bob', 'admin']);
  });

  it('forget a change of somebody whose account was deleted', async () => {
    await assign('bob', 'admin');
    await dynamodb().send(
      new DeleteCommand({ TableName: tableName(), Key: { pk: 'USER#bob', sk: 'ACCOUNT#PROFILE' } }),
    );
    await syncGroups('pool', 'bob');
    expect(await listPendingGroups()).toEqual([]);
    expect(groupCalls()).toEqual([]);
  });
});
