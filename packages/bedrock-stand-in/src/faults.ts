import type { ErrorName } from './aws-error.ts';

/** `finish_reasons` of a response without images. Its HTTP status is 200. */
export type FinishReason =
  | 'Filter reason: prompt'
  | 'Filter reason: output image'
  | 'Filter reason: input image'
  | 'Inference error';

/** What happens to a call. */
export type Fault =
  /**
   * Allows `perMinute` calls in any 60 seconds for each region and model; `'quota'` is the vendor's default quota of
   * the model. Throttled calls do not count.
   */
  | { kind: 'throttle'; perMinute: number | 'quota' }
  /** Answers with HTTP 200, the finish reason and no image. */
  | { kind: 'refuse'; reason: FinishReason }
  /** Makes a model that fills in forms answer with this form, for instance with text that must be refused. */
  | { kind: 'answer'; tool: string; input: Record<string, unknown> }
  /** Answers with the AWS error and its status. */
  | { kind: 'error'; error: ErrorName; message?: string }
  /** Waits, then answers as usual. */
  | { kind: 'delay'; milliseconds: number }
  /** Never answers. Ends when the caller closes the connection or the runtime closes. */
  | { kind: 'hang' }
  /** Answers with the 404 of a model version that has reached the end of its life. */
  | { kind: 'end-of-life' };

/** Which calls a fault applies to. */
export interface FaultScope {
  /** Model id or a part of it. Applies to every model if left out. */
  model?: string;
  region?: string;
  /** Number of matching calls that the rule applies to. Without it, the rule applies until it is removed. */
  times?: number;
  /** Only each nth matching call. */
  every?: number;
}

interface FaultRule {
  fault: Fault;
  scope: FaultScope;
  left: number;
  /** Matching calls so far. */
  seen: number;
}

const WINDOW_MS = 60_000;

/**
 * Rules that inject faults into calls. They can be added and removed at any time.
 *
 *     const { faults } = createBedrockRuntime();
 *     faults.add({ kind: 'throttle', perMinute: 20 });
 *     const remove = faults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'inpaint', times: 2 });
 */
export class FaultRules {
  #rules: FaultRule[] = [];
  /** Times of the calls that were not throttled, by region and model. */
  #allowed = new Map<string, number[]>();
  #now: () => number;

  /** `now` in milliseconds; throttling measures its minutes by it. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns a function that removes the rule. */
  add(fault: Fault, scope: FaultScope = {}): () => void {
    const rule = { fault, scope, left: scope.times ?? Number.POSITIVE_INFINITY, seen: 0 };
    this.#rules.push(rule);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  clear(): void {
    this.#rules = [];
    this.#allowed.clear();
  }

  /**
   * Returns the faults for a call, in the order in which their rules were added, and counts the call for each of these
   * rules. A throttle is included only if the call exceeds its rate.
   */
  take(model: string, region: string, quota: number): Fault[] {
    const due: Fault[] = [];
    for (const rule of this.#rules) {
      if (rule.left <= 0 || !isInScope(rule.scope, model, region)) continue;
      rule.seen += 1;
      if (rule.seen % (rule.scope.every ?? 1) !== 0) continue;
      if (rule.fault.kind === 'throttle') {
        const perMinute = rule.fault.perMinute === 'quota' ? quota : rule.fault.perMinute;
        if (this.#allowedInLastMinute(model, region).length < perMinute) continue;
      }
      rule.left -= 1;
      due.push(rule.fault);
    }
    const isThrottled = due.some((fault) => fault.kind === 'throttle');
    if (!isThrottled) this.#allowedInLastMinute(model, region).push(this.#now());
    return due;
  }

  #allowedInLastMinute(model: string, region: string): number[] {
    const key = `${region} ${model}`;
    const since = this.#now() - WINDOW_MS;
    const recent = (this.#allowed.get(key) ?? []).filter((time) => time > since);
    this.#allowed.set(key, recent);
    return recent;
  }
}

function isInScope(scope: FaultScope, model: string, region: string): boolean {
  if (scope.model !== undefined && !model.includes(scope.model)) return false;
  return scope.region === undefined || scope.region === region;
}
