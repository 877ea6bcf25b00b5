import { randomInt, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, type ErrorName } from './aws-error.ts';
import { isRefusedPrompt } from './content-filter.ts';
import { type ModelRequest, readRequest } from './contract.ts';
import { converse, type FillForm } from './converse.ts';
import { type Fault, FaultRules, type FinishReason } from './faults.ts';
import { chatModels, endedModels, models } from './models.ts';
import { createRenderPool } from './render-pool.ts';
import { type LookTexts, noLookTexts } from './renderer/look.ts';
import type { Sights } from './seeing/see-picture.ts';
import { createWorkerPool } from './worker-pool.ts';

export interface BedrockOptions {
  /** The texts by which prompts select looks; without them the renderer knows style presets only. */
  lookTexts?: LookTexts;
  /**
   * Draws instead of the renderer: for tests that order many pictures and check none, or that bring their own pictures.
   */
  draw?: Draw;
  /** Analyses pictures instead of the neural networks, for tests. */
  see?: See;
  /** Fills in the forms of Converse; without it, they are answered with a text. */
  fillForm?: FillForm;
  /** Current time in milliseconds, by which throttling measures its minutes. `Date.now` by default. */
  now?: () => number;
}

/** Makes the picture of a valid request in the request's output format; undefined leaves it to the renderer. */
export type Draw = (request: ModelRequest, seed: number) => Promise<Buffer | undefined>;

export type { Sights };

/** Analyses a picture: writing, people, collage panels, separate objects. */
export type See = (picture: Uint8Array) => Promise<Sights>;

/**
 * An InvokeModel call that has ended. `status` is the HTTP status, or 0 if the caller closed the connection before the
 * answer.
 */
export interface ModelCall {
  model: string;
  region: string;
  status: number;
  error?: ErrorName;
  finishReason?: FinishReason;
}

export interface BedrockRuntime {
  /** Answers one request. Its signature is not checked. */
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
  /** Rules that inject faults. */
  faults: FaultRules;
  /** Ids of models that GetFoundationModel calls legacy. */
  legacyModels: Set<string>;
  /** The latest 10,000 calls that have ended, oldest first. `model` limits them to the models whose ids contain it. */
  calls(model?: string): ModelCall[];
  close(): Promise<void>;
}

interface Reply {
  seeds?: number[];
  finish_reasons: (FinishReason | null)[];
  images?: string[];
}

const MAX_CALLS_KEPT = 10_000;
const END_OF_LIFE =
  'This model version has reached the end of its life. Please refer to the AWS documentation for more details.';

/**
 * Answers `POST /model/{modelId}/invoke` as the Bedrock runtime does for the Stability image models, and `/converse` as
 * it does for a vision model that fills in a form about a picture. Pictures are made by image processing on this
 * machine. The source region comes from the credential scope of the Authorization header.
 */
export function createBedrockRuntime(options: BedrockOptions = {}): BedrockRuntime {
  const faults = new FaultRules(options.now);
  const pool = createRenderPool(1, options.lookTexts ?? noLookTexts);
  // A separate thread: an analysis takes tenths of a second and must not queue behind renderings, which take seconds.
  const seeing = createWorkerPool<Uint8Array, Sights>(new URL('./seeing/worker.ts', import.meta.url), 1);
  const fillForm = options.fillForm ?? (async () => undefined);
  const calls: ModelCall[] = [];
  const closing = new AbortController();
  const legacyModels = new Set<string>();

  /** The answer of Bedrock's control plane (GetFoundationModel), as far as it describes the lifecycle of a model. */
  function describe(id: string): object {
    if (![...models, ...chatModels].some((known) => known.id.replace(/^us\./, '') === id))
      throw new AwsError('ResourceNotFoundException', `Could not resolve the foundation model: ${id}`);
    const modelArn = `arn:aws:bedrock:us-west-2::foundation-model/${id}`;
    const status = legacyModels.has(id) ? 'LEGACY' : 'ACTIVE';
    return { modelDetails: { modelArn, modelId: id, modelLifecycle: { status } } };
  }

  async function invoke(call: ModelCall, body: Buffer, hangUp: AbortSignal): Promise<Reply> {
    const model = findModel(models, call.model, call.region);
    const due = faults.take(model.id, call.region, model.requestsPerMinute);
    for (const fault of due) await apply(fault, hangUp);
    const request = await readRequest(model.service, body);
    const refusal = due.find((fault) => fault.kind === 'refuse');
    if (refusal) return { finish_reasons: [refusal.reason] };
    if (promptsOf(request).some(isRefusedPrompt)) return { finish_reasons: ['Filter reason: prompt'] };
    // The vendor picks a seed if there is none or if it is 0.
    const seed = ('seed' in request.fields && request.fields.seed) || randomInt(1, 4_294_967_295);
    const image = (await options.draw?.(request, seed)) ?? (await pool.render(request, seed));
    return { seeds: [seed], finish_reasons: [null], images: [image.toString('base64')] };
  }

  async function talk(call: ModelCall, body: Buffer, hangUp: AbortSignal) {
    const started = Date.now();
    const model = findModel(chatModels, call.model, call.region);
    const due = faults.take(model.id, call.region, model.requestsPerMinute);
    for (const fault of due) await apply(fault, hangUp);
    const given = due.flatMap((fault) => (fault.kind === 'answer' ? [fault] : []));
    const fill: FillForm = async (tool, ...rest) =>
      given.find((fault) => fault.tool === tool)?.input ?? fillForm(tool, ...rest);
    const answer = await converse(body, options.see ?? seeing.run, fill, () => Date.now() - started);
    if (!due.some((fault) => fault.kind === 'refuse')) return answer;
    const message = { role: 'assistant', content: [{ text: 'The request was blocked.' }] };
    return { ...answer, output: { message }, stopReason: 'content_filtered' };
  }

  return {
    async handle(req, res, body) {
      const hungUp = new AbortController();
      res.once('close', () => hungUp.abort());
      const started = Date.now();
      const call: ModelCall = { model: '', region: '', status: 0 };
      let status = 200;
      let reply: object;
      try {
        const { id, operation } = operationOf(req);
        if (operation !== 'describe') call.model = id;
        call.region = regionOf(req);
        const hangUp = AbortSignal.any([hungUp.signal, closing.signal]);
        if (operation === 'describe') reply = describe(id);
        else if (operation === 'converse') reply = await talk(call, body, hangUp);
        else {
          const made = await invoke(call, body, hangUp);
          reply = made;
          const reason = made.finish_reasons[0];
          if (reason) call.finishReason = reason;
        }
      } catch (thrown) {
        const error =
          thrown instanceof AwsError
            ? thrown
            : new AwsError('InternalServerException', 'The server encountered an internal error.');
        if (error !== thrown && !closing.signal.aborted) console.error('Bedrock runtime:', thrown);
        status = error.status;
        call.error = error.code;
        reply = { message: error.message };
        res.setHeader('x-amzn-errortype', error.code);
      }
      if (!hungUp.signal.aborted) call.status = status;
      if (call.model) calls.push(call);
      if (calls.length > MAX_CALLS_KEPT) calls.shift();
      if (hungUp.signal.aborted) return;
      res.writeHead(status, {
        'content-type': 'application/json',
        'x-amzn-requestid': randomUUID(),
        'x-amzn-bedrock-invocation-latency': String(Date.now() - started),
      });
      res.end(JSON.stringify(reply));
    },
    faults,
    legacyModels,
    calls: (model = '') => calls.filter((call) => call.model.includes(model)),
    async close() {
      closing.abort();
      await Promise.all([pool.close(), seeing.close()]);
    },
  };
}

