import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { plainModels } from '#test/support/plain-models.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { expectBalance } from './books.ts';
import { ended, type GenerationRequest, look, studioGeneration, until } from './generations.ts';
import { expectProblem, send } from './send.ts';

let cloud: OwnCloud;
let chief: TestUser;
let user: TestUser;

beforeAll(async () => {
  cloud = await startOwnCloud({ ...plainModels, waitingSpeed: 20 });
  [chief, user] = await Promise.all([
    signUpUser(cloud, { role: 'super_admin' }),
    signUpUser(cloud, { plan: 'pro' }),
  ]);
});

const turn = (mode: 'on' | 'off') => runOperatorCommand(cloud, 'maintenance', mode);

const change = () =>
  send(cloud, {
    method: 'PATCH',
    path: '/api/me',
    token: user.accessToken,
    body: JSON.stringify({ fullName: 'Ada Lovelace', companyName: 'The Corner' }),
  });

const order = (request: GenerationRequest) =>
  send(cloud, {
    method: 'POST',
    path: '/api/generations',
    token: user.accessToken,
    body: JSON.stringify(request),
  });

// R5.3
it('stops the models alone', async () => {
  await chief.call('changeSettings', { body: { maintenance: 'generation' } });
  await until('the refusal', async () => {
    const reply = await order(studioGeneration());
    return reply.status === 503 && reply.body?.code === 'maintenance';
  });
  expect((await change()).status).toBe(200);
  await chief.call('changeSettings', { body: { maintenance: 'off' } });
});

// R5.3
it('takes one adapter out of service by a command, and puts it back', async () => {
  const stopped = async () => (await chief.call('getSettings')).stoppedAdapters;
  const adapter = (option: '--stop' | '--start', name: string) =>
    runOperatorCommand(cloud, 'maintenance', option, name);
  await adapter('--stop', 'stability-search-replace');
  expect(await adapter('--stop', 'sd35-image-to-image')).toBe(
    'Out of service: stability-search-replace, sd35-image-to-image.\n',
  );
  await adapter('--stop', 'sd35-image-to-image');
  expect(await stopped()).toEqual(['stability-search-replace', 'sd35-image-to-image']);
  await adapter('--start', 'stability-search-replace');
  expect(await stopped()).toEqual(['sd35-image-to-image']);
  await expect(adapter('--stop', 'dall-e')).rejects.toThrow(
    'There is no adapter dall-e. Adapters: stability-structure, ',
  );
  await expect(runOperatorCommand(cloud, 'maintenance', 'on', '--start', 'none')).rejects.toThrow('failed');
  await expect(adapter('--stop', 'stability-composite')).rejects.toThrow(
    'Please leave stability-composite in service: nothing else can make the same pictures.',
  );
  expect(await adapter('--start', 'sd35-image-to-image')).toBe('Out of service: no adapter.\n');
  expect(await stopped()).toEqual([]);
});

// R4.1, R4.6, R5.1, R5.2, R5.4
it('stops every write by a command, tells customers, and loses nothing', async () => {
  // Its message arrives when the switch is on.
  cloud.deliveries.add({ source: 'stream', function: 'publisher', fault: { kind: 'delay', ms: 4_000 } });
  const request = studioGeneration();
  const { id } = request;
  await until('the end of the last maintenance', async () => (await order(request)).status === 202);
  expect(await turn('on')).toContain('Maintenance: all');
  await until('the refusal', async () => (await change()).status === 503);
  expectProblem(await change(), 503, 'maintenance');
  expect((await user.call('getMe')).userId).toBe(user.userId);
  expectProblem(
    await send(cloud, { method: 'POST', path: '/api/stripe/webhook', body: '{}' }),
    503,
    'maintenance',
  );
  cloud.runSchedules();
  // By now the message has arrived, and again after its pause of three seconds.
  await sleep(8_000);
  expect((await look(user, id)).state).toBe('queued');

  await turn('off');
  await until('the end of the refusal', async () => (await change()).status === 200);
  expect((await ended(user, id)).state).toBe('done');
  await expectBalance(user, 41);
});
