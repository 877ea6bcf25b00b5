import { beforeEach, describe, expect, it } from 'vitest';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { allEntries, expectSound, newUser } from './harness.ts';

const db = testTable();
beforeEach(() => db.clear());

describe('a new account', () => {
  it('has its free credits and the entry that explains them', async () => {
    const userId = await newUser();
    expect(await readCredits(userId)).toEqual({
      creditsBalance: 0,
      subscriptionCreditsBalance: 0,
      freeCreditsUsed: 0,
      freeCreditsLimit: 2,
      openGenerations: 0,
      generationDay: '',
      generationsOfDay: 0,
      version: 1,
    });
    expect(await allEntries(userId)).toEqual([
      {
        id: 'free#sign-up',
        kind: 'free',
        free: 2,
        subscription: 0,
        purchased: 0,
        availableAfter: 2,
        note: '',
        createdAt: '2026-11-21T12:00:00.000Z',
      },
    ]);
  });

  it('has no entry when it has no free credits', async () => {
    const userId = await newUser(0);
    expect(await allEntries(userId)).toEqual([]);
    await expectSound(userId);
  });
});
