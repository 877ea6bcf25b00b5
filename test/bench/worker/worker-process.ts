/**
 * A new process that runs the worker's bundle and plain sharp, which makes the same files, in turn, and reports
 * their durations and the peak of its memory to the parent.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import type { SQSBatchResponse } from 'aws-lambda';
import sharp from 'sharp';
import { inTurns, timed } from '../in-turns.ts';
import { makeFilesWithPlainSharp } from '../plain-sharp.ts';

export interface WorkerTask {
  /** The worker's bundle, and that of draw-pictures.ts. */
  readonly bundle: string;
  readonly pictures: string;
  readonly generations: readonly { readonly userId: string; readonly generationId: string }[];
  /** Files of the customer's photo and of the model's picture. */
  readonly photo: string;
  readonly drawn: string;
  readonly isWatermarked: boolean;
  /** Without it only the worker runs, once for each generation. */
  readonly comparesWithPlain: boolean;
}

export interface WorkerReport {
  /**
   * The same work in turns: a generation by the worker and by plain sharp, its bare model calls, its pictures alone.
   */
  readonly rounds: readonly Readonly<Record<'worker' | 'plain' | 'model' | 'pictures', Spent>>[];
  /** Milliseconds of the last generation, where only the worker runs. */
  readonly lastMs: number;
  readonly peakMegabytes: number;
}

/** Milliseconds, and those of processor time of all threads. */
interface Spent {
  readonly ms: number;
  readonly cpu: number;
}

const size = { width: 1080, height: 1080 };

const task: WorkerTask = JSON.parse(process.argv[2] ?? '');
// As Lambda loads it.
const require = createRequire(import.meta.url);
const { handler } = require(task.bundle);
const { drawPictures } = require(task.pictures);
const generations = [...task.generations];

async function worker(): Promise<number> {
  const generation = generations.pop();
  if (!generation) throw new Error('There are too few generations');
  const record = {
    messageId: 'message',
    body: JSON.stringify(generation),
    attributes: { ApproximateReceiveCount: '1' },
    eventSourceARN: 'arn:aws:sqs:eu-west-2:000000000000:standard',
  };
  const context = { functionName: 'worker', getRemainingTimeInMillis: () => 300_000 };
  let reply: SQSBatchResponse | undefined;
  const ms = await timed(async () => {
    reply = await handler({ Records: [record] }, context);
  });
  if (reply?.batchItemFailures.length !== 0) throw new Error('The worker failed');
  return ms;
}

/** Repetitions in a turn: enough that most of its garbage is collected in the same turn. */
const inARow = 5;

/** Repeats some work, which returns its milliseconds, and returns the average of one repetition. */
async function repeated(work: () => Promise<number>): Promise<Spent> {
  const before = process.cpuUsage();
  let ms = 0;
  for (let n = 0; n < inARow; n += 1) ms += await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: ms / inARow, cpu: (user + system) / 1000 / inARow };
}

const plain = () => makeFilesWithPlainSharp(readFileSync(task.photo), readFileSync(task.drawn), task);

const bedrock = new BedrockRuntimeClient({ region: 'us-west-2' });

/** Time of the bare model calls: sends the photo twice and decodes the pictures of two replies. */
async function model(input: Buffer): Promise<void> {
  const call = async () => {
    const body = JSON.stringify({ image: input.toString('base64'), prompt: 'A dish' });
    const reply = await bedrock.send(
      new InvokeModelCommand({ modelId: 'us.stability.stable-image-control-structure-v1:0', body }),
    );
    const { images } = JSON.parse(reply.body.transformToString());
    return Buffer.from(images[0], 'base64');
  };
  await Promise.all([call(), call()]);
}

async function run(): Promise<Omit<WorkerReport, 'peakMegabytes'>> {
  if (task.comparesWithPlain) {
    const input = await sharp(readFileSync(task.photo)).resize(1024, 1024).jpeg({ quality: 90 }).toBuffer();
    const rounds = await inTurns(task.generations.length / inARow - 1, {
      model: () => repeated(() => timed(() => model(input))),
      worker: () => repeated(worker),
      plain: () => repeated(() => timed(plain)),
      pictures: () =>
        repeated(() => timed(() => drawPictures(readFileSync(task.photo), readFileSync(task.drawn), size))),
    });
    return { rounds, lastMs: Number.NaN };
  }
  let lastMs = 0;
  while (generations.length > 0) lastMs = await worker();
  return { rounds: [], lastMs };
}

/**
 * Peak memory of this program from the kernel; `maxRSS` of the process would include the memory of the parent at
 * the fork.
 */
function peakKilobytes(): number {
  return Number(readFileSync('/proc/self/status', 'utf8').match(/^VmHWM:\s+(\d+) kB$/m)?.[1]);
}

const report: WorkerReport = { ...(await run()), peakMegabytes: peakKilobytes() / 1024 };
process.send?.(report, () => process.exit(0));
