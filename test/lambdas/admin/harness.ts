import { beforeAll, beforeEach } from 'vitest';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/admin.lambda.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { ruleRoutes } from '#shared/api/rules.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

type Input = Parameters<typeof httpEvent>[1];

/** Creates a user with the free credits. */
export const signUp = (userId: string, email = `${userId}@example.com`) =>
  ensureUser({ userId, username: userId, email, fullName: userId, companyName: '' });

/** Registers hooks for a table with the super admin `root`, and returns functions that call the admin API. */
export function adminHarness() {
  const db = testTable();
  const aws = awsJsonStub();
  /** Calls of the table since the test began. */
  let calls: string[] = [];

  beforeAll(() => {
    Object.assign(process.env, {
      UPLOADS_BUCKET: 'uploads',
      ORIGINALS_BUCKET: 'originals',
      MEDIA_BUCKET: 'media',
    });
    dynamodb().middlewareStack.add(
      (next, context) => (args) => {
        calls.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize', name: 'countCalls' },
    );
  });

  beforeEach(async () => {
    await db.clear();
    aws.answer('AdminAddUserToGroup', () => ({}));
    aws.answer('AdminRemoveUserFromGroup', () => ({}));
    await signUp('root');
    await assignRole({ userId: 'root', role: 'super_admin', actor: 'test' });
    calls = [];
  });

  const routes = { ...adminRoutes, ...ruleRoutes };
  const call = (name: keyof typeof routes, input: Input = {}, userId = 'root') =>
    invoke(handler, httpEvent(routes[name], { ...input, user: { userId, groups: '[super_admin]' } }));

  return {
    db,
    aws,
    call,
    /** Commands that were sent to the table since the test began, or since `resetCommands`. */
    commands: () => calls,
    resetCommands() {
      calls = [];
    },
  };
}
