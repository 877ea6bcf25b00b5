import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { MovableClock } from '#src/movable-clock.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { FromRuntime, InvokeMessage, RuntimeError } from './messages.ts';
import { residentMegabytes } from './resident-memory.ts';

/** The result of an invocation: the handler's JSON, or Lambda's error. */
export type InvokeResult = { ok: true; payload: string } | { ok: false; error: RuntimeError };

export interface EnvironmentOptions {
  definition: FunctionDefinition;
  /** Variables beyond the template's: region, endpoint, the function's own access key. */
  hostVariables: Record<string, string>;
  compileCache: string;
  log: (line: string) => void;
  /** The clock of the cloud, which the function follows; without it, the function has the real time. */
  clock?: MovableClock | undefined;
}

/** 6 MB, the most that a synchronous invocation may return (Lambda quotas). */
const maxPayloadBytes = 6 * 1024 * 1024;
/** Lambda gives a bundle ten seconds to load, and then once more the function's own timeout with its first event. */
const initLimitMs = 10_000;
const memoryCheckMs = 250;
/**
 * Memory in MB that Node and its shared libraries occupy beyond a function's own data. Lambda shares these pages or
 * does not count them in the same way, so the same function would seem too large here.
 */
const baseMegabytes = 96;

/** One process that runs one invocation at a time, as one execution environment of Lambda does. */
export class ExecutionEnvironment {
  readonly #options: EnvironmentOptions;
  readonly #process: ChildProcess;
  readonly #ready: Promise<RuntimeError | undefined>;
  #finish: ((result: InvokeResult) => void) | undefined;
  #requestId = '';
  #outOfMemory = false;
  #exited: Promise<void>;
  /** False once the process has ended or must not be used again. */
  alive = true;

