import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, it } from 'vitest';
import { findOwner } from '#lambdas/billing/find-owner.ts';
import { tableName } from '#lambdas/runtime/dynamodb.ts';
import { stripeAccount } from '#lambdas/runtime/stripe.ts';
import { tableDefinition } from '#test/support/table-definition.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { account, addUser, call, deliver, openPayment, subscribe } = billing;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Goes on with a table of another name, without items, as a restore to a time before the first customer makes. */
async function restoreEmptyTable(): Promise<void> {
  const former = tableName();
  const TableName = `${former}-restored`;
  const client = new DynamoDBClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  await client.send(new CreateTableCommand(tableDefinition(TableName)));
  process.env.TABLE_NAME = TableName;
  endings.push(async () => {
    process.env.TABLE_NAME = former;
    await client.send(new DeleteTableCommand({ TableName }));
  });
}

it('survives a restore of the table: what was paid before is booked in the new table', async () => {
  const ada = await addUser('ada');
  billing.hold();
  const checkout = await subscribe(ada, 'starter');
  await billing.stripe.webhooks.settle();
  for (const delivery of billing.held.splice(0)) expect((await deliver(delivery)).status).toBe(200);
  const session = await openPayment(ada, 'SPECIAL_50', 50);
  billing.stripe.payCheckout(session);
  await billing.stripe.webhooks.settle();
  const { customer } = await billing.sdk.checkout.sessions.retrieve(checkout);

  await restoreEmptyTable();
  await addUser('ada');
  expect(await findOwner(await stripeAccount(), String(customer))).toBe(ada);
  for (const delivery of billing.held) expect((await deliver(delivery)).status).toBe(200);
  expect((await account(ada)).credits.creditsBalance).toBe(50);
  expect((await call(ada, 'verifyPayment', { sessionId: session })).body.success).toBe(true);
});
