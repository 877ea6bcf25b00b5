/**
 * The process of one execution environment: loads the handler once, then answers one event at a time, as Lambda's own
 * Node runtime does. execution-environment.ts starts it. Its environment has the function's variables and, for Node
 * alone, the folder of compiled code. Its arguments are the bundle's path, the handler and, for a cloud with a movable
 * clock, the present offset of that clock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, flushCompileCache, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installMovableClock } from '#src/movable-clock.ts';
import { findHandlerModule } from './handler-module.ts';
import type { FromRuntime, InvokeMessage, RuntimeError } from './messages.ts';

const [codeDirectory = '', handlerName = '', clockOffset] = process.argv.slice(2);
const clock = clockOffset === undefined ? undefined : installMovableClock();
clock?.shift(Number(clockOffset));
// The function must not see this variable, which only Node needs.
delete process.env.NODE_COMPILE_CACHE;
let hasRun = false;

function send(message: FromRuntime): void {
  process.send?.(message);
}

function describe(error: unknown): RuntimeError {
  if (error instanceof Error)
    return {
      errorType: error.name,
      errorMessage: error.message,
      trace: error.stack?.split('\n') ?? [],
    };
  return { errorType: typeof error, errorMessage: String(error), trace: [] };
}

type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Loads a `.js` file as CommonJS. That is what Lambda does without a package.json in the bundle; here, a package.json
 * above the assembly would decide.
 */
function requireCommonJs(file: string): Record<string, unknown> {
  // Node has no public way to load a file in a given format.
  const internals = Module as typeof Module & { _nodeModulePaths(folder: string): string[] };
  const module = new Module(file) as Module & { _compile(code: string, file: string): void };
  module.filename = file;
  module.paths = internals._nodeModulePaths(dirname(file));
  module._compile(readFileSync(file, 'utf8'), file);
  return module.exports;
}

async function importHandlerModule(file: string): Promise<Record<string, unknown>> {
  if (file.endsWith('.cjs')) return createRequire(file)(file);
  if (file.endsWith('.js') && !existsSync(join(codeDirectory, 'package.json'))) return requireCommonJs(file);
  return import(pathToFileURL(file).href);
}

async function loadHandler(): Promise<Handler> {
  const file = findHandlerModule(codeDirectory, handlerName);
  if (file === undefined) throw new Error(`Cannot find the module of ${handlerName} in ${codeDirectory}`);
  const module = await importHandlerModule(file);
  const handler = module[handlerName.slice(handlerName.lastIndexOf('.') + 1)];
  if (typeof handler !== 'function') throw new TypeError(`${handlerName} is undefined or not exported`);
  return handler as Handler;
}

function contextOf(message: InvokeMessage) {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    invokedFunctionArn: message.functionArn,
    awsRequestId: message.requestId,
    getRemainingTimeInMillis: () => Math.max(0, message.deadline - Date.now()),
  };
}

async function run(handler: Handler, message: InvokeMessage): Promise<void> {
  process.env._X_AMZN_TRACE_ID = message.traceId;
  clock?.shift(message.clockOffset);
  try {
    const result = await handler(JSON.parse(message.event), contextOf(message));
    send({ kind: 'result', requestId: message.requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    send({ kind: 'error', requestId: message.requestId, error: describe(error) });
  }
  if (hasRun) return;
  hasRun = true;
  // Node would write it when the process exits, but environments end by SIGKILL.
  flushCompileCache();
}

// The host has ended, perhaps by SIGKILL; an environment must end with it.
process.on('disconnect', () => process.exit(1));

try {
  const handler = await loadHandler();
  process.on('message', (message) => void run(handler, message as InvokeMessage));
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'init-error', error: describe(error) });
}
