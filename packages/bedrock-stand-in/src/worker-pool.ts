import { parentPort, Worker } from 'node:worker_threads';

/** The message that a thread sends back. */
type Answer<Result> = { result: Result } | { error: string };

interface Pending<Task, Result> {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

export interface WorkerPool<Task, Result> {
  /** @throws Error with the message of the thread's error, or if the pool is closed. */
  run(task: Task): Promise<Result>;
  /** Rejects waiting and running tasks. Resolves when the threads have ended, each after its current task. */
  close(): Promise<void>;
}

/**
 * Runs tasks in at most `size` threads, first come, first served. Each thread runs one task at a time. Threads start
 * with the first tasks and do not keep the process alive.
 *
 * @param module The module that each thread runs; it calls `answerTasks`.
 */
export function createWorkerPool<Task, Result>(
  module: URL,
  size: number,
  workerData?: unknown,
): WorkerPool<Task, Result> {
  const waiting: Pending<Task, Result>[] = [];
  const threads = new Map<Worker, Pending<Task, Result> | undefined>();
  let closed = false;

  function assignTasks(): void {
    while (waiting.length > 0) {
      const idle = [...threads].find(([, pending]) => pending === undefined)?.[0];
      const thread = idle ?? (threads.size < size ? start() : undefined);
      if (!thread) return;
      const pending = waiting.shift();
      if (!pending) return;
      threads.set(thread, pending);
      thread.postMessage(pending.task);
    }
  }

  function start(): Worker {
    const thread = new Worker(module, { workerData });
    thread.unref();
    thread.on('message', (answer: Answer<Result>) => {
      const pending = threads.get(thread);
      threads.set(thread, undefined);
      if ('error' in answer) pending?.reject(new Error(answer.error));
      else pending?.resolve(answer.result);
      assignTasks();
    });
    const fail = (error: Error) => {
      threads.get(thread)?.reject(error);
      threads.delete(thread);
      if (!closed) assignTasks();
    };
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('The thread stopped')));
    threads.set(thread, undefined);
    return thread;
  }

  /** Ends a thread after its task: terminating a thread while a network runs crashes the whole process. */
  async function end(thread: Worker, pending: Pending<Task, Result> | undefined): Promise<void> {
    if (pending) {
      pending.reject(new Error('The pool is closed'));
      thread.ref();
      await new Promise((resolve) => thread.once('message', resolve).once('exit', resolve));
    }
    await thread.terminate();
  }

  return {
    run(task) {
      if (closed) return Promise.reject(new Error('The pool is closed'));
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        assignTasks();
      });
    },
    async close() {
      closed = true;
      for (const pending of waiting.splice(0)) pending.reject(new Error('The pool is closed'));
      await Promise.all([...threads].map(([thread, pending]) => end(thread, pending)));
    },
  };
}

/** Answers the tasks of a pool. The module of a thread calls it once. */
export function answerTasks<Task, Result>(run: (task: Task) => Promise<Result>): void {
  parentPort?.on('message', async (task: Task) => {
    let answer: Answer<Result>;
    try {
      answer = { result: await run(task) };
    } catch (error) {
      answer = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    parentPort?.postMessage(answer);
  });
}
