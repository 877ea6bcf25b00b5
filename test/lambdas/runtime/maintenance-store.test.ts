import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { dynamodb, guardWrites, tableName } from '#lambdas/runtime/dynamodb.ts';
import {
  despiteMaintenance,
  forgetMaintenance,
  readMaintenance,
  stopWritesDuringMaintenance,
} from '#lambdas/runtime/maintenance-store.ts';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(async () => {
  await cloud.reset();
  forgetMaintenance();
});

const turn = (maintenance: MaintenanceMode) =>
  despiteMaintenance(() => changeSettings({ maintenance }, 'test'));
const write = () =>
  dynamodb().send(new PutCommand({ TableName: tableName(), Item: { pk: 'NOTE', sk: 'a' } }));

it('is off by default, and records when it was turned off', async () => {
  expect(await readMaintenance()).toEqual({ mode: 'off', endedAt: 0 });
  await turn('all');
  expect(await readMaintenance()).toEqual({ mode: 'all', endedAt: 0 });
  const before = Date.now();
  await turn('off');
  const { mode, endedAt } = await readMaintenance();
  expect(mode).toBe('off');
  expect(endedAt).toBeGreaterThanOrEqual(before);
});

// Changes of words that waited while everything was stopped get their time again.
it('records also when it was turned from everything to making pictures', async () => {
  await turn('all');
  const before = Date.now();
  await turn('generation');
  const { mode, endedAt } = await readMaintenance();
  expect(mode).toBe('generation');
  expect(endedAt).toBeGreaterThanOrEqual(before);
});

describe('the write guard of functions with a caller', () => {
  beforeAll(stopWritesDuringMaintenance);

  it('refuses every write while writes are stopped, except the write of the switch', async () => {
    await write();
    await turn('generation');
    await write();
    await turn('all');
    await expect(write()).rejects.toMatchObject({ code: 'maintenance' });
    const newcomer = {
      userId: 'late',
      username: 'late',
      email: 'late@example.com',
      fullName: '',
      companyName: '',
    };
    await expect(ensureUser(newcomer)).rejects.toMatchObject({ code: 'maintenance' });
    await turn('off');
    await write();
    await ensureUser(newcomer);
  });
});

describe('work in queues', () => {
  // The worker and the reconciler have no guard: what they have begun, they finish.
  beforeAll(() => guardWrites(async () => {}));

  it.each(['generation', 'all'] as const)('%s: keeps messages, and exceeds no deadline', async (mode) => {
    const user = await cloud.signUp();
    const { id } = await cloud.created(user, studioRequest());
    await turn(mode);
    const before = await cloud.stored(user, id);
    expect(await cloud.workOn(user, id)).toEqual({ batchItemFailures: [] });
    // A fresh copy of the same message, a minute later.
    expect(cloud.messages).toMatchObject([
      { queue: 'standard', delaySeconds: 60, body: JSON.stringify({ userId: user, generationId: id }) },
    ]);
    expect(await cloud.stored(user, id)).toEqual(before);
    await cloud.minutesPass(40);
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({ state: 'queued' });
    expect(cloud.messages).toHaveLength(1);

    await turn('off');
    forgetMaintenance();
    await cloud.runReconciler();
    expect(await cloud.get(user, id)).toMatchObject({ state: 'queued' });
    await cloud.work(cloud.messages[0] ?? { body: '' });
    expect(await cloud.get(user, id)).toMatchObject({ state: 'done', fallback: false });
    expect(await cloud.books(user)).toMatchObject({ available: 1, openGenerations: 0 });
  });

  it('photo messages wait, too', async () => {
    await turn('generation');
    const message = { userId: 'pat', photoId: 'photo', part: 'cutOut' };
    expect(await cloud.workOnPhoto(message)).toEqual({ batchItemFailures: [] });
    expect(cloud.messages).toMatchObject([{ delaySeconds: 60, body: JSON.stringify(message) }]);
  });

  it('photo messages that need no model are worked on while only making pictures is stopped', async () => {
    await turn('generation');
    const message = { userId: 'pat', photoId: 'photo', part: 'facts' };
    expect(await cloud.workOnPhoto(message)).toEqual({ batchItemFailures: [] });
    expect(cloud.messages).toEqual([]);
  });

  it('the dead-letter queue keeps its messages', async () => {
    await turn('all');
    const { batchItemFailures } = await cloud.deliverDeadLetter('pat', '01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(batchItemFailures).toHaveLength(1);
  });

  it('a stopped adapter draws nothing; the next adapter of its edit mode does', async () => {
    const user = await cloud.signUp();
    await changeSettings({ stoppedAdapters: ['stability-structure'] }, 'test');
    const { id } = await cloud.generate(user, studioRequest());
    expect(await cloud.stored(user, id)).toMatchObject({
      state: 'done',
      variations: [{ adapter: 'sd35-image-to-image' }, { adapter: 'sd35-image-to-image' }],
    });
  });
});
