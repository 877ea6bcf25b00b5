import { randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MovableClock } from '#src/movable-clock.ts';
import { ExecutionEnvironment, type InvokeResult } from './execution-environment.ts';
import type { FunctionDefinition } from './function-definition.ts';

export interface LambdaHostOptions {
  /** Logs go to `<directory>/logs/<function>.log`. */
  directory: string;
  /** Where compiled code is kept for the next start; hosts of the same bundles may share it. */
  compileCache?: string;
  /** Variables that the host adds for the function: region, endpoint, access key. */
  hostVariables: (definition: FunctionDefinition) => Record<string, string>;
  /** Processes that one function may have at once; further invocations wait, as they would be throttled. */
  concurrency?: number;
  /** Called with each log line of a function. */
  onLog?: (name: string, line: string) => void;
  /** The functions' clock, if it can be moved. */
  clock?: MovableClock | undefined;
}

interface HostedFunction {
  definition: FunctionDefinition;
  idle: ExecutionEnvironment[];
  busy: Set<ExecutionEnvironment>;
  waiting: ((environment: ExecutionEnvironment) => void)[];
}

/**
 * Runs each function of the template in its own processes. An environment handles one invocation at a
 * time and is kept for the next; a new one starts when all are busy, up to a limit.
 */
export class LambdaHost {
  readonly #options: LambdaHostOptions;
  readonly #functions = new Map<string, HostedFunction>();
  readonly #asyncRetries = new Map<string, number>();
  /** ARNs of functions by those of their aliases. */
  readonly #aliases = new Map<string, string>();
  readonly #retired = new Set<ExecutionEnvironment>();
  readonly #pendingAsync = new Set<Promise<unknown>>();
  #logWrites: Promise<unknown> = Promise.resolve();
  #closed = false;
  #invocations = 0;

  constructor(options: LambdaHostOptions) {
    this.#options = options;
  }

  /** Adds a function, or replaces its code and variables: invocations under way end in the old process. */
  define(definition: FunctionDefinition): void {
    const existing = this.#functions.get(definition.arn);
    if (!existing) {
      this.#functions.set(definition.arn, { definition, idle: [], busy: new Set(), waiting: [] });
      return;
    }
    for (const environment of existing.idle.splice(0)) environment.kill();
    for (const environment of existing.busy) this.#retired.add(environment);
    existing.definition = definition;
  }

  /** Lets an alias lead to a function that is defined. */
  defineAlias(aliasArn: string, functionArn: string): void {
    this.#aliases.set(aliasArn, functionArn);
  }

  /** A function by its name, its ARN or the ARN of an alias. */
  find(nameOrArn: string): FunctionDefinition | undefined {
    const arn = this.#aliases.get(nameOrArn) ?? nameOrArn;
    return this.definitions().find((each) => each.functionName === arn || each.arn === arn);
  }

  definitions(): FunctionDefinition[] {
    return [...this.#functions.values()].map(({ definition }) => definition);
  }

  /** Number of invocations that run or wait. */
  get active(): number {
    let count = this.#pendingAsync.size;
    for (const { busy, waiting } of this.#functions.values()) count += busy.size + waiting.length;
    return count;
  }

  /** Number of invocations begun since the start. */
  get invocations(): number {
    return this.#invocations;
  }

  /** Starts one environment of the function, so that its first caller does not wait for it. */
  async warm(arn: string): Promise<void> {
    const hosted = this.#hosted(arn);
    if (hosted.idle.length > 0 || hosted.busy.size > 0 || this.#closed) return;
    const environment = this.#start(hosted);
    hosted.busy.add(environment);
    await environment.loaded;
    this.#release(hosted, environment);
  }

  /** Invokes synchronously. Resolves with the function's error, too; rejects only for an unknown function. */
  async invoke(arn: string, event: unknown): Promise<InvokeResult> {
    const hosted = this.#hosted(arn);
    this.#invocations += 1;
    const environment = await this.#acquire(hosted);
    try {
      return await environment.invoke(JSON.stringify(event), randomUUID());
    } finally {
      this.#release(hosted, environment);
    }
  }

  /** Sets how often a failed asynchronous invocation of a function is repeated: 0 to 2, by default 2. */
  setAsyncRetries(arn: string, retries: number): void {
    this.#asyncRetries.set(arn, retries);
  }

  /** Invokes as Lambda's "Event" type does: answers at once, and tries again when the function fails. */
  invokeAsync(arn: string, event: unknown): void {
    const most = 1 + (this.#asyncRetries.get(arn) ?? 2);
    const attempts = async () => {
      for (let attempt = 1; attempt <= most && !this.#closed; attempt += 1)
        if ((await this.invoke(arn, event)).ok) return;
    };
    const pending: Promise<unknown> = attempts().finally(() => this.#pendingAsync.delete(pending));
    this.#pendingAsync.add(pending);
  }

  /** Kills every process of a function that is at work, by its short name; returns how many. Idle ones stay warm. */
  kill(name: string): number {
    let killed = 0;
    for (const hosted of this.#functions.values()) {
      if (hosted.definition.name !== name) continue;
      for (const environment of hosted.busy) {
        if (!environment.alive) continue;
        environment.kill();
        killed += 1;
      }
    }
    return killed;
  }

  /** Kills every process of every function and starts no other. */
  killAll(): void {
    this.#closed = true;
    for (const { idle, busy } of this.#functions.values())
      for (const environment of [...idle.splice(0), ...busy]) environment.kill();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const environments = [...this.#functions.values()].flatMap(({ idle, busy }) => [...idle, ...busy]);
    await Promise.all(environments.map((environment) => environment.close()));
    await this.#logWrites;
  }

  #hosted(arn: string): HostedFunction {
    const hosted = this.#functions.get(this.#aliases.get(arn) ?? arn);
    if (!hosted) throw new Error(`Function not found: ${arn}`);
    return hosted;
  }

  async #acquire(hosted: HostedFunction): Promise<ExecutionEnvironment> {
    const idle = hosted.idle.pop();
    if (idle?.alive) {
      hosted.busy.add(idle);
      return idle;
    }
    if (idle) return this.#acquire(hosted);
    if (hosted.busy.size < (this.#options.concurrency ?? 8)) {
      const environment = this.#start(hosted);
      hosted.busy.add(environment);
      return environment;
    }
    return new Promise((resolve) => hosted.waiting.push(resolve));
  }

  #release(hosted: HostedFunction, environment: ExecutionEnvironment): void {
    hosted.busy.delete(environment);
    const retired = this.#retired.delete(environment);
    if (retired) environment.kill();
    const next = hosted.waiting.shift();
    const usable = environment.alive && !retired && !this.#closed;
    if (next && !this.#closed) {
      const successor = usable ? environment : this.#start(hosted);
      hosted.busy.add(successor);
      next(successor);
    } else if (usable) hosted.idle.push(environment);
  }

  #start(hosted: HostedFunction): ExecutionEnvironment {
    const { definition } = hosted;
    return new ExecutionEnvironment({
      definition,
      hostVariables: this.#options.hostVariables(definition),
      compileCache: this.#options.compileCache ?? join(this.#options.directory, 'compile-cache'),
      log: (line) => this.#log(definition.name, line),
      clock: this.#options.clock,
    });
  }

  #log(name: string, line: string): void {
    this.#options.onLog?.(name, line);
    const folder = join(this.#options.directory, 'logs');
    this.#logWrites = this.#logWrites
      .then(() => mkdir(folder, { recursive: true }))
      .then(() => appendFile(join(folder, `${name}.log`), `${line}\n`))
      .catch(() => undefined);
  }
}
