/**
 * `npm test`: types, lint and unused code; then at the same time unit, property and stack tests in one process, and
 * tests of the whole cloud and journeys in a real browser in three; then what functions may do and no test needed.
 * Ends with one line, `N passed, N failed`, and a non-zero exit code when anything failed.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { findChromium, findJava } from '#local/prerequisites.ts';
import { buildSiteIfStale } from '#local/site/site-build.ts';
import { mergeRecords, recordVariable } from '#test/support/permission-record.ts';
import { describeGrant, permissionUse, summaryOf } from '#test/support/permission-use.ts';

const projectRoot = join(import.meta.dirname, '..');

/** For everything that is made on the way, also by tests that break off: it is gone when this process is. */
const temporary = mkdtempSync(join(tmpdir(), 'platepost-test-'));
process.env.TMPDIR = temporary;
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** What vitest's JSON reporter writes, as far as it is read here. */
const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numFailedTestSuites: z.int(),
  success: z.boolean(),
});

interface Outcome {
  passed: number;
  failed: number;
}

/** Runs a program whose output goes to ours, or to a file that is open. */
function run(program: string, args: string[], output: 'inherit' | number = 'inherit'): Promise<number> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['inherit', output, output] });
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
}

/** One script of package.json as one check. */
async function check(script: string): Promise<Outcome> {
  const status = await run('npm', ['run', '--silent', script]);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Projects of vitest.config.ts that run together, in so many processes at a time. */
interface Group {
  readonly projects: readonly string[];
  readonly workers: number;
}

/** They wait for engines, browsers and each other most of the time: two cores are not busy with three of them. */
const waiting: Group = { projects: ['cloud', 'journeys'], workers: 3 };
/** They hardly wait, and fill what the others leave. */
const working: Group = { projects: ['unit', 'alone'], workers: 1 };

async function tests({ projects, workers }: Group, output?: number): Promise<Outcome> {
  const report = join(temporary, `${projects.join('-')}.json`);
  try {
    const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
    const options = [
      ...projects.flatMap((name) => ['--project', name]),
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const status = await run(process.execPath, [vitest, 'run', ...options], output);
    const result = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    // A file that cannot even be loaded fails without a failed test; so does an error outside of any test.
    const hidden = status !== 0 && result.numFailedTests === 0 ? Math.max(1, result.numFailedTestSuites) : 0;
    return { passed: result.numPassedTests, failed: result.numFailedTests + hidden };
  } catch (error) {
    console.error(`The tests of ${projects.join(' and ')} could not be run:`, error);
    return { passed: 0, failed: 1 };
  }
}

/** What is said is kept and told in one piece at the end, after what others say meanwhile. */
async function testsToldLater(group: Group): Promise<{ outcome: Outcome; tell: () => void }> {
  const file = join(temporary, `${group.projects.join('-')}.log`);
  const output = openSync(file, 'w');
  const outcome = await tests(group, output);
  closeSync(output);
  return { outcome, tell: () => process.stdout.write(readFileSync(file)) };
}

/** Only a whole run in which every test passed says that nothing needs a permission. */
async function testsAndPermissions(): Promise<Outcome> {
  const records = join(temporary, 'permissions');
  mkdirSync(records);
  process.env[recordVariable] = records;
  const [outcome, later] = await Promise.all([tests(waiting), testsToldLater(working)]);
  later.tell();
  const { passed, failed } = sum([outcome, later.outcome]);
  if (failed > 0) return { passed, failed };
  const use = permissionUse(mergeRecords(records).grants);
  for (const grant of use.unused) console.log(`Nothing needs: ${describeGrant(grant)}`);
  console.log(`\n${summaryOf(use)} (npm run permissions)`);
  const isLeast = use.used.length > 0 && use.unused.length === 0;
  return { passed: passed + Number(isLeast), failed: Number(!isLeast) };
}

function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((passed, outcome) => passed + outcome.passed, 0),
    failed: outcomes.reduce((failed, outcome) => failed + outcome.failed, 0),
  };
}

const began = performance.now();
await Promise.all([findJava(), findChromium()]);
// Both groups of tests use the site: it is built once.
const [checked] = await Promise.all([check('check'), buildSiteIfStale()]);
const { passed, failed } = sum([checked, await testsAndPermissions()]);
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
