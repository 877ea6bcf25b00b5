import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ModelName } from '#lambdas/models/adapter.ts';
import { type ModelCall, modelCaller } from '#lambdas/models/bedrock-client.ts';
import {
  ModelEndedError,
  ModelFailedError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from '#lambdas/models/model-error.ts';
import { readModelProblems } from '#lambdas/models/model-state-store.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';

// The real wire contract of the local Bedrock runtime, through the real SDK client.
const { modelFaults, calls } = startGenerations({ models: 'plain' });

let record: ModelCall[];

beforeEach(() => {
  record = [];
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function call(
  model: ModelName = 'controlStructure',
  change: Partial<Parameters<typeof modelCaller>[0]> = {},
  body: object = {},
): Promise<Buffer> {
  const image = (await jpeg(256, 256)).toString('base64');
  const caller = modelCaller({
    regions: ['us-east-1', 'us-east-2', 'us-west-2'],
    spreadBy: 'a generation',
    remainingMs: () => 240_000,
    record: (entry) => record.push(entry),
    ...change,
  });
  return caller(model, { image, prompt: 'A burger', seed: 1, output_format: 'jpeg', ...body });
}

/** Instead of `AbortSignal.timeout`: the time is up as soon as the model has been called. */
function onceItArrived(): AbortSignal {
  const timeout = new AbortController();
  const before = calls.length;
  void vi
    .waitUntil(() => calls.length > before, { timeout: 60_000, interval: 5 })
    .then(() => timeout.abort());
  return timeout.signal;
}

/** The region in which calls of `call` begin. */
async function firstRegion(): Promise<string> {
  await call();
  const [{ region } = { region: '' }] = record.splice(0);
  return region;
}

const outcomes = () => record.map(({ outcome }) => outcome);
const regions = () => record.map(({ region }) => region);

/** A server in place of Bedrock that counts the connections made to it. */
async function countConnections(): Promise<{ readonly count: () => number }> {
  let connections = 0;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ images: ['/9j/'], finish_reasons: [null] }));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_BEDROCK_RUNTIME', `http://127.0.0.1:${port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { count: () => connections };
}