  constructor(options: EnvironmentOptions) {
    this.#options = options;
    const { definition } = options;
    const runtime = fileURLToPath(new URL('./runtime.ts', import.meta.url));
    this.#process = spawn(
      process.execPath,
      [
        `--max-old-space-size=${definition.memoryMegabytes}`,
        '--disable-warning=ExperimentalWarning',
        runtime,
        definition.codeDirectory,
        definition.handler,
        ...(options.clock ? [String(options.clock.offset)] : []),
      ],
      {
        cwd: definition.codeDirectory,
        env: {
          ...reservedVariables(definition),
          ...options.hostVariables,
          ...definition.environment,
          NODE_COMPILE_CACHE: options.compileCache,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    for (const stream of [this.#process.stdout, this.#process.stderr])
      if (stream) createInterface({ input: stream }).on('line', options.log);

    this.#ready = new Promise((resolve) => {
      const limitMs = initLimitMs + definition.timeoutSeconds * 1000;
      const limit = setTimeout(() => {
        const errorMessage = `The function did not load within ${limitMs / 1000} s`;
        resolve({ errorType: 'Sandbox.Timedout', errorMessage });
        this.kill();
      }, limitMs);
      this.#process.on('message', (message) => {
        clearTimeout(limit);
        this.#receive(message as FromRuntime, resolve);
      });
      this.#process.on('exit', () => {
        clearTimeout(limit);
        resolve({ errorType: 'Runtime.ExitError', errorMessage: 'The function ended while it was loading' });
      });
    });
    this.#exited = new Promise((resolve) => {
      this.#process.on('exit', (code, signal) => {
        this.#onExit(code, signal);
        resolve();
      });
    });
    this.#process.on('error', (error) => options.log(`Cannot start the function: ${error.message}`));
  }

  /** Resolves once the bundle is loaded, with the error that kept it from loading. */
  get loaded(): Promise<RuntimeError | undefined> {
    return this.#ready;
  }

  /** Runs one event to its end; never rejects. The process is killed when it exceeds the function's timeout. */
  async invoke(event: string, requestId: string): Promise<InvokeResult> {
    const { definition, log } = this.#options;
    const initError = await this.#ready;
    if (initError) {
      this.kill();
      log(JSON.stringify({ level: 'ERROR', ...initError }));
      return { ok: false, error: initError };
    }
    const started = Date.now();
    log(`START RequestId: ${requestId} Version: $LATEST`);
    this.#requestId = requestId;
    const watch = setInterval(() => void this.#checkMemory(), memoryCheckMs);
    watch.unref();
    const result = await new Promise<InvokeResult>((resolve) => {
      const limit = setTimeout(() => {
        const seconds = definition.timeoutSeconds.toFixed(2);
        const errorMessage = `${new Date().toISOString()} ${requestId} Task timed out after ${seconds} seconds`;
        log(errorMessage);
        finish({ ok: false, error: { errorType: 'Sandbox.Timedout', errorMessage } });
        this.kill();
      }, definition.timeoutSeconds * 1000);
      const finish = (outcome: InvokeResult) => {
        clearTimeout(limit);
        clearInterval(watch);
        this.#finish = undefined;
        resolve(outcome);
      };
      this.#finish = finish;
      const message: InvokeMessage = {
        requestId,
        functionArn: definition.arn,
        event,
        deadline: started + definition.timeoutSeconds * 1000,
        traceId: `Root=1-${Math.floor(started / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)};Sampled=0`,
        clockOffset: this.#options.clock?.offset ?? 0,
      };
      if (!this.alive) finish({ ok: false, error: exitError(requestId, 'exit status 1') });
      else
        this.#process.send(
          message,
          (error) => error && finish({ ok: false, error: exitError(requestId, error.message) }),
        );
    });
    if (!result.ok) log(JSON.stringify({ level: 'ERROR', requestId, ...result.error }));
    log(`REPORT RequestId: ${requestId} Duration: ${Date.now() - started} ms`);
    return result;
  }

  /** SIGKILL, at whatever point the function is. */
  kill(): void {
    this.alive = false;
    this.#process.kill('SIGKILL');
  }

  /** Kills the process and resolves when it is gone. */
  async close(): Promise<void> {
    this.kill();
    await this.#exited;
  }

  #receive(message: FromRuntime, ready: (error: RuntimeError | undefined) => void): void {
    if (message.kind === 'ready') ready(undefined);
    else if (message.kind === 'init-error') ready(message.error);
    else if (message.requestId === this.#requestId) this.#finish?.(outcomeOf(message));
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.alive = false;
    const how = signal ? `signal: ${signal === 'SIGKILL' ? 'killed' : signal}` : `exit status ${code}`;
    const error = exitError(this.#requestId, how);
    if (this.#outOfMemory) error.errorType = 'Runtime.OutOfMemory';
    this.#finish?.({ ok: false, error });
  }

  async #checkMemory(): Promise<void> {
    const { pid } = this.#process;
    if (!this.alive || pid === undefined) return;
    const used = await residentMegabytes(pid);
    const limit = this.#options.definition.memoryMegabytes;
    if (used === undefined || used <= limit + baseMegabytes) return;
    this.#outOfMemory = true;
    this.#options.log(`The function uses ${Math.round(used)} MB of ${limit} MB and is stopped`);
    this.kill();
  }
}

function outcomeOf(message: Extract<FromRuntime, { kind: 'result' | 'error' }>): InvokeResult {
  if (message.kind === 'error') return { ok: false, error: message.error };
  const size = Buffer.byteLength(message.payload);
  if (size <= maxPayloadBytes) return { ok: true, payload: message.payload };
  return {
    ok: false,
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size (${size} bytes) exceeded maximum allowed payload size (6291556 bytes).`,
    },
  };
}

function exitError(requestId: string, how: string): RuntimeError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${how}`,
  };
}

/** The variables that Lambda itself sets (Lambda developer guide, "Defined runtime environment variables"). */
function reservedVariables(definition: FunctionDefinition): Record<string, string> {
  return {
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: definition.handler,
    LAMBDA_TASK_ROOT: definition.codeDirectory,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_FUNCTION_NAME: definition.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMegabytes),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.functionName}`,
    AWS_LAMBDA_LOG_STREAM_NAME: `${new Date().toISOString().slice(0, 10).replaceAll('-', '/')}/[$LATEST]${randomUUID().replaceAll('-', '')}`,
    // X-Ray has no counterpart on this machine: without a daemon the tracer would only log send errors.
    POWERTOOLS_TRACE_ENABLED: 'false',
  };
}
