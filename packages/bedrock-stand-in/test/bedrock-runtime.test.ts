import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BedrockRuntimeClient, ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBedrockRuntime, type Sights } from '#src/bedrock-runtime.ts';
import { acceptHttp2 } from './accept-http2.ts';
import { photo as readPhoto } from './renderer/photos.ts';
import { withWriting } from './seeing/writing.ts';

const structure = 'us.stability.stable-image-control-structure-v1:0';
const removeBackground = 'us.stability.stable-image-remove-background-v1:0';
const upscale = 'us.stability.stable-fast-upscale-v1:0';
const transfer = 'us.stability.stable-style-transfer-v1:0';
const outpaint = 'us.stability.stable-outpaint-v1:0';
const inpaint = 'us.stability.stable-image-inpaint-v1:0';
const searchReplace = 'us.stability.stable-image-search-replace-v1:0';
const sd35 = 'stability.sd3-5-large-v1:0';

interface Reply {
  seeds?: number[];
  finish_reasons: (string | null)[];
  images?: string[];
}

let clock = 0;
const runtime = createBedrockRuntime({
  now: () => clock,
  fillForm: async (_tool, { see, ...facts }) => ({ ...facts, ...(await see()) }),
});
const { faults } = runtime;
let server: Server;
let closeHttp2: () => void;
let endpoint: string;
let photo: string;

beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => void runtime.handle(req, res, Buffer.concat(chunks)));
  });
  closeHttp2 = acceptHttp2(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  photo = await picture(96, 96);
});