// C8.41
describe('a model call', () => {
  it('reuses no connection, because one may have died while the function was frozen', async () => {
    const connections = await countConnections();
    // A region of its own: clients are kept by region.
    await call('controlStructure', { regions: ['eu-central-1'] });
    await call('controlStructure', { regions: ['eu-central-1'] });
    expect(connections.count()).toBe(2);
  });

  // B3.8
  it('returns the picture and records what it cost', async () => {
    expect((await call()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(record).toEqual([
      {
        model: 'us.stability.stable-image-control-structure-v1:0',
        region: expect.stringMatching(/^us-(east-1|east-2|west-2)$/),
        startedAt: expect.any(String),
        durationMs: expect.any(Number),
        outcome: 'made',
        cost: 70_000,
      },
    ]);
  });

  it('spreads generations over the regions', async () => {
    for (let generation = 0; generation < 12; generation += 1) {
      modelFaults.add({ kind: 'refuse', reason: 'Filter reason: prompt' }, { times: 1 });
      await expect(call('controlStructure', { spreadBy: `generation ${generation}` })).rejects.toThrow();
    }
    expect(new Set(regions()).size).toBe(3);
  });

  it('begins more often where the quota is larger, and still tries every region', async () => {
    const shares = ['us-east-1', 'us-east-1', 'us-east-1', 'us-east-1', 'us-west-2'];
    for (let generation = 0; generation < 60; generation += 1)
      await call('controlStructure', { regions: shares, spreadBy: `generation ${generation}` });
    const first = regions().filter((region) => region === 'us-east-1').length;
    // 48 of 60 on average.
    expect(first).toBeGreaterThan(38);
    expect(first).toBeLessThan(58);
    record = [];
    modelFaults.add({ kind: 'error', error: 'ThrottlingException' }, { times: 1 });
    await call('controlStructure', { regions: shares });
    expect(new Set(regions())).toEqual(new Set(shares));
  });

  it('calls Stable Diffusion 3.5 where it is', async () => {
    await call('sd35Large', {}, { mode: 'image-to-image', strength: 0.5 });
    expect(regions()).toEqual(['us-west-2']);
    const elsewhere = call('sd35Large', { regions: ['us-east-1'] });
    await expect(elsewhere).rejects.toBeInstanceOf(ModelFailedError);
  });

  it.each([
    'ThrottlingException',
    'ServiceUnavailableException',
  ] as const)('goes on in another region after %s', async (error) => {
    modelFaults.add({ kind: 'error', error }, { times: 2 });
    await call();
    expect(outcomes()).toEqual(['throttled', 'throttled', 'made']);
    expect(new Set(regions()).size).toBe(3);
    expect(record.map(({ cost }) => cost)).toEqual([0, 0, 70_000]);
  });

  it('is throttled when every region is, in both rounds', async () => {
    modelFaults.add({ kind: 'throttle', perMinute: 0 });
    await expect(call()).rejects.toBeInstanceOf(ThrottledError);
    expect(outcomes()).toEqual(Array(6).fill('throttled'));
  });

  it('is throttled also where one of the regions is broken, so that a later run tries again', async () => {
    modelFaults.add({ kind: 'error', error: 'InternalServerException' }, { times: 1 });
    modelFaults.add({ kind: 'throttle', perMinute: 0 });
    await expect(call()).rejects.toBeInstanceOf(ThrottledError);
    expect(outcomes().toSorted()).toEqual(['broken', ...Array(5).fill('throttled')]);
  });

  it('goes on to the next region when one does not allow the model', async () => {
    modelFaults.add({ kind: 'error', error: 'AccessDeniedException' }, { times: 1 });
    await call();
    expect(outcomes()).toEqual(['invalid', 'made']);
    expect(await readModelProblems()).toMatchObject([{ problem: 'denied', region: regions()[0] }]);
  });

  it('is throttled when one region does not allow the model and the others are throttled', async () => {
    modelFaults.add({ kind: 'error', error: 'AccessDeniedException' }, { times: 1 });
    modelFaults.add({ kind: 'throttle', perMinute: 0 });
    await expect(call()).rejects.toBeInstanceOf(ThrottledError);
  });

  it('notes for System health that this account may not call the model', async () => {
    modelFaults.add({ kind: 'error', error: 'AccessDeniedException' });
    await expect(call()).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['invalid', 'invalid', 'invalid']);
    const model = 'us.stability.stable-image-control-structure-v1:0';
    const problems = await readModelProblems();
    expect(problems).toHaveLength(4);
    expect(problems.filter(({ region }) => region === undefined)).toMatchObject([
      { problem: 'denied', model },
    ]);
  });

  it('fails when the regions are broken', async () => {
    modelFaults.add({ kind: 'error', error: 'InternalServerException' });
    await expect(call()).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(Array(6).fill('broken'));
  });

  it.each([
    { kind: 'error', error: 'ModelTimeoutException' },
    { kind: 'error', error: 'ModelErrorException' },
    { kind: 'refuse', reason: 'Inference error' },
  ] as const)('is repeated once after $error $reason, and only once', async (fault) => {
    modelFaults.add(fault, { times: 1 });
    await call();
    expect(outcomes()).toEqual(['stuck', 'made']);
    expect(new Set(regions()).size).toBe(1);

    record = [];
    modelFaults.add(fault);
    await expect(call()).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['stuck', 'stuck']);
  });

  it('is given up after a minute, and made in another region', async () => {
    const region = await firstRegion();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(onceItArrived);
    const remove = modelFaults.add({ kind: 'hang' }, { region });
    await call();
    remove();
    expect(outcomes()).toEqual(['timeout', 'made']);
    expect(new Set(regions()).size).toBe(2);
    // The model may have finished after we stopped waiting, and is paid then.
    expect(record.map(({ cost }) => cost)).toEqual([70_000, 70_000]);
    expect(timeout.mock.calls).toEqual([[60_000], [60_000]]);

    record = [];
    timeout.mockImplementation(onceItArrived);
    modelFaults.add({ kind: 'hang' });
    await expect(call()).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['timeout', 'timeout']);
    expect(new Set(regions()).size).toBe(2);
  });

  it('is made once more in the only region where its model is after a minute without an answer', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(onceItArrived);
    modelFaults.add({ kind: 'hang' });
    const image = call('sd35Large', {}, { mode: 'image-to-image', strength: 0.5 });
    await expect(image).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['timeout', 'timeout']);
  });

  it('is not made a third time where a model is stuck after another gave no answer', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(onceItArrived);
    modelFaults.add({ kind: 'hang' }, { times: 1 });
    modelFaults.add({ kind: 'error', error: 'ModelTimeoutException' });
    await expect(call()).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['timeout', 'stuck']);
  });

  it('is not begun without time for it', async () => {
    await expect(call('controlStructure', { remainingMs: () => 4_000 })).rejects.toBeInstanceOf(
      OutOfTimeError,
    );
    expect(record).toEqual([]);
  });

  it.each([
    ['Filter reason: prompt', 'prompt'],
    ['Filter reason: input image', 'input image'],
    ['Filter reason: output image', 'output image'],
  ] as const)('is refused once and for all with %s', async (reason, subject) => {
    modelFaults.add({ kind: 'refuse', reason });
    const error = await call().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error.subject).toBe(subject);
    expect(outcomes()).toEqual(['refused']);
  });

  it('is not repeated when the request itself is wrong', async () => {
    await expect(call('controlStructure', {}, { colour: 'red' })).rejects.toBeInstanceOf(ModelFailedError);
    expect(outcomes()).toEqual(['invalid']);
  });

  it('says when a model has ended, and counts it whatever called the model', async () => {
    const counted = vi.spyOn(Metrics.prototype, 'addMetric');
    modelFaults.add({ kind: 'end-of-life' });
    const error = await call('removeBackground', {}, { prompt: undefined, seed: undefined }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(ModelEndedError);
    expect(error.model).toBe('us.stability.stable-image-remove-background-v1:0');
    expect(outcomes()).toEqual(['ended', 'ended', 'ended']);
    expect(counted.mock.calls.map(([name]) => name)).toEqual(['ModelEnded']);
  });

  it('goes on to the next region when one does not have the model', async () => {
    modelFaults.add({ kind: 'end-of-life' }, { times: 1 });
    await call();
    expect(outcomes()).toEqual(['ended', 'made']);
  });
});
