import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { RenderResult, RenderTask } from '../render-pool.ts';
import { render } from './render.ts';

// One picture at a time on one core: the pool decides how many.
sharp.concurrency(1);

parentPort?.on('message', async ({ id, request, seed }: RenderTask) => {
  let result: RenderResult;
  try {
    result = { id, image: await render(request, seed) };
  } catch (error) {
    result = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(result);
});
