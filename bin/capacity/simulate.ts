import { generationDeadline } from '#lambdas/generations/limits.ts';
import type { ModelName } from '#lambdas/models/adapter.ts';
import { adaptersOf, type EditMode } from '#shared/domain/adapters.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';
import { type Arrival, randomOf } from './traffic.ts';

/** Resources that the generations share. */
export interface Resources {
  /** Concurrent runs of the worker by queue (lib/generation.ts). */
  readonly workers: { readonly standard: number; readonly priority: number };
  /** Source regions of the models (lib/config.ts). */
  readonly regions: readonly string[];
  /** Quota of a model in a region, in calls a minute. */
  readonly quota: (model: ModelName) => number;
}

/** Bedrock's default quota, which AWS does not raise on request (design: November 2026). Calls a minute. */
export function defaultQuota(model: ModelName): number {
  return model === 'sd35Large' ? 15 : 20;
}

/**
 * Durations in seconds. A call takes about 8; reading and storing were measured on two cores and are shorter on Lambda.
 */
const times = { read: 1.5, call: [6, 10], store: 2, backOff: 0.75 } as const;

/**
 * Model calls of a variation. The photo's cut-out was made before the generation was ordered. If the look brings
 * another plate, the first variation finds the old one, and the second waits for that.
 */
function variationCallsOf(mode: EditMode, index = 0): readonly ModelName[] {
  switch (adaptersOf[mode][0]) {
    case 'stability-composite':
      return mode === 'plate' && index === 0 ? ['searchReplace', 'inpaint'] : ['inpaint'];
    case 'stability-search-replace':
      return ['searchReplace', 'searchReplace'];
    case 'sd35-image-to-image':
      return ['sd35Large'];
    case 'photo-retouch':
      return [];
    default:
      return ['controlStructure'];
  }
}

/** All model calls of a generation. */
export function callsOf(mode: EditMode): readonly ModelName[] {
  return Array.from({ length: VARIATIONS_PER_GENERATION }, (_, index) =>
    variationCallsOf(mode, index),
  ).flat();
}

/** Average duration of a generation in seconds, without waiting. Both variations run at once. */
export function durationOf(mode: EditMode): number {
  const [shortest, longest] = times.call;
  const calls = variationCallsOf(mode);
  const mean = (calls.length * (shortest + longest)) / 2;
  // Factor by which the slower of two variations exceeds the mean, for a normal distribution.
  const spread = Math.sqrt((calls.length * (longest - shortest) ** 2) / 12 / Math.PI);
  return times.read + mean + spread + times.store;
}

type QueueName = keyof Resources['workers'];

interface Generation extends Arrival {
  readonly queue: QueueName;
  /** Indices of unfinished variations. */
  readonly missing: Set<number>;
  throttledRuns: number;
}

/** Why calls of a run stopped: every region refused, or the deadline passed. */
type Outcome = 'made' | 'refused' | 'late';

/** Results of a queue, in seconds from payment to pictures. */
export interface QueueResult {
  readonly generations: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Failed at the deadline and refunded. */
  readonly failed: number;
}

export interface Result {
  readonly queues: Readonly<Record<QueueName, QueueResult>>;
  /** Times that a generation was returned to the queue because every region was at its quota. */
  readonly throttledRuns: number;
  /** Calls that the models made. */
  readonly calls: number;
}

/**
 * Simulates the generations as the product runs them: two queues with their own workers; both variations at once,
 * beginning in different regions; each call tries the regions in turn, twice; a generation that every region refuses
 * returns to the queue with a growing delay and keeps its finished variations; after 15 minutes it fails. The same
 * seed gives the same result.
 */
