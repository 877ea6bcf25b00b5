import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const projectRoot = join(import.meta.dirname, '..', '..');

/** Modules that start DynamoDB Local, wherever they are. */
const engine = /\/(dynamodb-local|engine-command)\.ts$/;

/**
 * Paths of the test files that start DynamoDB Local: those that import an `engine`, directly or through a helper of
 * the tests. They need Java and some seconds each; `npm run test:fast` leaves them out.
 */
export function testsWithJava(): string[] {
  const files = globSync('{test,packages}/**/*.ts', {
    cwd: projectRoot,
    exclude: (name) => name.endsWith('node_modules'),
  });
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const found = new Set<string>();
  let before = -1;
  while (found.size > before) {
    before = found.size;
    for (const [file, imported] of imports)
      if (imported.some((each) => engine.test(each) || found.has(each))) found.add(file);
  }
  return files.filter((file) => found.has(file) && file.endsWith('.test.ts'));
}

/** Project paths of the modules that a file imports for their values. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  // `#src/…` and `#test/…` of a package lie in the package.
  const root = /^packages\/[^/]+/.exec(file)?.[0] ?? '';
  return [...text.matchAll(/^(?!import type).*\bfrom '([^']+)'/gm)].map(([, name = '']) => {
    if (name.startsWith('.')) return join(dirname(file), name);
    return name.startsWith('#') ? join(root, name.slice(1)) : name;
  });
}
