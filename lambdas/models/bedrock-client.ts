import { createHash } from 'node:crypto';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandOutput,
  InvokeModelCommand,
  type ToolInputSchema,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as z from 'zod/mini';
import { backOff } from '#lambdas/runtime/backoff.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { costOfTokens, type ModelUsage } from '#shared/domain/model-cost.ts';
import { imageModels, visionModels } from '#shared/image-models.ts';
import type { CallModel, ModelName } from './adapter.ts';
import { modelCosts } from './edit-modes.ts';
import {
  ModelEndedError,
  ModelFailedError,
  OutOfTimeError,
  RefusedError,
  ThrottledError,
} from './model-error.ts';
import { noteModelProblem } from './model-state-store.ts';

/** One call of a model, also a failed one, for the record of usage and cost. */
export interface ModelCall {
  readonly model: string;
  readonly region: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: 'made' | Failure['kind'];
  /** Millionths of a US dollar. */
  readonly cost: number;
  /** Of a model that is paid by the token. */
  readonly usageMetadata?: ModelUsage['usageMetadata'];
}

/**
 * Why a call failed, and which retry may help.
 * - `throttled` (429, 503) and `broken` (500): another region, then all regions once more.
 * - `stuck` (408, 424, "Inference error"): the same call once more.
 * - `timeout`: no answer in time, the same call once more, in another region: a region that fails may just be silent. It
 *   is booked at its usual cost: the model may have finished after we stopped waiting.
 * - `invalid` (400, 403 and similar): none; the request or the permissions are wrong.
 * - `ended` (404): another region; if every region says so, the model no longer exists.
 * - `refused`: none; the customer gets the reason.
 */
type Failure =
  | {
      readonly kind: 'throttled' | 'broken' | 'stuck' | 'timeout' | 'invalid' | 'ended';
      readonly detail: string;
      /** This account may not call the model. */
      readonly denied?: boolean;
    }
  | { readonly kind: 'refused'; readonly subject: RefusedError['subject'] };

/** Timeout of a call in milliseconds. A call takes about 8 seconds. */
const callTimeout = 60_000;
/** No call is started with less time left than this, in milliseconds. */
export const shortestCall = 5_000;
/** Number of attempts in each region. */
const rounds = 2;

/** The regions of models that are not in all three regions. */
const onlyRegions: Partial<Record<ModelName, readonly string[]>> = { sd35Large: ['us-west-2'] };

const replySchema = z.object({
  finish_reasons: z.optional(z.array(z.nullable(z.string()))),
  images: z.optional(z.array(z.string())),
});

const clients = new Map<string, BedrockRuntimeClient>();

interface CallerOptions {
  /**
   * Source regions (model-regions.ts). Quotas count for each region; those with larger quotas are listed more often.
   */
  readonly regions: readonly string[];
  /** Text that decides which region comes first, so that generations spread over the regions. */
  readonly spreadBy: string;
  /** Offset from that region at which to begin; 0 by default. */
  readonly first?: number;
  /** Milliseconds left for this run. */
  readonly remainingMs: () => number;
  readonly record: (call: ModelCall) => void;
}

/**
 * Makes the function with which adapters call models. It chooses regions, retries by kind of failure, applies the
 * timeout and records each call.
 */
export function modelCaller(options: CallerOptions): CallModel {
  return (model, body) =>
    callInTurn(options, {
      id: imageModels[model],
      usualCost: modelCosts[model],
      regions: options.regions.filter((region) => onlyRegions[model]?.includes(region) ?? true),
      send: async (region, abortSignal) => {
        const command = new InvokeModelCommand({
          modelId: imageModels[model],
          contentType: 'application/json',
          accept: 'application/json',
          body: JSON.stringify(body),
        });
        const reply = await bedrockIn(region).send(command, { abortSignal });
        const file = readReply(reply.body.transformToString());
        return Buffer.isBuffer(file) ? { value: file, cost: modelCosts[model] } : file;
      },
    });
}

/** A question about a picture, with the form of its answer. */
export interface Question {
  readonly model: keyof typeof visionModels;
  /** A JPEG file. */
  readonly picture: Uint8Array;
  readonly instructions: string;
  /** Further information for the question; none by default. */
  readonly details?: string;
  /** Sampling temperature from 0 to 1; 0 by default. */
  readonly temperature?: number;
  /** Name and purpose of the tool that the model calls with its answer, and the schema of the answer. */
  readonly form: {
    readonly name: string;
    readonly description: string;
    readonly answer: z.ZodMiniObject;
  };
}

