import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CreateGeneration, createGenerationSchema, type Generation } from '#shared/api/generations.ts';
import { type GenerationApi, submitGeneration } from '#web/generations/submit-generation.ts';
import { ApiError, type ApiErrorCode } from '#web/lib/api-error.ts';
import { noteServerTime } from '#web/lib/server-time.ts';
import { queuedGeneration } from './stored-generation.ts';

/** An API that charges a credit for each new id, as the server does, over a connection that fails on demand. */
class FakeServer implements GenerationApi<CreateGeneration> {
  readonly stored = new Map<string, { request: string; generation: Generation }>();
  readonly deleted = new Set<string>();
  charged = 0;
  /** Errors of the next calls, in order; undefined lets a call through. */
  lostRequests: (ApiErrorCode | undefined)[] = [];
  lostAnswers: (ApiErrorCode | undefined)[] = [];
  refusal: ApiErrorCode | undefined;
  /** Refusal of every new request before anything is looked up. */
  gate: ApiErrorCode | undefined;
  calls: string[] = [];

  async create(request: CreateGeneration): Promise<Generation> {
    this.calls.push('create');
    return this.#overConnection(() => this.#create(request));
  }

  async read(id: string): Promise<Generation> {
    this.calls.push('read');
    return this.#overConnection(() => {
      const found = this.stored.get(id);
      if (!found) throw new ApiError('not_found');
      return found.generation;
    });
  }

  #create(request: CreateGeneration): Generation {
    if (this.gate) throw new ApiError(this.gate);
    const found = this.stored.get(request.id);
    if (found && found.request !== JSON.stringify(request)) throw new ApiError('conflict');
    if (found) return found.generation;
    if (this.deleted.has(request.id)) throw new ApiError('conflict');
    if (this.refusal) throw new ApiError(this.refusal);
    const generation = { ...queuedGeneration, id: request.id };
    this.stored.set(request.id, { request: JSON.stringify(request), generation });
    this.charged += 1;
    return generation;
  }

  async #overConnection<T>(work: () => T): Promise<T> {
    const lostRequest = this.lostRequests.shift();
    if (lostRequest) throw new ApiError(lostRequest);
    const reply = work();
    const lostAnswer = this.lostAnswers.shift();
    if (lostAnswer) throw new ApiError(lostAnswer);
    return reply;
  }
}

const id = ulid();
const requestOf = (promoText = '', requestId = id): CreateGeneration =>
  createGenerationSchema.parse({
    kind: 'studio',
    id: requestId,
    source: { type: 'sample', itemId: 'burger' },
    productName: 'Burger',
    studio: { formatId: 'square_feed', creationPath: null, promoText },
  });

