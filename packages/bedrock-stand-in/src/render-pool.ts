import { Worker } from 'node:worker_threads';
import type { ModelRequest } from './contract.ts';

interface Job {
  id: number;
  request: ModelRequest;
  seed: number;
  resolve: (image: Buffer) => void;
  reject: (error: Error) => void;
}

/** What the worker thread gets and gives. */
export interface RenderTask {
  id: number;
  request: ModelRequest;
  seed: number;
}
export type RenderResult = { id: number; image: Uint8Array } | { id: number; error: string };

export interface RenderPool {
  /** The finished picture in the request's output format. */
  render(request: ModelRequest, seed: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * A few threads that render one picture at a time each, in the order of asking. Threads start with the first
 * picture and never keep the process alive.
 */
export function createRenderPool(size: number): RenderPool {
  const waiting: Job[] = [];
  const running = new Map<Worker, Job | undefined>();
  let nextId = 1;
  let closed = false;

  function pump(): void {
    while (waiting.length > 0) {
      const idle = [...running].find(([, job]) => job === undefined)?.[0] ?? (running.size < size && start());
      if (!idle) return;
      const job = waiting.shift();
      if (!job) return;
      running.set(idle, job);
      idle.postMessage({ id: job.id, request: job.request, seed: job.seed } satisfies RenderTask);
    }
  }

  function start(): Worker {
    const worker = new Worker(new URL('./renderer/worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (result: RenderResult) => {
      const job = running.get(worker);
      running.set(worker, undefined);
      if ('error' in result) job?.reject(new Error(result.error));
      else job?.resolve(Buffer.from(result.image));
      pump();
    });
    const fail = (error: Error) => {
      running.get(worker)?.reject(error);
      running.delete(worker);
      if (!closed) pump();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('The render thread stopped')));
    running.set(worker, undefined);
    return worker;
  }

  return {
    render(request, seed) {
      if (closed) return Promise.reject(new Error('The renderer is closed'));
      return new Promise<Buffer>((resolve, reject) => {
        waiting.push({ id: nextId++, request, seed, resolve, reject });
        pump();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('The renderer is closed'));
      await Promise.all([...running.keys()].map((worker) => worker.terminate()));
    },
  };
}
