import type { ModelRequest } from './contract.ts';
import type { LookTexts } from './renderer/look.ts';
import { createWorkerPool } from './worker-pool.ts';

/** What a render thread is asked for. */
export interface RenderTask {
  request: ModelRequest;
  seed: number;
}

export interface RenderPool {
  /** The finished picture in the request's output format. */
  render(request: ModelRequest, seed: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Renders pictures in at most `size` threads, each of which renders one picture at a time. */
export function createRenderPool(size: number, lookTexts: LookTexts): RenderPool {
  const module = new URL('./renderer/worker.ts', import.meta.url);
  const pool = createWorkerPool<RenderTask, Uint8Array>(module, size, lookTexts);
  return {
    render: async (request, seed) => Buffer.from(await pool.run({ request, seed })),
    close: pool.close,
  };
}
