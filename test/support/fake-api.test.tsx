import { beforeEach, describe, expect, test } from 'vitest';
import { call } from '#web/lib/api.ts';
import { readSession } from '#web/lib/session.ts';
import { endFakeApi, fakeApi, offline, problem } from './fake-api.ts';

const generationId = '01JQ0000000000000000000000';

beforeEach(async () => {
  localStorage.setItem('test.tokens', '1');
  await readSession();
});

describe('the fake of the API', () => {
  test('answers by route and keeps what was sent', async () => {
    const api = fakeApi({
      createShare: ({ params }) => ({ shareId: 'abc', path: `/s/${params.generationId}` }),
    });
    const reply = await call('createShare', { params: { generationId }, body: { variation: 1 } });
    expect(reply.path).toBe(`/s/${generationId}`);
    const body = { variation: 1, title: '', description: '' };
    expect(api.requests('createShare')).toEqual([{ params: { generationId }, query: undefined, body }]);
  });

  test('answers with problems of the contract and with a lost connection', async () => {
    const api = fakeApi({ deleteGeneration: () => problem('busy', 'Try later') });
    await expect(call('deleteGeneration', { params: { generationId } })).rejects.toMatchObject({
      code: 'busy',
      status: 503,
      message: 'Try later',
    });
    api.answer({ deleteGeneration: offline });
    await expect(call('deleteGeneration', { params: { generationId } })).rejects.toMatchObject({
      code: 'offline',
    });
  });

  test('fails the test for a route without a handler', async () => {
    await expect(call('getMe')).rejects.toThrow();
    expect(endFakeApi).toThrow('No handler answers getMe');
  });

  test('fails the test for an address that is no route', async () => {
    await fetch('/api/nothing');
    expect(endFakeApi).toThrow('/api/nothing is no route of the API');
  });

  test('fails the test for a request that breaks the contract', async () => {
    fakeApi({ setCover: () => problem('busy') });
    await expect(call('setCover', { params: { generationId }, body: { cover: 2 } })).rejects.toThrow();
    expect(endFakeApi).toThrow('cover');
  });

  test('takes only replies of the contract', () => {
    // @ts-expect-error: the path is missing
    fakeApi({ createShare: () => ({ shareId: 'abc' }) });
    // @ts-expect-error: the contract knows no such error
    fakeApi({ createShare: () => problem('tired') });
    // @ts-expect-error: no route has this name
    fakeApi({ createNothing: () => problem('busy') });
  });
});
