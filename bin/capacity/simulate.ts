import { generationDeadline } from '#lambdas/generations/limits.ts';
import type { ModelName } from '#lambdas/generations/models/adapter.ts';
import { adaptersOf, type EditMode } from '#lambdas/generations/models/edit-modes.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
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

/** What a job asks of the models: once for both of its variations, then for each of them. */
interface JobCalls {
  readonly once: readonly ModelName[];
  readonly each: readonly ModelName[];
}

function jobCallsOf(task: EditMode): JobCalls {
  switch (adaptersOf[task][0]) {
    case 'stability-composite':
      return { once: ['removeBackground'], each: ['inpaint'] };
    case 'stability-search-replace':
      return { once: [], each: ['searchReplace', 'searchReplace'] };
    case 'sd35-image-to-image':
      return { once: [], each: ['sd35Large'] };
    default:
      return { once: [], each: ['controlStructure'] };
  }
}

/** Every call that a job asks of the models. */
export function callsOf(task: EditMode): readonly ModelName[] {
  const { once, each } = jobCallsOf(task);
  return [...once, ...Array.from({ length: VARIATIONS_PER_GENERATION }, () => each).flat()];
}

/** Seconds that a job takes on average when nothing is in its way: both variations are made at once. */
export function durationOf(task: EditMode): number {
  const [shortest, longest] = times.call;
  const { once, each } = jobCallsOf(task);
  const mean = ((once.length + each.length) * (shortest + longest)) / 2;
  // How much longer than the mean the later one of two takes, as for two numbers of a normal distribution.
  const spread = Math.sqrt((each.length * (longest - shortest) ** 2) / 12 / Math.PI);
  return times.read + mean + spread + times.store;
}

type QueueName = keyof Resources['workers'];

interface Job extends Arrival {
  readonly queue: QueueName;
  /** Variations that are still to be made, by index. */
  readonly missing: Set<number>;
  throttledRuns: number;
}

/** How some calls of a run ended: refused by every region, or too late to be made. */
type Ending = 'made' | 'refused' | 'late';

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
  readonly throttledRuns: number;
  /** Calls that the models made. */
  readonly calls: number;
}

/**
 * Lets the jobs arrive and run as the product runs them: two queues with workers of their own; both variations at
 * once, beginning in different regions; each call asks the regions in turn, twice round; a job that is refused
 * everywhere goes back with a growing delay and keeps the variations that it has; after 15 minutes it is given up. The
 * same seed gives the same result.
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
  let throttledRuns = 0;
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
      const started = now + times.read;
      events.add(started, () => run(job, started));
    }
  }

  function release(queue: QueueName, now: number): void {
    free[queue] += 1;
    begin(queue, now);
  }

  const isLate = (job: Job, now: number) => now - job.at > generationDeadline / 1000;

  function run(job: Job, now: number): void {
    // What both variations need is not kept between runs.
    const { once, each } = jobCallsOf(job.task);
    makeAll(job, 0, once, now, (from, ending) => {
      if (ending !== 'made') {
        end(job, from, ending);
        return;
      }
      let open = job.missing.size;
      let worst: Ending = 'made';
      const close = (at: number) => {
        open -= 1;
        if (open === 0) end(job, at, worst);
      };
      for (const index of [...job.missing])
        makeAll(job, index, each, from, (at, ended) => {
          if (ended === 'made') {
            const stored = at + times.store;
            job.missing.delete(index);
            events.add(stored, () => close(stored));
          } else {
            if (worst !== 'late') worst = ended;
            close(at);
          }
        });
    });
  }

  type OnEnd = (now: number, ending: Ending) => void;

  /** Makes calls one after the other for one of the variations. */
  function makeAll(
    job: Job,
    index: number,
    [model, ...rest]: readonly ModelName[],
    now: number,
    onEnd: OnEnd,
  ): void {
    if (model === undefined) onEnd(now, 'made');
    else
      ask(job, index, model, now, (at, ending) =>
        ending === 'made' ? makeAll(job, index, rest, at, onEnd) : onEnd(at, ending),
      );
  }

  /** Asks the regions in turn, after so many refusals. */
  function ask(job: Job, index: number, model: ModelName, now: number, onEnd: OnEnd, refusals = 0): void {
    if (isLate(job, now)) {
      onEnd(now, 'late');
      return;
    }
    const available = model === 'sd35Large' ? ['us-west-2'] : regions;
    const first = Math.floor(job.at * 1000) + index;
    const region = available[(first + refusals) % available.length] ?? '';
    if (take(model, region, now)) {
      calls += 1;
      const [shortest, longest] = times.call;
      const ended = now + shortest + (longest - shortest) * random();
      events.add(ended, () => onEnd(ended, 'made'));
    } else if (refusals + 1 < 2 * available.length) {
      const next = now + times.backOff * (0.5 + random());
      events.add(next, () => ask(job, index, model, next, onEnd, refusals + 1));
    } else {
      onEnd(now, 'refused');
    }
  }

  function end(job: Job, now: number, ending: Ending): void {
    const { queue } = job;
    if (ending === 'made') done[queue].push(now - job.at);
    if (ending === 'late') failed[queue] += 1;
    release(queue, now);
    if (ending !== 'refused') return;
    throttledRuns += 1;
    const delay = Math.min(60, 10 * (job.throttledRuns + 1)) * (0.7 + 0.6 * random());
    job.throttledRuns += 1;
    events.add(now + delay, () => enqueue(job, now + delay));
  }

  let next = 0;
  for (;;) {
    const arrival = arriving[next];
    const due = events.peek();
    if (arrival && (due === undefined || arrival.at <= due)) {
      next += 1;
      const queue = arrival.tier === 'pro' ? 'priority' : 'standard';
      const missing = new Set(Array.from({ length: VARIATIONS_PER_GENERATION }, (_, index) => index));
      enqueue({ ...arrival, queue, missing, throttledRuns: 0 }, arrival.at);
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
    throttledRuns,
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
