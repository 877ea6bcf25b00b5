import type { ErrorName } from './aws-error.ts';

/** What a model that refuses or breaks puts into `finish_reasons`, with HTTP 200 and no images. */
export type FinishReason =
  | 'Filter reason: prompt'
  | 'Filter reason: output image'
  | 'Filter reason: input image'
  | 'Inference error';

/**
 * One disturbance of the service.
 *
 * - `throttle`: at most `perMinute` calls in any 60 seconds for each region and model, counted from calls that
 *   were let through; `'quota'` takes the vendor's default quota of the model.
 * - `refuse`: HTTP 200 with the finish reason and no image.
 * - `error`: the AWS error with its status.
 * - `delay`: waits, then answers as usual.
 * - `hang`: never answers; ends when the caller hangs up or the runtime closes.
 * - `end-of-life`: the 404 of a model version that has ended.
 */
export type Fault =
  | { kind: 'throttle'; perMinute: number | 'quota' }
  | { kind: 'refuse'; reason: FinishReason }
  | { kind: 'error'; error: ErrorName; message?: string }
  | { kind: 'delay'; milliseconds: number }
  | { kind: 'hang' }
  | { kind: 'end-of-life' };

export interface FaultScope {
  /** Model id, or a part of it; every model when left out. */
  model?: string;
  region?: string;
  /** Strikes only this many matching calls, then is used up; without it, until removed. */
  times?: number;
}

interface Rule {
  fault: Fault;
  scope: FaultScope;
  left: number;
}

const WINDOW_MS = 60_000;

/**
 * The disturbances of one Bedrock runtime; tests and the local cloud add and remove them while it runs.
 *
 *     const faults = new FaultBook();
 *     createBedrockRuntime({ faults });
 *     faults.add({ kind: 'throttle', perMinute: 20 });
 *     const remove = faults.add({ kind: 'error', error: 'ModelErrorException' }, { model: 'inpaint', times: 2 });
 */
export class FaultBook {
  #rules: Rule[] = [];
  #granted = new Map<string, number[]>();
  #now: () => number;

  /** `now` in milliseconds, so that tests can move the clock of the throttle. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Adds a disturbance and returns the function that removes it again. */
  add(fault: Fault, scope: FaultScope = {}): () => void {
    const rule = { fault, scope, left: scope.times ?? Number.POSITIVE_INFINITY };
    this.#rules.push(rule);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  clear(): void {
    this.#rules = [];
    this.#granted.clear();
  }

  /**
   * The faults that strike this call, in the order they were added. Uses up `times` of each; a throttle is
   * among them only when the call exceeds its rate.
   */
  strike(model: string, region: string, quota: number): Fault[] {
    const struck: Fault[] = [];
    for (const rule of this.#rules) {
      if (rule.left <= 0 || !inScope(rule.scope, model, region)) continue;
      if (rule.fault.kind === 'throttle') {
        const perMinute = rule.fault.perMinute === 'quota' ? quota : rule.fault.perMinute;
        if (this.#recent(model, region).length < perMinute) continue;
      }
      rule.left -= 1;
      struck.push(rule.fault);
    }
    if (!struck.some((fault) => fault.kind === 'throttle')) this.#recent(model, region).push(this.#now());
    return struck;
  }

  #recent(model: string, region: string): number[] {
    const key = `${region} ${model}`;
    const since = this.#now() - WINDOW_MS;
    const recent = (this.#granted.get(key) ?? []).filter((time) => time > since);
    this.#granted.set(key, recent);
    return recent;
  }
}

function inScope(scope: FaultScope, model: string, region: string): boolean {
  if (scope.model !== undefined && !model.includes(scope.model)) return false;
  return scope.region === undefined || scope.region === region;
}
