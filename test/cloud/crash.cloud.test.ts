import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';
import { expectBalance } from './books.ts';
import { openData } from './cloud-data.ts';
import { ended, start, studioGeneration, until } from './generations.ts';

let cloud: OwnCloud;
let user: TestUser;

beforeAll(async () => {
  cloud = await startOwnCloud(plainModels);
  user = await signUpUser(cloud, { plan: 'pro' });
});

/** Kills everything at once, as SIGKILL does, and starts it again with the same data and ports. */
async function crashAndRestart(): Promise<void> {
  const { directory, assembly, url, awsUrl, outputs } = cloud;
  // DynamoDB Local answers a moment before a write is on the disk; what it loses then is lost whole.
  await sleep(500);
  await cloud.crash();
  await expect(fetch(url)).rejects.toThrow();
  const sitePort = Number(new URL(url).port);
  const restarted = startOwnCloud({ directory, assembly, sitePort, ...plainModels });
  // Requests before the start is complete get an answer that says so.
  const first = await answered(url);
  expect([first.status, await first.text()]).toEqual([503, expect.stringContaining('is starting')]);
  cloud = await restarted;
  expect({ awsUrl: cloud.awsUrl, outputs: cloud.outputs }).toEqual({ awsUrl, outputs });
  expect((await fetch(`${cloud.url}/gallery`)).headers.get('content-type')).toMatch('text/html');
}

/** The first answer of a server that is about to listen. */
async function answered(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response;
    await sleep(5);
  }
}

describe('everything that crashes at once and is started again', () => {
  it('ends the open generations, whatever their step, each for one credit', async () => {
    // A finished generation must survive as it is.
    const finished = await start(user);
    const before = await ended(user, finished);

    // As many as there are workers for Pro, each stopped at another call when the crash comes.
    const calls = ['GetObject', 'PutObject', 'InvokeModel'];
    const ids: string[] = [];
    for (const operation of calls) {
      const held = cloud.faults.add({
        caller: 'worker',
        operation,
        action: { kind: 'after', run: () => new Promise<void>(() => undefined) },
      });
      const uploadId = await uploadPhoto(user, dishPhoto());
      ids.push(await start(user, studioGeneration({ source: { type: 'upload', uploadId } })));
      await until(`the worker at ${operation}`, () => held.applied === 1);
    }
    // More generations than workers: these wait in the queue, and the last has not reached it yet.
    for (let waiting = 0; waiting < 2; waiting += 1) ids.push(await start(user));
    const publisherFault = cloud.faults.add({
      caller: 'publisher',
      action: { kind: 'before', run: () => new Promise<void>(() => undefined) },
    });
    ids.push(await start(user));
    await until('the fault of the outbox publisher', () => publisherFault.applied === 1);

    await crashAndRestart();
    const data = openData(cloud);
    expect((await user.call('getMe')).credits.available).toBe(42 - 1 - ids.length);
    await data.minutesPass(3);
    cloud.runSchedules();
    for (const id of ids)
      expect(await ended(user, id)).toMatchObject({
        state: 'done',
        fallback: false,
        refunded: false,
        variations: [{ index: 0 }, { index: 1 }],
      });
    expect(await user.call('getGeneration', { params: { generationId: finished } })).toEqual(before);
    await expectBalance(user, 42 - 1 - ids.length);
    await cloud.settle();
    expect(await data.inconsistencies()).toEqual([]);
  });

  it('ends a generation even if it crashes again meanwhile', async () => {
    const data = () => openData(cloud);
    const stop = () => new Promise<void>(() => undefined);
    let held = cloud.faults.add({
      caller: 'worker',
      operation: 'InvokeModel',
      nth: 2,
      action: { kind: 'before', run: stop },
    });
    const id = await start(user);
    await until('the second picture', () => held.applied === 1);
    await crashAndRestart();
    held = cloud.faults.add({
      caller: 'worker',
      service: 's3',
      nth: 3,
      action: { kind: 'after', run: stop },
    });
    await data().minutesPass(3);
    cloud.runSchedules();
    await until('the second run at work', () => held.applied === 1);
    await crashAndRestart();
    await data().minutesPass(3);
    cloud.runSchedules();
    expect(await ended(user, id)).toMatchObject({ state: 'done', refunded: false, fallback: false });
    await cloud.settle();
    expect(await data().inconsistencies()).toEqual([]);
    const { credits } = await user.call('getMe');
    await expectBalance(user, credits.available);
    expect(credits.available).toBe(42 - 1 - 6 - 1);
  });
});
