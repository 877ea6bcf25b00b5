import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { RenderResult, RenderTask } from '../render-pool.ts';
import type { LookTexts } from './look.ts';
import { render } from './render.ts';

// The pool decides how many pictures are rendered at the same time; each of them uses one core.
sharp.concurrency(1);

const lookTexts = workerData as LookTexts;

parentPort?.on('message', async ({ id, request, seed }: RenderTask) => {
  let result: RenderResult;
  try {
    result = { id, image: await render(request, seed, lookTexts) };
  } catch (error) {
    result = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(result);
});
