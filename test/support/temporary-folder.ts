import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Hooks that were registered first run last, when nothing works in the folders any more.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder for this test file, which is removed after it even if its hooks fail. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `platepost-${name}-`));
  folders.push(folder);
  return folder;
}
