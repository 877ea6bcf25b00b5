import { beforeAll, describe, expect, it } from 'vitest';
import { openData } from '#test/cloud/cloud-data.ts';
import { leaksIn } from '#test/cloud/logs.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { plainPicture } from '#test/support/plain-picture.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { runLoad } from './run-load.ts';

let cloud: OwnCloud;
let admin: TestUser;

beforeAll(async () => {
  // A minute of the model's quota and of the queues' delays takes six seconds.
  cloud = await startOwnCloud({ draw: plainPicture, waitingSpeed: 10 });
  admin = await signUpUser(cloud, { role: 'super_admin' });
});

describe('twenty users at once, with a model that grants ten calls a minute', () => {
  it('meet no error; every job ends as ordered for one credit, and the books balance', async () => {
    // Quotas count for each region: only one grants any calls.
    for (const region of ['us-east-1', 'us-east-2'])
      cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 0 }, { region });
    cloud.bedrock.faults.add({ kind: 'throttle', perMinute: 10 }, { region: 'us-west-2' });
    const report = await runLoad({ cloud, admin, users: 20, seconds: 5, thinkSeconds: 0.8 });
    expect(report.breaches).toEqual([]);
    expect(report.calls.length).toBeGreaterThan(100);
    expect(report.jobSeconds.length).toBeGreaterThan(5);
    // The quota did bind, and was kept.
    const made = cloud.bedrock.calls().filter(({ status }) => status === 200);
    expect(new Set(made.map(({ region }) => region))).toEqual(new Set(['us-west-2']));
    expect(cloud.bedrock.calls().some(({ status }) => status === 429)).toBe(true);
    expect((await openData(cloud).generations()).some(({ putBacks }) => putBacks > 0)).toBe(true);
    expect(await leaksIn(cloud.logs, [admin], ['Classic Burger'])).toEqual([]);
  });
});
