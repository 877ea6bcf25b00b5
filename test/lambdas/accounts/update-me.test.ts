import { beforeEach, describe, expect, it } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler } from '#lambdas/api/accounts.lambda.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';

const db = testTable();
const aws = awsJsonStub();

beforeEach(async () => {
  await db.clear();
  aws.answer('AdminUpdateUserAttributes', () => ({}));
  await ensureUser({
    userId: 'ada',
    username: 'name-ada',
    email: 'ada@example.com',
    fullName: 'Ada',
    companyName: 'Bistro',
  });
});

const update = (body: object) =>
  invoke(handler, httpEvent(accountRoutes.updateMe, { body, user: { userId: 'ada', username: 'name-ada' } }));
const written = () =>
  aws.calls
    .filter(({ operation }) => operation === 'AdminUpdateUserAttributes')
    .map(({ input }) => input.UserAttributes);

describe('a change of the profile', () => {
  it('leaves what it does not name, here and in the user pool', async () => {
    expect((await update({ fullName: 'Ada Cook' })).body).toMatchObject({ companyName: 'Bistro' });
    expect((await update({ companyName: 'Harbour' })).body).toMatchObject({
      fullName: 'Ada Cook',
      companyName: 'Harbour',
    });
    expect(written()).toEqual([
      [{ Name: 'name', Value: 'Ada Cook' }],
      [{ Name: 'custom:company_name', Value: 'Harbour' }],
    ]);
  });

  it('of what the restaurant says of itself alone asks nothing of the user pool', async () => {
    expect((await update({ about: 'By the harbour' })).body).toMatchObject({
      fullName: 'Ada',
      companyName: 'Bistro',
      kitchen: '',
      about: 'By the harbour',
    });
    expect(written()).toEqual([]);
  });

  it('of nothing changes nothing', async () => {
    const before = await db.allItems();
    expect(await update({})).toMatchObject({ status: 200, body: { fullName: 'Ada', companyName: 'Bistro' } });
    expect(await db.allItems()).toEqual(before);
  });
});
