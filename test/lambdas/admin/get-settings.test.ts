import { describe, expect, it } from 'vitest';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { adminHarness, signUp } from './harness.ts';

const { call } = adminHarness();

describe('runtime settings', () => {
  it('say who changed what when, and new users get the free credits that are set', async () => {
    expect((await call('getSettings')).body).toEqual({
      chargeForFallback: true,
      defaultFreeCredits: 2,
      dishReadings: true,
      changes: [],
    });
    const { body } = await call('changeSettings', {
      body: { defaultFreeCredits: 5, chargeForFallback: true },
    });
    expect(body).toMatchObject({
      defaultFreeCredits: 5,
      changes: [{ setting: 'defaultFreeCredits', email: 'root@example.com' }],
    });
    expect((await call('listAuditLog')).body.items[0]).toMatchObject({
      action: 'CHANGE_SETTINGS',
      details: { defaultFreeCredits: { from: 2, to: 5 } },
    });
    await signUp('late');
    expect((await readCredits('late')).freeCreditsLimit).toBe(5);
    expect((await call('changeSettings', { body: { defaultFreeCredits: -1 } })).status).toBe(400);
  });
});