/**
 * Asks a vision model to fill a form about a picture, and returns its answer unvalidated. Regions, retries, timeout and
 * record are as for other calls.
 * @throws RefusedError, ThrottledError, OutOfTimeError, ModelFailedError
 */
export function askAboutPicture(options: CallerOptions, question: Question): Promise<unknown> {
  const { model, picture, instructions, details, temperature = 0, form } = question;
  const { name, description, answer } = form;
  return callInTurn(options, {
    id: visionModels[model],
    // About 1,500 tokens for the picture and the question, 200 for the answer.
    usualCost: costOfTokens(1_500, 200),
    regions: options.regions,
    send: async (region, abortSignal) => {
      const command = new ConverseCommand({
        modelId: visionModels[model],
        system: [{ text: instructions }],
        messages: [
          {
            role: 'user',
            content: [
              { image: { format: 'jpeg', source: { bytes: picture } } },
              { text: details === undefined ? description : `${description}\n\n${details}` },
            ],
          },
        ],
        toolConfig: {
          tools: [{ toolSpec: { name, description, inputSchema: { json: toolSchema(answer) } } }],
          toolChoice: { tool: { name } },
        },
        inferenceConfig: { maxTokens: 1200, temperature },
      });
      return readAnswer(await bedrockIn(region).send(command, { abortSignal }));
    },
  });
}

/**
 * The JSON Schema of an answer, reduced to the keywords that Nova accepts (its user guide, page on troubleshooting tool
 * calls).
 */
function toolSchema(answer: z.ZodMiniObject): ToolInputSchema.JsonMember['json'] {
  const { type, properties, required } = z.toJSONSchema(answer, { io: 'input' });
  return JSON.parse(JSON.stringify({ type, properties, required }));
}

function readAnswer({ stopReason, output, usage }: ConverseCommandOutput): Made<unknown> | Failure {
  if (stopReason === 'content_filtered' || stopReason === 'guardrail_intervened')
    return { kind: 'refused', subject: 'input image' };
  const filled = output?.message?.content?.find(({ toolUse }) => toolUse !== undefined)?.toolUse?.input;
  if (filled === undefined) return { kind: 'stuck', detail: `No form was filled in: ${stopReason}` };
  const { inputTokens = 0, outputTokens = 0, totalTokens = 0 } = usage ?? {};
  return {
    value: filled,
    cost: costOfTokens(inputTokens, outputTokens),
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens,
      totalTokenCount: totalTokens,
    },
  };
}

/** The result of a call, and what it cost. */
interface Made<T> extends Pick<ModelCall, 'cost' | 'usageMetadata'> {
  readonly value: T;
}

interface ModelOfCall<T> {
  readonly id: string;
  readonly regions: readonly string[];
  /** Millionths of a US dollar. */
  readonly usualCost: number;
  readonly send: (region: string, abortSignal: AbortSignal) => Promise<Made<T> | Failure>;
}

async function callInTurn<T>(options: CallerOptions, model: ModelOfCall<T>): Promise<T> {
  const regions = [...new Set(rotate(model.regions, options.spreadBy, options.first))];
  const { id } = model;
  if (regions.length === 0)
    throw new ModelFailedError(`${id} is available in none of the configured regions`);
  const failures: Failure['kind'][] = [];
  /** Calls that brought no answer about the picture: after the second, the model fails. */
  let stuck = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const region of regions) {
      let result = await callOnce(options, model, region);
      if (isFailure(result) && result.kind === 'stuck' && stuck++ === 0) {
        result = await callOnce(options, model, region);
      }
      if (!isFailure(result)) return result.value;
      if (result.kind === 'refused') throw new RefusedError(result.subject);
      logger.warn('A model call failed', { model: id, region, kind: result.kind, detail: result.detail });
      if (result.denied) {
        countTogether('ModelAccessDenied');
        await noteModelProblem({ problem: 'denied', model: id, region });
      }
      const isGivenUp = result.kind === 'stuck' || (result.kind === 'timeout' && stuck++ > 0);
      if (isGivenUp || (result.kind === 'invalid' && !result.denied)) {
        throw new ModelFailedError(`${id}: ${result.detail}`);
      }
      failures.push(result.kind);
      // Another region may still have the model, or allow it (access is granted for each region), or answer.
      if (!['ended', 'timeout'].includes(result.kind) && !result.denied) await backOff(round, 500, 4_000);
    }
    if (failures.every((kind) => kind === 'ended')) {
      countTogether('ModelEnded');
      throw new ModelEndedError(id);
    }
    if (failures.every((kind) => kind === 'ended' || kind === 'invalid')) {
      await noteModelProblem({ problem: 'denied', model: id });
      throw new ModelFailedError(`${id} may be called in no region`);
    }
  }
  // One broken connection among them does not mean that the model fails: a later run tries again.
  if (failures.includes('throttled')) throw new ThrottledError(`${id} is throttled`);
  throw new ModelFailedError(`${id} fails in every region`);
}

