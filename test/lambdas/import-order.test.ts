import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';

/** The folders of `lambdas/`, from the bottom up: a file imports from its own folder and from those before it. */
const folders = [
  'runtime',
  'platform',
  'credits',
  'accounts',
  'identity',
  'billing',
  'pictures',
  'models',
  'photos',
  'generations',
  'delivery',
  'menus',
  'notifications',
  'prompt-tests',
  'site',
  'stats',
  'admin',
  'tasks',
  'reconciler',
  'api',
];

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

it('lists every folder, so that a new one gets a place in the order', () => {
  expect([...new Set(sources().map(folderOf))].sort()).toEqual([...folders].sort());
});

it('finds imports of values and of types, static and dynamic', () => {
  const source = [
    "import { a } from '#lambdas/credits/a.ts';",
    "import type { B } from './b.ts';",
    'import {',
    '  c,',
    "} from '#lambdas/stats/c.ts';",
    "const d = await import('../d.ts');",
    "type E = import('#lambdas/admin/e.ts').E;",
    "import '#lambdas/site/f.ts';",
    "import * as z from 'zod/mini';",
  ].join('\n');
  expect(importsOf('generations/parts/x.ts', source)).toEqual([
    'credits/a.ts',
    'generations/parts/b.ts',
    'stats/c.ts',
    'generations/d.ts',
    'admin/e.ts',
    'site/f.ts',
  ]);
});

it('imports downward only', () => {
  const upward = sources()
    .flatMap((file): Import[] =>
      importsOf(file, readFileSync(join(projectRoot, 'lambdas', file), 'utf8')).map((target) => ({
        file,
        from: folderOf(file),
        to: folderOf(target),
      })),
    )
    .filter(({ from, to }) => folders.indexOf(to) > folders.indexOf(from));
  expect(upward).toEqual([]);
});

/** Paths of all source files, from `lambdas/` on. `native` holds the libraries of the function image alone. */
function sources(): string[] {
  return readdirSync(join(projectRoot, 'lambdas'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'native')
    .flatMap(({ name }) =>
      readdirSync(join(projectRoot, 'lambdas', name), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => posix.join(name, file)),
    );
}

function folderOf(file: string): string {
  return posix.dirname(file);
}

/** Imports of a file from `lambdas/`, as paths relative to it. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport\s*\(|\bimport)\s*'([^']+)'/g)].flatMap(
    ([, specifier = '']) => {
      if (specifier.startsWith('#lambdas/')) return [specifier.slice('#lambdas/'.length)];
      return specifier.startsWith('.') ? [posix.join(folderOf(file), specifier)] : [];
    },
  );
}
