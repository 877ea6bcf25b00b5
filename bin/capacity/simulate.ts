import { jobDeadline } from '#lambdas/generations/limits.ts';
import type { ModelName } from '#lambdas/generations/models/adapter.ts';
import { adaptersOf, type Task } from '#lambdas/generations/models/tasks.ts';
import { type Arrival, randomOf } from './traffic.ts';

/** What the jobs have to share. */
export interface Resources {
  /** Runs of the worker at once, by queue (lib/generation.ts). */
  readonly workers: { readonly standard: number; readonly priority: number };
  /** Source regions of the models (lib/config.ts). */
  readonly regions: readonly string[];
  /** Calls a minute that a model takes in a region. */
  readonly quota: (model: ModelName) => number;
}

/** Bedrock's default quota, which cannot be raised by asking (design: November 2026). Calls a minute. */
export function defaultQuota(model: ModelName): number {
  return model === 'sd35Large' ? 15 : 20;
}

/** Seconds. A call takes some 8; reading and storing were measured on two cores and are smaller on Lambda. */
const times = { read: 1.5, call: [6, 10], store: 2, backOff: 0.75 } as const;

/** Calls of one run over a job, in order; each variation ends with `store`. */
export function callsOf(task: Task): readonly (readonly ModelName[])[] {
  switch (adaptersOf[task][0]) {
    case 'stability-composite':
      return [['removeBackground', 'inpaint'], ['inpaint']];
    case 'stability-search-replace':
      return Array.from({ length: 2 }, () => ['searchReplace', 'searchReplace'] as const);
    case 'sd35-image-to-image':
      return [['sd35Large'], ['sd35Large']];
    default:
      return [['controlStructure'], ['controlStructure']];
  }
}

/** Seconds that a job takes when nothing is in its way. */
export function durationOf(task: Task): number {
  const [shortest, longest] = times.call;
  const calls = callsOf(task).flat().length;
  return times.read + (calls * (shortest + longest)) / 2 + 2 * times.store;
}

type QueueName = keyof Resources['workers'];

interface Job extends Arrival {
  readonly queue: QueueName;
  /** Of the variations that are still to be made. */
  calls: (readonly ModelName[])[];
  /** Index of the call within the variation at hand. */
  call: number;
  /** Regions that were asked in vain for this call. */
  refusals: number;
  putBacks: number;
}

/** How the jobs of a queue fared, in seconds from paying to pictures. */
export interface QueueResult {
  readonly jobs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Given up at the deadline, and refunded. */
  readonly failed: number;
}

export interface Result {
  readonly queues: Readonly<Record<QueueName, QueueResult>>;
  /** Times that a job was put back because every region was at its quota. */
  readonly putBacks: number;
  /** Calls that the models made. */
  readonly calls: number;
}

/**
 * Lets the jobs arrive and run as the product runs them: two queues with workers of their own; each call asks the
 * regions in turn, twice round; a job that is refused everywhere goes back with a growing delay and keeps the
 * variations that it has; after 15 minutes it is given up. The same seed gives the same result.
 */
