import { beforeAll, describe, expect, it } from 'vitest';
import { leaksIn } from '#test/cloud/logs.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { makePlan, shortestPlan } from './plan.ts';
import { runChaos } from './run-chaos.ts';

let cloud: OwnCloud;
let admin: TestUser;

beforeAll(async () => {
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 20 });
  admin = await signUpUser(cloud, { role: 'super_admin' });
});

describe('a cloud in which everything goes wrong', () => {
  it('loses no generation, books nothing twice and leaves nothing behind', async () => {
    // A new seed each time; `npm run measure:faults -- --seed` repeats one.
    const seed = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
    console.log(`faults with seed ${seed}`);
    const report = await runChaos({ cloud, admin, plan: makePlan(seed, shortestPlan) });
    expect(report.breaches, `seed ${seed}`).toEqual([]);
    expect(report.operations).toBe(shortestPlan);
    expect(report.affected).toBeGreaterThan(20);
    expect(await leaksIn(cloud.logs, [admin], ['Classic Burger', 'garden table'])).toEqual([]);
  });
});