describe('submitting a generation', () => {
  let server: FakeServer;
  let waited: number[];
  beforeEach(() => {
    server = new FakeServer();
    waited = [];
  });

  const submit = (request: CreateGeneration, isRepeat = false) =>
    submitGeneration(request, { isRepeat, api: server, wait: async (ms) => void waited.push(ms) });

  it('sends the request once when it is answered', async () => {
    expect(await submit(requestOf())).toMatchObject({ outcome: 'accepted', isEarlier: false });
    expect([server.calls, waited, server.charged]).toEqual([['create'], [], 1]);
  });

  it('sends the same id again after a lost answer, and one credit is charged', async () => {
    server.lostAnswers = ['offline'];
    expect(await submit(requestOf())).toMatchObject({ outcome: 'accepted', generation: { id } });
    expect([server.calls, waited, server.charged]).toEqual([['create', 'create'], [1000], 1]);
  });

  it('looks the generation up when every answer was lost', async () => {
    server.lostAnswers = ['offline', 'offline', 'busy', 'internal'];
    expect(await submit(requestOf())).toMatchObject({ outcome: 'accepted', isEarlier: false });
    expect(server.calls).toEqual(['create', 'create', 'create', 'create', 'read']);
    expect([waited, server.charged]).toEqual([[1000, 2000, 4000], 1]);
  });

  it('reports no answer while the connection is lost, and the next attempt charges nothing more', async () => {
    // The first request arrives, and the connection is lost before its answer.
    server.lostAnswers = ['offline'];
    server.lostRequests = [undefined, 'offline', 'offline', 'offline', 'offline'];
    expect(await submit(requestOf())).toMatchObject({ outcome: 'unanswered', error: { code: 'offline' } });
    expect(server.charged).toBe(1);
    expect(await submit(requestOf(), true)).toMatchObject({ outcome: 'accepted', isEarlier: false });
    expect(server.charged).toBe(1);
  });

  it('reports no answer for a request that may still be on its way', async () => {
    server.lostRequests = ['offline', 'offline', 'offline', 'offline'];
    expect(await submit(requestOf())).toMatchObject({ outcome: 'unanswered' });
    expect(server.calls.at(-1)).toBe('read');
  });

  it('returns the earlier generation when the choices were changed since', async () => {
    server.lostAnswers = ['offline'];
    server.lostRequests = [undefined, 'offline', 'offline', 'offline', 'offline'];
    await submit(requestOf('Two for one'));
    const submission = await submit(requestOf('Soup of the day'), true);
    expect(submission).toMatchObject({ outcome: 'accepted', isEarlier: true, generation: { id } });
    expect(server.charged).toBe(1);
  });

  it('asks for a new id when the old one is out of time, or its generation was deleted', async () => {
    server.refusal = 'id_out_of_time';
    expect(await submit(requestOf(), true)).toEqual({ outcome: 'unusable-id' });
    server.refusal = undefined;
    server.deleted.add(id);
    expect(await submit(requestOf(), true)).toEqual({ outcome: 'unusable-id' });
  });

  it('asks for a new id when the refusal brought the time that the device’s clock did not have', async () => {
    server.refusal = 'id_out_of_time';
    noteServerTime(new Response(null, { headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } }));
    expect(await submit(requestOf())).toEqual({ outcome: 'unusable-id' });
    noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }));
  });

  it.each([
    'insufficient_credits',
    'filter_locked',
    'too_many_generations',
    'daily_budget_reached',
    'id_out_of_time',
  ] as const)('passes a refusal on at once: %s', async (code) => {
    server.refusal = code;
    expect(await submit(requestOf())).toMatchObject({ outcome: 'refused', error: { code } });
    expect([server.calls, server.charged]).toEqual([['create'], 0]);
  });

  it('is refused when the session has ended before anything was sent, and looks for nothing', async () => {
    server.lostRequests = ['unauthenticated'];
    expect(await submit(requestOf())).toMatchObject({
      outcome: 'refused',
      error: { code: 'unauthenticated' },
    });
    expect(server.calls).toEqual(['create']);
  });

  it('is refused when no attempt was sent, and looks for nothing', async () => {
    const error = new ApiError('offline', { isUnsent: true });
    const api: GenerationApi<CreateGeneration> = {
      create: () => Promise.reject(error),
      read: (id) => server.read(id),
    };
    const wait = async () => undefined;
    expect(await submitGeneration(requestOf(), { isRepeat: false, api, wait })).toEqual({
      outcome: 'refused',
      error,
    });
    expect(await submitGeneration(requestOf(), { isRepeat: true, api, wait })).toEqual({
      outcome: 'unanswered',
      error,
    });
    expect(server.calls).toEqual(['read']);
  });

  it('keeps the id when the session ends after a lost answer', async () => {
    server.lostAnswers = ['offline', 'unauthenticated'];
    expect(await submit(requestOf())).toMatchObject({ outcome: 'unanswered' });
    expect(await submit(requestOf(), true)).toMatchObject({ outcome: 'accepted' });
    expect(server.charged).toBe(1);
  });

  describe.each(['maintenance', 'forbidden'] as const)('with %s before the API looks for the id', (code) => {
    it('is refused when nothing was sent before', async () => {
      server.gate = code;
      expect(await submit(requestOf())).toMatchObject({ outcome: 'refused', error: { code } });
    });

    it('finds what the lost request made', async () => {
      server.lostAnswers = ['offline'];
      const wait = async () => {
        server.gate = code;
      };
      const submission = await submitGeneration(requestOf(), { isRepeat: false, api: server, wait });
      expect(submission).toMatchObject({ outcome: 'accepted', generation: { id }, isEarlier: false });
      expect(server.charged).toBe(1);
    });

    it('keeps an id that may still arrive, so that the next attempt charges once', async () => {
      server.gate = code;
      expect(await submit(requestOf(), true)).toMatchObject({ outcome: 'unanswered', error: { code } });
      server.gate = undefined;
      expect(await submit(requestOf(), true)).toMatchObject({ outcome: 'accepted' });
      expect(server.charged).toBe(1);
    });
  });
});
