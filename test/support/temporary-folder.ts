import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Hooks that were registered first run last: whatever works in the folders has ended, or failed to.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of this test file's own, which is removed after it, also when its hooks fail. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `platepost-${name}-`));
  folders.push(folder);
  return folder;
}
