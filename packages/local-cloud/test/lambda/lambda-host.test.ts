import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FunctionDefinition } from '#src/lambda/function-definition.ts';
import { LambdaHost } from '#src/lambda/lambda-host.ts';

let directory: string;
let host: LambdaHost;
let lines: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'platepost-lambda-'));
  lines = [];
  host = new LambdaHost({
    directory,
    hostVariables: ({ name }) => ({ AWS_REGION: 'eu-west-2', AWS_ACCESS_KEY_ID: `key-of-${name}` }),
    concurrency: 3,
    onLog: (_name, line) => lines.push(line),
  });
});

afterEach(async () => {
  await host.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Defines a function with the given module and returns its ARN. */
function define(code: string, changes: Partial<FunctionDefinition> = {}, file = 'index.mjs'): string {
  const codeDirectory = mkdtempSync(join(directory, 'code-'));
  writeFileSync(join(codeDirectory, file), code);
  const arn = 'arn:aws:lambda:eu-west-2:000000000000:function:Stack-Dish';
  host.define({
    name: 'dish',
    functionName: 'Stack-Dish',
    arn,
    codeDirectory,
    handler: 'index.handler',
    environment: { TABLE_NAME: 'dishes' },
    timeoutSeconds: 5,
    memoryMegabytes: 128,
    ...changes,
  });
  return arn;
}

async function payload(arn: string, event: unknown = {}): Promise<unknown> {
  const result = await host.invoke(arn, event);
  if (!result.ok) throw new Error(result.error.errorMessage);
  return JSON.parse(result.payload);
}

describe('a module', () => {
  it('whose name ends with .js is CommonJS, whatever a package.json above it says', async () => {
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    const code = 'exports.handler = async (event) => ({ doubled: event.number * 2 });';
    expect(await payload(define(code, {}, 'index.js'), { number: 21 })).toEqual({ doubled: 42 });
  });

  it('that is missing is named in the error', async () => {
    const arn = define('', {}, 'other.mjs');
    expect(await host.invoke(arn, {})).toMatchObject({
      error: { errorMessage: expect.stringContaining('Cannot find the module of index.handler') },
    });
  });
});

describe('an execution environment', () => {
  it("has the template's variables and Lambda's own, and nothing of the host's", async () => {
    process.env.SECRET_OF_THE_HOST = 'x';
    const arn = define('export const handler = async () => process.env;');
    const environment = (await payload(arn)) as Record<string, string>;
    expect(environment).toMatchObject({
      TABLE_NAME: 'dishes',
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: 'key-of-dish',
      AWS_LAMBDA_FUNCTION_NAME: 'Stack-Dish',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      _HANDLER: 'index.handler',
    });
    expect(environment._X_AMZN_TRACE_ID).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}/);
    expect(environment).not.toHaveProperty('SECRET_OF_THE_HOST');
    expect(environment).not.toHaveProperty('PATH');
    expect(environment).not.toHaveProperty('HOME');
  });

  it('gives the handler a complete context', async () => {
    const arn = define(
      'export const handler = async (event, c) => ({ event, ...c, left: c.getRemainingTimeInMillis() });',
    );
    const context = (await payload(arn, { a: [1] })) as Record<string, unknown>;
    expect(context).toMatchObject({
      event: { a: [1] },
      functionName: 'Stack-Dish',
      functionVersion: '$LATEST',
      memoryLimitInMB: '128',
      invokedFunctionArn: arn,
    });
    expect(context.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.left).toBeGreaterThan(3000);
    expect(context.left).toBeLessThanOrEqual(5000);
  });

  it('is kept for the next invocation, and one more is started while it is busy', async () => {
    const arn = define(`
      let count = 0;
      export const handler = async ({ ms }) => {
        count += 1;
        await new Promise((done) => setTimeout(done, ms));
        return { pid: process.pid, count };
      };`);
    const first = await payload(arn, { ms: 0 });
    expect(await payload(arn, { ms: 0 })).toEqual({ ...(first as object), count: 2 });
    const together = (await Promise.all(Array.from({ length: 6 }, () => payload(arn, { ms: 150 })))) as {
      pid: number;
    }[];
    // Six at once, three processes: the others waited.
    expect(new Set(together.map(({ pid }) => pid)).size).toBe(3);
  });

  it('answers a thrown error as Lambda does', async () => {
    const arn = define("export const handler = async () => { throw new RangeError('too spicy'); };");
    const result = await host.invoke(arn, {});
    expect(result).toMatchObject({
      ok: false,
      error: { errorType: 'RangeError', errorMessage: 'too spicy' },
    });
  });

  it('is killed at its timeout, even when it never yields', async () => {
    const arn = define('export const handler = async () => { for (;;); };', { timeoutSeconds: 1 });
    const result = await host.invoke(arn, {});
    expect(result).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } });
    expect(!result.ok && result.error.errorMessage).toMatch(/Task timed out after 1\.00 seconds$/);
  });

  it('is replaced after it ended by itself', async () => {
    const arn = define(
      'export const handler = async ({ exit }) => { if (exit) process.exit(7); return process.pid; };',
    );
    const result = await host.invoke(arn, { exit: true });
    expect(result).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/exit status 7$/) },
    });
    expect(await payload(arn, { exit: false })).toBeTypeOf('number');
  });

  it('is stopped when it uses far more memory than it has', async () => {
    const arn = define(`
      export const handler = async () => {
        const kept = [];
        for (let i = 0; i < 40; i += 1) {
          kept.push(Buffer.alloc(16 * 1024 * 1024, i));
          await new Promise((done) => setTimeout(done, 25));
        }
        return kept.length;
      };`);
    const result = await host.invoke(arn, {});
    expect(result).toMatchObject({ ok: false, error: { errorType: 'Runtime.OutOfMemory' } });
  });

  it('tells why a bundle cannot be loaded', async () => {
    const arn = define("throw new Error('Environment variable X is not set');");
    const result = await host.invoke(arn, {});
    expect(result).toMatchObject({
      ok: false,
      error: { errorMessage: 'Environment variable X is not set' },
    });
  });

  it('refuses a reply of more than 6 MB', async () => {
    const arn = define("export const handler = async () => 'x'.repeat(7 * 1024 * 1024);");
    const result = await host.invoke(arn, {});
    expect(result).toMatchObject({ ok: false, error: { errorType: 'Function.ResponseSizeTooLarge' } });
  });
});

