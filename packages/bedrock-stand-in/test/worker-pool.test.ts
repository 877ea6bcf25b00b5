import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('rejects the task of a pool that is closed while a network runs, without crashing the process', async () => {
  // In a separate process, because a failure of this test crashes the process.
  const program = join(import.meta.dirname, 'close-while-seeing-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout.trim()).toBe('The pool is closed');
});
