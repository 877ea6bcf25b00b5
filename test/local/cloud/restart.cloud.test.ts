import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { openData } from '#test/cloud/cloud-data.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';

async function startJob(user: TestUser, id = ulid()): Promise<string> {
  const uploadId = await uploadPhoto(user, dishPhoto());
  await user.call('createGeneration', {
    body: {
      kind: 'studio',
      id,
      source: { type: 'upload', uploadId },
      productName: 'Burger',
      studio: { formatId: 'square_feed', creationPath: 'social', filter: { id: 'synthwave' } },
    },
  });
  return id;
}

async function untilState(user: TestUser, id: string, states: string[], timeoutMs: number) {
  const limit = Date.now() + timeoutMs;
  for (;;) {
    const generation = await user.call('getGeneration', { params: { generationId: id } });
    if (states.includes(generation.state)) return generation;
    if (Date.now() > limit) throw new Error(`The job is still ${generation.state}`);
    await sleep(200);
  }
}

describe('a cloud that is killed', () => {
  it('keeps users, tokens, credits and the site, and ends the job that was under way', async () => {
    const first: OwnCloud = await startOwnCloud();
    const user = await signUpUser(first, { plan: 'pro' });
    // Calls of the model hang, so that the job is surely under way when the lights go out.
    first.bedrock.faults.add({ kind: 'hang' });
    const id = await startJob(user);
    await untilState(user, id, ['processing'], 20_000);
    const ports = [new URL(first.url).port, new URL(first.awsUrl).port].map(Number);
    await first.crash();
    await expect(fetch(first.url)).rejects.toThrow();

    const second = await startOwnCloud({
      directory: first.directory,
      assembly: first.assembly,
      ...(ports[0] !== undefined && { sitePort: ports[0] }),
    });
    expect(second.awsUrl).toBe(first.awsUrl);
    expect(second.outputs).toEqual(first.outputs);
    // The access token of before still opens the API; its issuer is the same.
    const me = await user.call('getMe');
    expect(me.credits.available).toBe(41);
    expect((await fetch(`${second.url}/gallery`)).headers.get('content-type')).toMatch('text/html');

    // The lease of the killed worker (90 s) runs out; then the reconciler may queue the job again.
    await openData(second).minutesPass(2);
    second.runSchedules();
    const generation = await untilState(user, id, ['done'], 20_000);
    expect(generation).toMatchObject({ fallback: false, refunded: false });
    expect(generation.variations).toHaveLength(2);
    expect((await user.call('getMe')).credits.available).toBe(41);
    await second.settle();
  });
});

describe('the faults of a test', () => {
  it('reach the functions: killed in a call, delivered twice, throttled by the model', async () => {
    const cloud = await startOwnCloud();
    const user = await signUpUser(cloud, { plan: 'pro' });
    // The API dies before its transaction is written: the caller hears of it and sends the same id again.
    const killed = cloud.faults.add({
      caller: 'generations',
      operation: 'TransactWriteItems',
      when: ({ body }) => body.includes('GENERATION#'),
      action: { kind: 'drop-request', run: () => void cloud.kill('generations') },
    });
    const id = ulid();
    await expect(startJob(user, id)).rejects.toThrow();
    expect(killed.applied).toBe(1);
    expect((await user.call('getMe')).credits.available).toBe(42);

    cloud.deliveries.add({ source: 'stream', function: 'relay', fault: { kind: 'duplicate' } });
    cloud.deliveries.add({ source: 'queue', function: 'worker', fault: { kind: 'duplicate' } });
    cloud.bedrock.faults.add({ kind: 'error', error: 'ThrottlingException' }, { times: 1 });
    await startJob(user, id);
    await cloud.settle();
    const generation = await untilState(user, id, ['done'], 1000);
    expect(generation).toMatchObject({ fallback: false, refunded: false });
    expect(generation.variations).toHaveLength(2);
    expect((await user.call('getMe')).credits.available).toBe(41);
    expect(cloud.bedrock.calls().filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
