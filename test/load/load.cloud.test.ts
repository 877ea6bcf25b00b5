import { beforeAll, describe, expect, it } from 'vitest';
import { openData } from '#test/cloud/cloud-data.ts';
import { leaksIn } from '#test/cloud/logs.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { runBesideMenus } from './run-beside-menus.ts';
import { runLoad } from './run-load.ts';

let cloud: OwnCloud;
let admin: TestUser;

beforeAll(async () => {
  // A minute of the queues' delays takes six seconds.
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 10 });
  admin = await signUpUser(cloud, { role: 'super_admin' });
});

describe('twenty users at once, while the model is at its quota', () => {
  it('meet no error; every generation ends for one credit, and the ledger balances', async () => {
    // In all regions, so that generations are released to the queue and delivered again.
    cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 0 }, { times: 60 });
    const users = 20;
    const report = await runLoad({ cloud, admin, users, seconds: 5, thinkSeconds: 0.8 });
    expect(report.breaches).toEqual([]);
    // Every user opens the app within two seconds; later calls depend on the machine.
    const asked = Map.groupBy(report.calls, ({ name }) => name);
    for (const name of ['getMe', 'getCatalogue', 'listGenerations'])
      expect(asked.get(name)?.length, name).toBeGreaterThanOrEqual(users);
    expect(asked.get('createGeneration')?.some(({ ending }) => ending === 'answered')).toBe(true);
    expect(cloud.bedrock.calls().filter(({ status }) => status === 429)).toHaveLength(60);
    expect((await openData(cloud).generations()).some(({ throttledRuns }) => throttledRuns > 0)).toBe(true);
    expect(await leaksIn(cloud.logs, [admin], ['Classic Burger'])).toEqual([]);
  });
});

describe('single pictures beside the whole menus of other customers', () => {
  it('are not made later than without', async () => {
    const models = cloud.bedrock.faults.add({ kind: 'delay', milliseconds: 1_500 });
    const { ratio, dishesLeft, breaches } = await runBesideMenus({
      cloud,
      admin,
      menus: 5,
      dishes: 12,
      singles: 6,
    });
    models();
    expect(breaches).toEqual([]);
    expect(dishesLeft).toBeGreaterThan(0);
    // Twenty dishes in the same queue would make them wait four times as long. Processes share the machine's cores.
    expect(ratio).toBeLessThan(2);
  });
});
