import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a handler such as `index.handler` in the folder of its code; undefined when there is none. */
export function findHandlerModule(codeDirectory: string, handler: string): string | undefined {
  const base = join(codeDirectory, handler.slice(0, handler.lastIndexOf('.')));
  return ['.mjs', '.js', '.cjs'].map((extension) => base + extension).find((path) => existsSync(path));
}
