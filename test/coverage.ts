/**
 * `npm run coverage [-- <part of a path> …]`: runs the unit and component tests, those with DynamoDB Local included,
 * and prints the share of lines, branches and functions that they execute, folder by folder. Details of each file are
 * in `.build/coverage/index.html`. Takes 10 to 16 minutes on two cores.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';

const projectRoot = join(import.meta.dirname, '..');
const folder = join(projectRoot, '.build', 'coverage');

/**
 * Loops over pixels in JavaScript: with V8's counters in every loop, each of these files takes minutes instead of
 * seconds. They draw the pictures of the stand-in for Bedrock, which no customer sees.
 */
const leftOut = ['packages/bedrock-stand-in/test/renderer/', 'test/bin/pictures/'];
const leftOutSources = ['packages/bedrock-stand-in/src/renderer/**', 'bin/pictures/**'];

const parts = process.argv.slice(2);
const files = globSync('{test,packages/*/test}/**/*.test.{ts,tsx}', { cwd: projectRoot }).filter(
  (file) =>
    !leftOut.some((left) => file.startsWith(left)) &&
    (parts.length === 0 || parts.some((part) => file.includes(part))),
);

const { status, stdout } = spawnSync(
  process.execPath,
  [
    join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['unit', 'alone', 'tables', 'components'].map((project) => `--project=${project}`),
    '--coverage',
    ...leftOutSources.map((sources) => `--coverage.exclude=${sources}`),
    '--reporter=minimal',
    '--silent=passed-only',
    ...files,
  ],
  // The logs of the functions are of interest only when a test fails.
  {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  },
);
if (status !== 0) console.log(stdout);

const countSchema = z.object({ total: z.int(), covered: z.int() });
const fileSchema = z.object({ lines: countSchema, branches: countSchema, functions: countSchema });
type Kind = keyof z.output<typeof fileSchema>;
const kinds: readonly Kind[] = ['lines', 'branches', 'functions'];

const summary = z
  .record(z.string(), fileSchema)
  .parse(JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')));
const { total, ...covered } = summary;

/** `lambdas/credits` of `lambdas/credits/credits-store.ts`. */
function folderOf(file: string): string {
  const parts = relative(projectRoot, file).split('/');
  return parts.slice(0, Math.min(2, parts.length - 1)).join('/');
}

function row(name: string, counted: readonly z.output<typeof fileSchema>[]): string {
  const shares = kinds.map((kind) => {
    const sum = (part: 'total' | 'covered') => counted.reduce((all, file) => all + file[kind][part], 0);
    return sum('total') === 0 ? '–' : `${((100 * sum('covered')) / sum('total')).toFixed(1)} %`;
  });
  return `| ${[name, ...shares].join(' | ')} |`;
}

const byFolder = Map.groupBy(Object.entries(covered), ([file]) => folderOf(file));
console.log('| folder | lines | branches | functions |\n|---|---|---|---|');
for (const [name, entries] of [...byFolder].sort(([a], [b]) => a.localeCompare(b)))
  console.log(
    row(
      name,
      entries.map(([, file]) => file),
    ),
  );
if (total) console.log(row('all', [total]));
console.log(`Left out: ${leftOutSources.join(', ')}`);
process.exit(status ?? 1);
