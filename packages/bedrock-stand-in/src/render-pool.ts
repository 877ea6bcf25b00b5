import { Worker } from 'node:worker_threads';
import type { ModelRequest } from './contract.ts';
import type { LookTexts } from './renderer/look.ts';

/** A message to a render thread. */
export interface RenderTask {
  id: number;
  request: ModelRequest;
  seed: number;
}

/** A message from a render thread. */
export type RenderResult = { id: number; image: Uint8Array } | { id: number; error: string };

interface PendingTask extends RenderTask {
  resolve: (image: Buffer) => void;
  reject: (error: Error) => void;
}

export interface RenderPool {
  /** The finished picture in the request's output format. */
  render(request: ModelRequest, seed: number): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Renders pictures in at most `size` threads, first come, first served. Each thread renders one picture at a time. Threads
 * start with the first pictures and do not keep the process alive.
 */
export function createRenderPool(size: number, lookTexts: LookTexts): RenderPool {
  const waiting: PendingTask[] = [];
  const threads = new Map<Worker, PendingTask | undefined>();
  let nextId = 1;
  let closed = false;

  function assignTasks(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(([, task]) => task === undefined)?.[0];
      const thread = idle ?? (threads.size < size ? start() : undefined);
      if (!thread) return;
      const task = waiting.shift();
      if (!task) return;
      threads.set(thread, task);
      const { id, request, seed } = task;
      thread.postMessage({ id, request, seed } satisfies RenderTask);
    }
  }

  function start(): Worker {
    const thread = new Worker(new URL('./renderer/worker.ts', import.meta.url), { workerData: lookTexts });
    thread.unref();
    thread.on('message', (result: RenderResult) => {
      const task = threads.get(thread);
      threads.set(thread, undefined);
      if ('error' in result) task?.reject(new Error(result.error));
      else task?.resolve(Buffer.from(result.image));
      assignTasks();
    });
    const fail = (error: Error) => {
      threads.get(thread)?.reject(error);
      threads.delete(thread);
      if (!closed) assignTasks();
    };
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('The render thread stopped')));
    threads.set(thread, undefined);
    return thread;
  }

  return {
    render(request, seed) {
      if (closed) return Promise.reject(new Error('The renderer is closed'));
      return new Promise<Buffer>((resolve, reject) => {
        waiting.push({ id: nextId++, request, seed, resolve, reject });
        assignTasks();
      });
    },
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(new Error('The renderer is closed'));
      await Promise.all([...threads.keys()].map((thread) => thread.terminate()));
    },
  };
}