describe('the host', () => {
  it('kills a function in the middle of its work by its short name', async () => {
    const arn = define('export const handler = async () => new Promise((done) => setTimeout(done, 4000));');
    const running = host.invoke(arn, {});
    await expect.poll(() => lines, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^START/));
    expect(host.kill('other')).toBe(0);
    expect(host.kill('dish')).toBe(1);
    expect(await running).toMatchObject({
      ok: false,
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/signal: killed$/) },
    });
  });

  it('runs changed code from the next invocation on, while the old one finishes', async () => {
    const arn = define(
      "export const handler = async () => { await new Promise((d) => setTimeout(d, 300)); return 'old'; };",
    );
    const old = payload(arn);
    await sleep(150);
    define("export const handler = async () => 'new';");
    expect(await payload(arn)).toBe('new');
    expect(await old).toBe('old');
  });

  it('tries an asynchronous invocation three times', async () => {
    const file = join(directory, 'attempts');
    const arn = define(`
      import { appendFileSync } from 'node:fs';
      export const handler = async ({ file }) => { appendFileSync(file, 'x'); throw new Error('no'); };`);
    host.invokeAsync(arn, { file });
    for (let left = 100; left > 0 && host.active > 0; left -= 1) await sleep(50);
    expect(readFileSync(file, 'utf8')).toBe('xxx');
  });

  it('tries one as often as its function is set to', async () => {
    const file = join(directory, 'once');
    const arn = define(`
      import { appendFileSync } from 'node:fs';
      export const handler = async ({ file }) => { appendFileSync(file, 'x'); throw new Error('no'); };`);
    host.setAsyncRetries(arn, 0);
    host.invokeAsync(arn, { file });
    for (let left = 100; left > 0 && host.active > 0; left -= 1) await sleep(50);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('keeps what functions print', async () => {
    const arn = define("export const handler = async () => { console.log('the plate is hot'); return 1; };");
    await payload(arn);
    await host.close();
    expect(lines).toContain('the plate is hot');
    expect(readFileSync(join(directory, 'logs', 'dish.log'), 'utf8')).toContain('the plate is hot\n');
  });
});
