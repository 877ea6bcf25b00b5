/**
 * `npm test`: types, lint and unused code; then unit tests, components, the whole cloud and journeys in a real browser;
 * in a full run also the permissions that no test needed. A group that fails ends the everyday run; the full run goes
 * on and reports every group. The last line is `N passed, N failed`; the exit code is not zero when anything failed.
 *
 *     npm test                 # what a normal change can break
 *     npm run test:full        # also `thorough` (vitest.config.ts), storms, crashes and load; CI always runs these
 *     npm run test:fast        # unit tests that need neither Java nor a browser
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findJava } from 'local-cloud/prerequisites.ts';
import * as z from 'zod';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { findChromium } from '#test/support/chromium.ts';
import { mergeRecords, recordVariable } from '#test/support/permission-record.ts';
import { describeGrant, permissionUse, summaryOf } from '#test/support/permission-use.ts';
import { runVariable } from '#test/support/run-variable.ts';
import { synthesisVariable } from '#test/support/synthesis-variable.ts';

const { values: options } = parseArgs({
  options: { fast: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
});
const isFull = options.full || Boolean(process.env.CI);
process.env[runVariable] = isFull ? 'full' : 'everyday';

const projectRoot = join(import.meta.dirname, '..');

/** For everything that tests create, also those that are aborted: removed when this process ends. */
const temporary = mkdtempSync(join(tmpdir(), 'platepost-test-'));
process.env.TMPDIR = temporary;
// Inside the project, because the bundles look for sharp's binary in the folders above them.
const synthesis = join(projectRoot, '.build', 'test', `synthesis-${process.pid}`);
process.env[synthesisVariable] = synthesis;
// Some twenty processes load the same modules: one compiles them, the others read what it compiled.
process.env.NODE_COMPILE_CACHE ??= join(projectRoot, '.build', 'test', 'compile-cache');
process.on('exit', () => {
  for (const folder of [temporary, synthesis]) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** The part of the report of Vitest's JSON reporter that is read here. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
});

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Shown when the group failed. */
  readonly output: string;
  /** Shown beside the counts. */
  readonly note?: string;
}

interface Group {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

interface Ended {
  readonly status: number;
  readonly output: string;
}

function run(program: string, args: string[]): Promise<Ended> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = () => child.kill();
  process.once('exit', end);
  return new Promise((resolve) =>
    child.on('close', (status) => {
      process.off('exit', end);
      resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() });
    }),
  );
}

/** Scripts of package.json; each is one check. */
async function check(...scripts: string[]): Promise<Outcome> {
  const ended = await Promise.all(scripts.map((script) => run('npm', ['run', '--silent', script])));
  const failed = ended.filter(({ status }) => status !== 0);
  return {
    passed: ended.length - failed.length,
    failed: failed.length,
    output: failed.map(({ output }) => output).join('\n'),
  };
}

/** The tests of some projects of vitest.config.ts. */
async function vitest(projects: readonly string[], workers?: number): Promise<Outcome> {
  const report = join(temporary, `${projects[0]}.json`);
  const { status, output } = await run(process.execPath, [
    join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    // Failures only, and what failed tests printed.
    '--reporter=minimal',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  try {
    const result = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    // A file that cannot be loaded fails without a failed test, and so does an error outside of every test.
    const hidden = status !== 0 && result.numFailedTests === 0 ? Math.max(1, result.numFailedTestSuites) : 0;
    return { passed: result.numPassedTests, failed: result.numFailedTests + hidden, output };
  } catch (error) {
    return { passed: 0, failed: 1, output: `${output}\nThe tests did not run: ${error}` };
  }
}

/** Compares the permissions of the functions with those that the tests of this run used. */
function permissions(): Outcome {
  const use = permissionUse(mergeRecords(recordFolder).grants);
  const isLeast = use.used.length > 0 && use.unused.length === 0;
  const unused = use.unused.map((grant) => `No test needs: ${describeGrant(grant)}`);
  return {
    passed: Number(isLeast),
    failed: Number(!isLeast),
    output: unused.join('\n'),
    note: summaryOf(use),
  };
}

const recordFolder = join(temporary, 'permissions');
mkdirSync(recordFolder);
process.env[recordVariable] = recordFolder;

async function checkAndBuild(): Promise<Outcome> {
  // Later groups need the built site, and report why it cannot be built.
  const [checked] = await Promise.all([
    check('typecheck', 'lint', 'unused'),
    buildSiteIfStale().catch(() => undefined),
  ]);
  return checked;
}

/** The tests of built pages read `dist/`, which a change of the sources makes stale. */
async function buildAndTest(): Promise<Outcome> {
  await buildSiteIfStale();
  return vitest(['unit', 'alone']);
}

const fast: readonly Group[] = [{ name: 'unit', run: buildAndTest }];

const everyDay: readonly Group[] = [
  { name: 'check', run: checkAndBuild },
  { name: 'unit', run: () => vitest(['unit', 'alone', 'tables']) },
  // Test files of these groups wait for engines or a browser half of the time, so more of them run at once. The full
  // run has longer files, and keeps the usual number.
  { name: 'components', run: () => vitest(['components'], isFull ? undefined : 5) },
  { name: 'cloud', run: () => vitest(['cloud'], isFull ? undefined : 5) },
  { name: 'journeys', run: () => vitest(['journeys'], isFull ? undefined : 4) },
];

const groups: readonly Group[] = options.fast
  ? fast
  : [
      ...everyDay,
      ...(isFull
        ? [
            { name: 'stress', run: () => vitest(['stress']) },
            { name: 'permissions', run: async () => permissions() },
          ]
        : []),
    ];

if (!options.fast) await Promise.all([findJava(), findChromium()]);
let passed = 0;
let failed = 0;
for (const group of groups) {
  const began = performance.now();
  const outcome = await group.run();
  passed += outcome.passed;
  failed += outcome.failed;
  const seconds = Math.round((performance.now() - began) / 1000);
  if (outcome.failed > 0) console.log(outcome.output.trim());
  if (outcome.note !== undefined) console.log(outcome.note);
  console.log(`${group.name}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`);
  if (outcome.failed > 0 && !isFull) break;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