function isFailure(result: Made<unknown> | Failure): result is Failure {
  return 'kind' in result;
}

async function callOnce<T>(
  { remainingMs, record }: CallerOptions,
  { id, usualCost, send }: ModelOfCall<T>,
  region: string,
): Promise<Made<T> | Failure> {
  const remaining = remainingMs();
  if (remaining < shortestCall) throw new OutOfTimeError('No time left for a model call');
  const startedAt = new Date();
  const result = await sendWithin(Math.min(callTimeout, remaining), (abort) => send(region, abort));
  const made = !isFailure(result);
  record({
    model: id,
    region,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    outcome: made ? 'made' : result.kind,
    cost: made ? result.cost : result.kind === 'timeout' ? usualCost : 0,
    ...(made && result.usageMetadata && { usageMetadata: result.usageMetadata }),
  });
  return result;
}

async function sendWithin<T>(
  time: number,
  send: (abort: AbortSignal) => Promise<Made<T> | Failure>,
): Promise<Made<T> | Failure> {
  const abort = AbortSignal.timeout(time);
  try {
    return await send(abort);
  } catch (error) {
    if (abort.aborted) return { kind: 'timeout', detail: `No answer within ${time} ms` };
    return failureOf(error);
  }
}

function readReply(text: string): Buffer | Failure {
  const reply = replySchema.parse(JSON.parse(text));
  const reason = reply.finish_reasons?.[0] ?? null;
  const subject = reason?.match(/^Filter reason: (prompt|input image|output image)/)?.[1];
  if (subject) return { kind: 'refused', subject: subject as RefusedError['subject'] };
  // An unknown filter reason is still a refusal.
  if (reason?.startsWith('Filter reason')) return { kind: 'refused', subject: 'output image' };
  if (reason) return { kind: 'stuck', detail: reason };
  const image = reply.images?.[0];
  return image ? Buffer.from(image, 'base64') : { kind: 'stuck', detail: 'The reply has no image' };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) throw error;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  const detail = `${error.name}: ${error.message}`;
  // With the status 400.
  if (error.name === 'ServiceQuotaExceededException') return { kind: 'throttled', detail };
  switch (status) {
    case 429:
    case 503:
      return { kind: 'throttled', detail };
    case 408:
    case 424:
      return { kind: 'stuck', detail };
    case 404:
      return { kind: 'ended', detail };
    // No status: the connection broke before an answer.
    case undefined:
      return { kind: 'broken', detail };
    default:
      return { kind: status >= 500 ? 'broken' : 'invalid', detail, denied: status === 403 };
  }
}

/**
 * Uses HTTP/1.1. The SDK would keep HTTP/2 sessions open between invocations, while Lambda freezes the function: a
 * session that died in the meantime looks alive until the call times out. A new connection takes 0.1 s; a call takes
 * about 8 s.
 */
const requestHandler = new NodeHttpHandler({
  httpAgent: { keepAlive: false },
  httpsAgent: { keepAlive: false },
});

/** The client of a source region. */
export function bedrockIn(region: string): BedrockRuntimeClient {
  const client = clients.get(region) ?? new BedrockRuntimeClient({ region, maxAttempts: 1, requestHandler });
  clients.set(region, client);
  return client;
}

function rotate<T>(list: readonly T[], by: string, further = 0): readonly T[] {
  const hash = createHash('sha256').update(by).digest().readUInt32BE(0);
  const start = (hash + further) % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}
