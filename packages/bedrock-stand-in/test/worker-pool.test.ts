import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('A pool that is closed while a network looks at a picture refuses the task, and leaves the process alive', async () => {
  // In a process of its own, which the failure would end.
  const program = join(import.meta.dirname, 'close-while-seeing-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout.trim()).toBe('The pool is closed');
});
