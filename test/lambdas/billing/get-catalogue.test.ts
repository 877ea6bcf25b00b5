import { describe, expect, it } from 'vitest';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { billingHarness } from './harness.ts';

const billing = billingHarness();
const { addUser, call } = billing;

let users = 0;
const newUser = () => addUser(`user-${++users}`);

describe('the catalogue', () => {
  // C7.31
  it('names the product and the price of each plan and the price of each pack, as the settings do', async () => {
    const { status, body } = await call(await newUser(), 'getCatalogue');
    const { starter, pro } = billing.settings.plans;
    expect(status).toBe(200);
    // C9.7
    expect(body.plans).toMatchObject([
      { id: 'starter', ...starter, pricePence: 999 },
      { id: 'pro', ...pro, pricePence: 1999 },
    ]);
    expect(body.packs.map(({ id, priceId }: { id: string; priceId: string }) => [id, priceId])).toEqual(
      Object.entries(billing.settings.packs).map(([id, { priceId }]) => [id, priceId]),
    );
    const ids = [starter.productId, starter.priceId, pro.productId, pro.priceId];
    expect(new Set(ids).size).toBe(4);
  });

  it('has the label of the smallest pack from the settings of staff', async () => {
    const labels = async () =>
      (await call('nobody', 'getCatalogue')).body.packs.map(({ label }: { label: string }) => label);
    expect(await labels()).toEqual(['Best Value', 'Save 12.5%', 'Save 25%']);
    await changeSettings({ specialPackLabel: '' }, 'test');
    expect(await labels()).toEqual(['', 'Save 12.5%', 'Save 25%']);
  });
});

describe('an account that is not set up', () => {
  it('says that payments are not available', async () => {
    const { STRIPE_SECRET_ARN } = process.env;
    process.env.STRIPE_SECRET_ARN = 'arn:of-another-secret';
    billing.aws.answer('GetSecretValue', () => ({ SecretString: '{"notSetUp":"x"}' }));
    try {
      const reply = await call('nobody', 'getCatalogue');
      expect([reply.status, reply.body.code]).toEqual([503, 'payments_unavailable']);
    } finally {
      process.env.STRIPE_SECRET_ARN = STRIPE_SECRET_ARN;
    }
  });
});
