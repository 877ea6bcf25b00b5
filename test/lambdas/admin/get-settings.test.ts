import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler as publicApi } from '#lambdas/api/site.lambda.ts';
import { readCredits } from '#lambdas/credits/credits-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { siteRoutes } from '#shared/api/site.ts';
import { adapterNames } from '#shared/domain/maintenance.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { adminHarness, signUp } from './harness.ts';

const { call } = adminHarness();

describe('runtime settings', () => {
  it('are what visitors and customers read of the offer', async () => {
    const read = async () => (await invoke(publicApi, httpEvent(siteRoutes.getOffer))).body;
    expect(await read()).toEqual({
      freeCredits: 2,
      maintenance: 'off',
      outpaintCredits: 0,
      specialPackLabel: 'Best Value',
    });
    await call('changeSettings', {
      body: { defaultFreeCredits: 5, outpaintCredits: 1, specialPackLabel: ' A\u202E small\u0000 one ' },
    });
    expect(await read()).toEqual({
      freeCredits: 5,
      maintenance: 'off',
      outpaintCredits: 1,
      specialPackLabel: 'A small one',
    });
  });

  it('say who changed what when, and new users get the free credits that are set', async () => {
    expect((await call('getSettings')).body).toEqual({
      chargeForFallback: true,
      defaultFreeCredits: 2,
      dishReadings: true,
      maintenance: 'off',
      outpaintCredits: 0,
      specialPackLabel: 'Best Value',
      stoppedAdapters: [],
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

  it('turn the maintenance switch on and off again, while nothing else may be written', async () => {
    expect((await call('changeSettings', { body: { maintenance: 'all' } })).status).toBe(200);
    const refused = await call('startExport', { body: { of: 'users' } });
    expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await call('listUsers')).status).toBe(200);
    expect((await call('changeSettings', { body: { maintenance: 'off' } })).status).toBe(200);
    expect((await call('listAuditLog')).body.items).toMatchObject([
      { action: 'CHANGE_SETTINGS', details: { maintenance: { from: 'all', to: 'off' } } },
      { action: 'CHANGE_SETTINGS', details: { maintenance: { from: 'off', to: 'all' } } },
      {},
    ]);
  });

  it('keep what somebody else changed, where only other settings are named', async () => {
    await call('changeSettings', { body: { maintenance: 'generation', defaultFreeCredits: 7 } });
    const { body } = await call('changeSettings', {
      body: { specialPackLabel: 'Try it', seen: { specialPackLabel: 'Best Value' } },
    });
    expect(body).toMatchObject({
      maintenance: 'generation',
      defaultFreeCredits: 7,
      specialPackLabel: 'Try it',
    });
  });

  it('are refused together where one of them is not what the form showed', async () => {
    await call('changeSettings', { body: { defaultFreeCredits: 7 } });
    const changes = { defaultFreeCredits: 5, specialPackLabel: 'Try it' };
    const { status, body } = await call('changeSettings', {
      body: { ...changes, seen: { defaultFreeCredits: 2, specialPackLabel: 'Best Value' } },
    });
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toBe(
      'Somebody else has changed the same setting in the meantime, so that nothing was saved. What they set is shown now.',
    );
    expect((await call('getSettings')).body).toMatchObject({
      defaultFreeCredits: 7,
      specialPackLabel: 'Best Value',
    });
    const again = { ...changes, seen: { defaultFreeCredits: 7, specialPackLabel: 'Best Value' } };
    expect((await call('changeSettings', { body: again })).body).toMatchObject(changes);
  });

  it('of which two people change the same one at once become what the first one set', async () => {
    const seen = { defaultFreeCredits: 2 };
    const replies = await Promise.all(
      [3, 4, 5].map((defaultFreeCredits) => call('changeSettings', { body: { defaultFreeCredits, seen } })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const saved = replies.find(({ status }) => status === 200)?.body.defaultFreeCredits;
    expect((await call('getSettings')).body.defaultFreeCredits).toBe(saved);
  });

  it.each([
    [['stability-composite', 'stability-search-replace'], 'stability-composite or stability-search-replace'],
    [['stability-composite'], 'stability-composite'],
    [[...adapterNames], 'stability-structure or sd35-image-to-image'],
  ])('leave an adapter in service for each kind of picture: %j', async (stoppedAdapters, names) => {
    await call('changeSettings', { body: { stoppedAdapters: ['stability-search-replace'] } });
    const { status, body } = await call('changeSettings', {
      body: { stoppedAdapters, defaultFreeCredits: 9 },
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.detail).toBe(`Please leave ${names} in service: nothing else can make the same pictures.`);
    expect((await call('getSettings')).body).toMatchObject({
      stoppedAdapters: ['stability-search-replace'],
      defaultFreeCredits: 2,
    });
  });

  it('name each adapter that is out of service once', async () => {
    const twice = ['stability-search-replace', 'stability-structure', 'stability-search-replace'];
    const once = ['stability-search-replace', 'stability-structure'];
    const { body } = await call('changeSettings', { body: { stoppedAdapters: twice } });
    expect(body.stoppedAdapters).toEqual(once);
    expect((await call('getSettings')).body.stoppedAdapters).toEqual(once);
  });

  it('can be changed one by one where all adapters were out of service before', async () => {
    const item = { pk: 'SETTINGS', sk: 'stoppedAdapters', value: adapterNames };
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
    expect((await call('changeSettings', { body: { defaultFreeCredits: 4 } })).status).toBe(200);
    const { body } = await call('changeSettings', {
      body: { stoppedAdapters: [], seen: { stoppedAdapters: [...adapterNames] } },
    });
    expect(body.stoppedAdapters).toEqual([]);
  });

  it('are all read back, whatever they are called and whatever else the partition holds', async () => {
    const item = { pk: 'SETTINGS', sk: 'dishOfTheDay', value: 'soup' };
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
    const changed = {
      chargeForFallback: false,
      defaultFreeCredits: 7,
      dishReadings: false,
      maintenance: 'generation',
      outpaintCredits: 1,
      specialPackLabel: '',
      stoppedAdapters: ['stability-search-replace'],
    };
    const { changes: _none, ...all } = (await call('getSettings')).body;
    expect(Object.keys(changed)).toEqual(Object.keys(all));
    expect((await call('changeSettings', { body: changed })).body).toMatchObject(changed);
    const { body } = await call('getSettings');
    expect(body).toMatchObject(changed);
    expect(body.changes.map(({ setting }: { setting: string }) => setting)).toEqual(Object.keys(changed));
  });
});