afterAll(async () => {
  await runtime.close();
  closeHttp2();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => faults.clear());

/** A picture with a red disc on grey, base64. */
async function picture(width: number, height: number, format: 'jpeg' | 'png' | 'gif' = 'png') {
  const disc = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/><circle cx="50%" cy="50%" r="30%" fill="#c22"/></svg>`,
  );
  return (await sharp(disc).flatten().toFormat(format).toBuffer()).toString('base64');
}

function client(region = 'us-west-2'): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region,
    endpoint,
    maxAttempts: 1,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
  });
}

async function invoke(modelId: string, body: unknown, region?: string) {
  const command = new InvokeModelCommand({
    modelId,
    contentType: 'application/json',
    accept: 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const bedrock = client(region);
  try {
    const { body: reply } = await bedrock.send(command);
    return JSON.parse(new TextDecoder().decode(reply)) as Reply;
  } finally {
    bedrock.destroy();
  }
}

/** Name, status and message of the error that the SDK raises. */
async function failure(modelId: string, body: unknown, region?: string) {
  try {
    await invoke(modelId, body, region);
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata: { httpStatusCode: number } };
    return { name, message, status: $metadata.httpStatusCode };
  }
  throw new Error('The call succeeded');
}

const good = () => ({ image: photo, prompt: 'a dish', seed: 7, output_format: 'png' });

describe('InvokeModel', () => {
  const bodies = (): Record<string, object> => ({
    [structure]: { ...good(), control_strength: 0.6, negative_prompt: 'text', style_preset: 'photographic' },
    [searchReplace]: { ...good(), search_prompt: 'plate', grow_mask: 4 },
    [removeBackground]: { image: photo, output_format: 'png' },
    [inpaint]: { ...good(), mask: photo, grow_mask: 0 },
    [outpaint]: {
      image: photo,
      left: 100,
      down: 40,
      creativity: 0.2,
      prompt: 'a table',
      output_format: 'png',
    },
    [transfer]: {
      init_image: photo,
      style_image: photo,
      prompt: 'a dish',
      composition_fidelity: 0.9,
      style_strength: 0.8,
      change_strength: 0.5,
      output_format: 'png',
    },
    [upscale]: { image: photo, output_format: 'png' },
    [sd35]: { ...good(), mode: 'image-to-image', strength: 0.6 },
  });

  it.each([
    structure,
    searchReplace,
    removeBackground,
    inpaint,
    outpaint,
    transfer,
    upscale,
    sd35,
  ])('answers %s through the SDK', async (model) => {
    const reply = await invoke(model, bodies()[model]);
    expect(reply.finish_reasons).toEqual([null]);
    expect(reply.seeds).toHaveLength(1);
    const image = await sharp(Buffer.from(reply.images?.[0] ?? '', 'base64')).metadata();
    expect(image.format).toBe('png');
  });

  it('returns the seed, and the same picture for the same seed only', async () => {
    const [first, again, other] = [
      await invoke(structure, good()),
      await invoke(structure, good()),
      await invoke(structure, { ...good(), seed: 8 }),
    ];
    expect(first.seeds).toEqual([7]);
    expect(again.images).toEqual(first.images);
    expect(other.images).not.toEqual(first.images);
  });

  it('picks a seed when none is given', async () => {
    const { seed: _, ...withoutSeed } = good();
    const reply = await invoke(structure, withoutSeed);
    expect(reply.seeds?.[0]).toBeGreaterThan(0);
  });

  it('accepts an inference profile by its ARN', async () => {
    const reply = await invoke(
      `arn:aws:bedrock:us-east-1:123456789012:inference-profile/${structure}`,
      good(),
    );
    expect(reply.images).toHaveLength(1);
  });
});

describe('models and regions', () => {
  it('serves inference profiles in three regions and sd3-5 in one', async () => {
    await expect(invoke(removeBackground, { image: photo }, 'us-east-2')).resolves.toBeDefined();
    expect(await failure(removeBackground, { image: photo }, 'eu-west-2')).toMatchObject({
      name: 'ValidationException',
      status: 400,
    });
    expect(await failure(sd35, good(), 'us-east-1')).toMatchObject({ name: 'ValidationException' });
  });

  it('refuses models that have ended, unknown models and models that need an inference profile', async () => {
    expect(await failure('amazon.nova-canvas-v1:0', {})).toMatchObject({
      name: 'ResourceNotFoundException',
      status: 404,
      message: expect.stringContaining('end of its life'),
    });
    expect(await failure('acme.painter-v1:0', {})).toMatchObject({
      name: 'ResourceNotFoundException',
      status: 404,
    });
    expect(await failure('stability.stable-image-inpaint-v1:0', {})).toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('inference profile'),
    });
  });

  it('refuses calls without a credential scope', async () => {
    const reply = await fetch(`${endpoint}/model/${encodeURIComponent(structure)}/invoke`, {
      method: 'POST',
    });
    expect(reply.status).toBe(403);
    expect(reply.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
  });

  it('has no other operations', async () => {
    const reply = await fetch(`${endpoint}/model/${encodeURIComponent(structure)}/converse-stream`, {
      method: 'POST',
    });
    expect(reply.status).toBe(404);
  });
});

describe('Converse', () => {
  it('analyses the picture, and refuses one that it cannot decode', async () => {
    const ask = (bytes: Uint8Array) =>
      client('us-west-2').send(
        new ConverseCommand({
          modelId: 'us.amazon.nova-2-lite-v1:0',
          messages: [{ role: 'user', content: [{ image: { format: 'jpeg', source: { bytes } } }] }],
          toolConfig: {
            tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }],
            toolChoice: { tool: { name: 'look' } },
          },
        }),
      );
    const { output } = await ask(await withWriting(await readPhoto('burger'), 0.1));
    const facts = output?.message?.content?.[0]?.toolUse?.input as unknown as Sights;
    expect(facts).toMatchObject({ width: 512, height: 512, panels: 1 });
    expect(facts.writing).toBeGreaterThan(0.005);
    expect(facts.people?.sure).toBeLessThan(0.2);
    await expect(ask(Buffer.from('no picture'))).rejects.toThrow('the image could not be decoded');
  });
});

describe('validation', () => {
  const cases: [string, (body: ReturnType<typeof good>) => unknown, string][] = [
    ['an unknown field', (body) => ({ ...body, steps: 30 }), '#: extraneous key [steps] is not permitted'],
    ['an upper-case output format', (body) => ({ ...body, output_format: 'PNG' }), '#/output_format'],
    ['a seed that is a string', (body) => ({ ...body, seed: '7' }), '#/seed'],
    ['a seed over the range', (body) => ({ ...body, seed: 4294967295 }), '#/seed'],
    ['a negative seed', (body) => ({ ...body, seed: -1 }), '#/seed'],
    ['a prompt over 10,000 characters', (body) => ({ ...body, prompt: 'a'.repeat(10_001) }), '#/prompt'],
    ['no prompt', (body) => ({ ...body, prompt: undefined }), '#/prompt'],
    ['a control strength over 1', (body) => ({ ...body, control_strength: 1.1 }), '#/control_strength'],
    ['an unknown style preset', (body) => ({ ...body, style_preset: 'oil' }), '#/style_preset'],
    [
      'an image that is no base64',
      (body) => ({ ...body, image: 'data:image/png;base64,AAAA' }),
      '#/image: not a base64',
    ],
    [
      'an image that cannot be decoded',
      (body) => ({ ...body, image: Buffer.from('<html></html>').toString('base64') }),
      '#/image: the image could not be decoded',
    ],
    ['malformed JSON', () => '{"image":', 'not valid JSON'],
    ['a body over 25,000,000 bytes', () => 'x'.repeat(25_000_001), 'body size of 25000001 bytes'],
  ];

  it.each(cases)('refuses %s', async (_name, change, message) => {
    const error = await failure(structure, change(good()));
    expect(error).toMatchObject({ name: 'ValidationException', status: 400 });
    expect(error.message).toContain(message);
  });

  it.each([
    [63, 96, 'sides must be at least 64'],
    [320, 100, 'aspect ratio'],
    [100, 251, 'aspect ratio'],
    [3073, 3072, 'at most 9437184 pixels'],
  ])('refuses an image of %i by %i', async (width, height, message) => {
    const error = await failure(structure, { ...good(), image: await picture(width, height, 'jpeg') });
    expect(error).toMatchObject({ name: 'ValidationException', status: 400 });
    expect(error.message).toContain(message);
  });

  it('refuses a truncated JPEG and a GIF', async () => {
    const jpeg = Buffer.from(await picture(200, 200, 'jpeg'), 'base64');
    const cut = jpeg.subarray(0, jpeg.length / 2).toString('base64');
    expect((await failure(structure, { ...good(), image: cut })).message).toContain('could not be decoded');
    const gif = await picture(96, 96, 'gif');
    expect((await failure(structure, { ...good(), image: gif })).message).toContain(
      'unsupported image format',
    );
  });

  it('accepts at most 1,048,576 pixels for the fast upscaler', async () => {
    const error = await failure(upscale, { image: await picture(1025, 1024, 'jpeg') });
    expect(error.message).toContain('at most 1048576 pixels');
  });

  it('has no style preset for style transfer and only image-to-image for sd3-5', async () => {
    const style = { init_image: photo, style_image: photo, style_preset: 'anime' };
    expect((await failure(transfer, style)).message).toContain('extraneous key [style_preset]');
    const text = { ...good(), mode: 'text-to-image', strength: 0.5 };
    expect((await failure(sd35, text)).message).toContain('#/mode');
  });

  it('filters a refused word with HTTP 200 and no images', async () => {
    const reply = await invoke(structure, { ...good(), prompt: 'a plate with blood and gore' });
    expect(reply).toEqual({ finish_reasons: ['Filter reason: prompt'] });
    const harmless = await invoke(structure, { ...good(), prompt: 'a blood orange salad' });
    expect(harmless.finish_reasons).toEqual([null]);
  });
});

describe('faults', () => {
  it('throttles each region and model in a sliding minute', async () => {
    clock = 1_000_000;
    faults.add({ kind: 'throttle', perMinute: 2 });
    const body = { image: photo };
    await invoke(removeBackground, body);
    clock += 30_000;
    await invoke(removeBackground, body);
    expect(await failure(removeBackground, body)).toMatchObject({ name: 'ThrottlingException', status: 429 });
    await expect(invoke(removeBackground, body, 'us-east-1')).resolves.toBeDefined();
    await expect(invoke(structure, good())).resolves.toBeDefined();
    clock += 30_001;
    await expect(invoke(removeBackground, body)).resolves.toBeDefined();
    expect(await failure(removeBackground, body)).toMatchObject({ name: 'ThrottlingException' });
  });

  it('refuses the next calls with a finish reason, and only those', async () => {
    faults.add(
      { kind: 'refuse', reason: 'Filter reason: output image' },
      { model: 'control-structure', times: 1 },
    );
    expect(await invoke(structure, good())).toEqual({ finish_reasons: ['Filter reason: output image'] });
    expect((await invoke(structure, good())).finish_reasons).toEqual([null]);
  });

  it.each([
    ['AccessDeniedException', 403],
    ['ModelTimeoutException', 408],
    ['ModelErrorException', 424],
    ['InternalServerException', 500],
    ['ServiceUnavailableException', 503],
  ] as const)('fails with %s (%i)', async (error, status) => {
    faults.add({ kind: 'error', error, message: 'injected' }, { times: 1 });
    expect(await failure(structure, good())).toEqual({ name: error, status, message: 'injected' });
  });

  it('ends the life of a model until removed', async () => {
    const remove = faults.add({ kind: 'end-of-life' }, { model: structure });
    expect(await failure(structure, good())).toMatchObject({
      name: 'ResourceNotFoundException',
      status: 404,
    });
    remove();
    await expect(invoke(structure, good())).resolves.toBeDefined();
  });

  it('delays', async () => {
    faults.add({ kind: 'delay', milliseconds: 300 }, { times: 1 });
    const started = performance.now();
    await invoke(removeBackground, { image: photo });
    expect(performance.now() - started).toBeGreaterThan(295);
  });

  it('hangs until the caller closes the connection', async () => {
    faults.add({ kind: 'hang' }, { region: 'us-east-2' });
    const call = fetch(`${endpoint}/model/${encodeURIComponent(removeBackground)}/invoke`, {
      method: 'POST',
      headers: {
        authorization: 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/us-east-2/bedrock/aws4_request',
      },
      body: JSON.stringify({ image: photo }),
      signal: AbortSignal.timeout(200),
    });
    await expect(call).rejects.toThrow('aborted due to timeout');
    await expect.poll(() => runtime.calls(removeBackground).at(-1)?.status).toBe(0);
  });

  it('records how each call ended', async () => {
    const before = runtime.calls(structure).length;
    await invoke(structure, good(), 'us-east-1');
    await failure(structure, { ...good(), seed: -1 });
    expect(runtime.calls(structure).slice(before)).toEqual([
      { model: structure, region: 'us-east-1', status: 200 },
      { model: structure, region: 'us-west-2', status: 400, error: 'ValidationException' },
    ]);
  });
});