async function apply(fault: Fault, hangUp: AbortSignal): Promise<void> {
  switch (fault.kind) {
    case 'throttle':
      throw new AwsError(
        'ThrottlingException',
        'Too many requests, please wait before trying again. You have sent too many requests.',
      );
    case 'end-of-life':
      throw new AwsError('ResourceNotFoundException', END_OF_LIFE);
    case 'error':
      throw new AwsError(fault.error, fault.message ?? 'The model could not process the request.');
    case 'delay':
      return wait(fault.milliseconds, hangUp);
    case 'hang':
      await wait(2 ** 31 - 1, hangUp);
      throw new AwsError('ModelTimeoutException', 'Model has timed out in processing the request.');
    case 'refuse':
    case 'answer':
      return;
  }
}

/** Resolves after the time, or at once when the signal fires. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** The operation and the model id in the path. For the ARN of a model or inference profile, the id is its last part. */
function operationOf(req: IncomingMessage): { id: string; operation: 'invoke' | 'converse' | 'describe' } {
  const path = new URL(req.url ?? '/', 'http://localhost').pathname;
  const described = /^\/foundation-models\/([^/]+)$/.exec(path)?.[1];
  if (req.method === 'GET' && described) return { id: decodeURIComponent(described), operation: 'describe' };
  const [, encoded, name] = /^\/model\/([^/]+)\/(invoke|converse)$/.exec(path) ?? [];
  if (req.method !== 'POST' || !encoded) {
    throw new AwsError('UnknownOperationException', `No operation ${req.method} ${path} in this service.`);
  }
  try {
    const id = decodeURIComponent(encoded);
    const operation = name === 'converse' ? 'converse' : 'invoke';
    return { id: id.startsWith('arn:') ? id.slice(id.lastIndexOf('/') + 1) : id, operation };
  } catch {
    throw new AwsError('ValidationException', 'The provided model identifier is invalid.');
  }
}

function regionOf(req: IncomingMessage): string {
  const scope = /Credential=[^/]+\/\d{8}\/([a-z0-9-]+)\/bedrock\/aws4_request/.exec(
    req.headers.authorization ?? '',
  );
  if (!scope?.[1]) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  return scope[1];
}

function findModel<M extends { id: string; regions: readonly string[] }>(
  offered: readonly M[],
  id: string,
  region: string,
): M {
  if (endedModels.includes(id)) throw new AwsError('ResourceNotFoundException', END_OF_LIFE);
  const model = offered.find((known) => known.id === id);
  if (model?.regions.includes(region)) return model;
  if (model) throw new AwsError('ValidationException', 'The provided model identifier is invalid.');
  if (offered.some((known) => known.id === `us.${id}`)) {
    throw new AwsError(
      'ValidationException',
      `Invocation of model ID ${id} with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.`,
    );
  }
  throw new AwsError(
    'ResourceNotFoundException',
    `Could not resolve the foundation model from the model identifier: ${id}`,
  );
}

function promptsOf(request: ModelRequest): string[] {
  const { fields } = request;
  const prompts: string[] = [];
  if ('prompt' in fields && fields.prompt) prompts.push(fields.prompt);
  if ('search_prompt' in fields) prompts.push(fields.search_prompt);
  return prompts;
}