export function simulate(arriving: readonly Arrival[], resources: Resources, seed = 1): Result {
  const random = randomOf(seed);
  const { workers, regions, quota } = resources;
  const events = new Agenda();
  const waiting: Record<QueueName, Job[]> = { standard: [], priority: [] };
  const heads: Record<QueueName, number> = { standard: 0, priority: 0 };
  const free: Record<QueueName, number> = { ...workers };
  const done: Record<QueueName, number[]> = { standard: [], priority: [] };
  const failed: Record<QueueName, number> = { standard: 0, priority: 0 };
  const used = new Map<string, { minute: number; calls: number }>();
  let putBacks = 0;
  let calls = 0;

  function take(model: ModelName, region: string, now: number): boolean {
    const key = `${model} ${region}`;
    const minute = Math.floor(now / 60);
    const last = used.get(key);
    const window = last?.minute === minute ? last : { minute, calls: 0 };
    used.set(key, window);
    if (window.calls >= quota(model)) return false;
    window.calls += 1;
    return true;
  }

  function enqueue(job: Job, now: number): void {
    waiting[job.queue].push(job);
    begin(job.queue, now);
  }

  function begin(queue: QueueName, now: number): void {
    while (free[queue] > 0) {
      const job = waiting[queue][heads[queue]];
      if (!job) return;
      heads[queue] += 1;
      if (isLate(job, now)) {
        failed[queue] += 1;
        continue;
      }
      free[queue] -= 1;
      // A cut-out is not kept between runs.
      if (job.calls.length === 1 && job.calls[0]?.[0] === 'inpaint') job.calls = [callsOf(job.task)[0] ?? []];
      job.call = 0;
      job.refusals = 0;
      events.add(now + times.read, () => ask(job, now + times.read));
    }
  }

  function release(queue: QueueName, now: number): void {
    free[queue] += 1;
    begin(queue, now);
  }

  const isLate = (job: Job, now: number) => now - job.at > jobDeadline / 1000;

  function ask(job: Job, now: number): void {
    const model = job.calls[0]?.[job.call];
    if (model === undefined) throw new Error('A job without a call runs');
    if (isLate(job, now)) {
      failed[job.queue] += 1;
      release(job.queue, now);
      return;
    }
    const available = model === 'sd35Large' ? ['us-west-2'] : regions;
    const first = Math.floor(job.at * 1000) % available.length;
    const region = available[(first + job.refusals) % available.length] ?? '';
    if (take(model, region, now)) {
      job.refusals = 0;
      calls += 1;
      const [shortest, longest] = times.call;
      const ended = now + shortest + (longest - shortest) * random();
      events.add(ended, () => answered(job, ended));
      return;
    }
    job.refusals += 1;
    if (job.refusals < 2 * available.length) {
      const next = now + times.backOff * (0.5 + random());
      events.add(next, () => ask(job, next));
      return;
    }
    putBacks += 1;
    const delay = Math.min(60, 10 * (job.putBacks + 1)) * (0.7 + 0.6 * random());
    job.putBacks += 1;
    release(job.queue, now);
    events.add(now + delay, () => enqueue(job, now + delay));
  }

  function answered(job: Job, now: number): void {
    job.call += 1;
    if (job.call < (job.calls[0]?.length ?? 0)) {
      ask(job, now);
      return;
    }
    job.calls.shift();
    job.call = 0;
    const stored = now + times.store;
    events.add(stored, () => {
      if (job.calls.length > 0) {
        ask(job, stored);
        return;
      }
      done[job.queue].push(stored - job.at);
      release(job.queue, stored);
    });
  }

  let next = 0;
  for (;;) {
    const arrival = arriving[next];
    const due = events.peek();
    if (arrival && (due === undefined || arrival.at <= due)) {
      next += 1;
      const queue = arrival.tier === 'pro' ? 'priority' : 'standard';
      const job: Job = {
        ...arrival,
        queue,
        calls: [...callsOf(arrival.task)],
        call: 0,
        refusals: 0,
        putBacks: 0,
      };
      enqueue(job, arrival.at);
    } else if (due !== undefined) {
      events.run();
    } else {
      break;
    }
  }
  const resultOf = (queue: QueueName): QueueResult => {
    const sorted = done[queue].toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
    return {
      jobs: sorted.length + failed[queue],
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      failed: failed[queue],
    };
  };
  return {
    queues: { standard: resultOf('standard'), priority: resultOf('priority') },
    putBacks,
    calls,
  };
}

/** What is to happen, by time: a binary heap. */
class Agenda {
  readonly #heap: { at: number; run: () => void }[] = [];

  peek(): number | undefined {
    return this.#heap[0]?.at;
  }

  add(at: number, run: () => void): void {
    const heap = this.#heap;
    let index = heap.push({ at, run }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Runs what is due first. */
  run(): void {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last) return;
    if (heap.length > 0) {
      heap[0] = last;
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
        if (this.#at(child) >= this.#at(index)) break;
        this.#swap(index, child);
        index = child;
      }
    }
    first.run();
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const [one, other] = [heap[a], heap[b]];
    if (!one || !other) return;
    heap[a] = other;
    heap[b] = one;
  }
}