export function simulate(arriving: readonly Arrival[], resources: Resources, seed: number): Result {
  const random = randomOf(seed);
  const { workers, regions, quota } = resources;
  const events = new EventQueue();
  const waiting: Record<QueueName, Generation[]> = { standard: [], priority: [] };
  const heads: Record<QueueName, number> = { standard: 0, priority: 0 };
  const free: Record<QueueName, number> = { ...workers };
  const done: Record<QueueName, number[]> = { standard: [], priority: [] };
  const failed: Record<QueueName, number> = { standard: 0, priority: 0 };
  const used = new Map<string, { minute: number; calls: number }>();
  let throttledRuns = 0;
  let calls = 0;

  function takeQuota(model: ModelName, region: string, now: number): boolean {
    const key = `${model} ${region}`;
    const minute = Math.floor(now / 60);
    const last = used.get(key);
    const window = last?.minute === minute ? last : { minute, calls: 0 };
    used.set(key, window);
    if (window.calls >= quota(model)) return false;
    window.calls += 1;
    return true;
  }

  function enqueue(generation: Generation, now: number): void {
    waiting[generation.queue].push(generation);
    startWaiting(generation.queue, now);
  }

  function startWaiting(queue: QueueName, now: number): void {
    while (free[queue] > 0) {
      const generation = waiting[queue][heads[queue]];
      if (!generation) return;
      heads[queue] += 1;
      if (isLate(generation, now)) {
        failed[queue] += 1;
        continue;
      }
      free[queue] -= 1;
      const started = now + times.read;
      events.add(started, () => run(generation, started));
    }
  }

  function release(queue: QueueName, now: number): void {
    free[queue] += 1;
    startWaiting(queue, now);
  }

  const isLate = (generation: Generation, now: number) => now - generation.at > generationDeadline / 1000;

  function run(generation: Generation, now: number): void {
    let open = generation.missing.size;
    let worst: Outcome = 'made';
    const close = (at: number) => {
      open -= 1;
      if (open === 0) end(generation, at, worst);
    };
    for (const index of [...generation.missing])
      makeCalls(generation, index, variationCallsOf(generation.task, index), now, (at, outcome) => {
        if (outcome === 'made') {
          const stored = at + times.store;
          generation.missing.delete(index);
          events.add(stored, () => close(stored));
        } else {
          if (worst !== 'late') worst = outcome;
          close(at);
        }
      });
  }

  type OnEnd = (now: number, outcome: Outcome) => void;

  /** Makes the calls of one variation, one after the other. */
  function makeCalls(
    generation: Generation,
    index: number,
    [model, ...rest]: readonly ModelName[],
    now: number,
    onEnd: OnEnd,
  ): void {
    if (model === undefined) onEnd(now, 'made');
    else
      callModel(generation, index, model, now, (at, outcome) =>
        outcome === 'made' ? makeCalls(generation, index, rest, at, onEnd) : onEnd(at, outcome),
      );
  }

  /** Calls the regions in turn; `refusals` is the number of refusals so far. */
  function callModel(
    generation: Generation,
    index: number,
    model: ModelName,
    now: number,
    onEnd: OnEnd,
    refusals = 0,
  ): void {
    if (isLate(generation, now)) {
      onEnd(now, 'late');
      return;
    }
    const available = model === 'sd35Large' ? ['us-west-2'] : regions;
    const first = Math.floor(generation.at * 1000) + index;
    const region = available[(first + refusals) % available.length] ?? '';
    if (takeQuota(model, region, now)) {
      calls += 1;
      const [shortest, longest] = times.call;
      const ended = now + shortest + (longest - shortest) * random();
      events.add(ended, () => onEnd(ended, 'made'));
    } else if (refusals + 1 < 2 * available.length) {
      const next = now + times.backOff * (0.5 + random());
      events.add(next, () => callModel(generation, index, model, next, onEnd, refusals + 1));
    } else {
      onEnd(now, 'refused');
    }
  }

  function end(generation: Generation, now: number, outcome: Outcome): void {
    const { queue } = generation;
    if (outcome === 'made') done[queue].push(now - generation.at);
    if (outcome === 'late') failed[queue] += 1;
    release(queue, now);
    if (outcome !== 'refused') return;
    throttledRuns += 1;
    const delay = Math.min(60, 10 * (generation.throttledRuns + 1)) * (0.7 + 0.6 * random());
    generation.throttledRuns += 1;
    events.add(now + delay, () => enqueue(generation, now + delay));
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
      generations: sorted.length + failed[queue],
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

/** Events ordered by time in a binary heap. */
class EventQueue {
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

  /** Runs the earliest event. */
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
