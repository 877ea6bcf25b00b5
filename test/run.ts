/**
 * `npm test`: types, lint and unused code; then unit, property, stack and integration tests; then journeys in
 * a real browser; then what functions may do and no test needed. Ends with one line, `N passed, N failed`, and a
 * non-zero exit code when anything failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findJava } from 'local-cloud/prerequisites.ts';
import * as z from 'zod';
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

function run(program: string, args: string[]): Promise<number> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
}

/** One script of package.json as one check. */
async function check(script: string): Promise<Outcome> {
  const status = await run('npm', ['run', '--silent', script]);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function tests(): Promise<Outcome> {
  const report = join(temporary, 'report.json');
  try {
    const status = await run(process.execPath, [
      join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    const result = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    // A file that cannot even be loaded fails without a failed test; so does an error outside of any test.
    const hidden = status !== 0 && result.numFailedTests === 0 ? Math.max(1, result.numFailedTestSuites) : 0;
    return { passed: result.numPassedTests, failed: result.numFailedTests + hidden };
  } catch (error) {
    console.error('The tests could not be run:', error);
    return { passed: 0, failed: 1 };
  }
}

/** Only a whole run in which every test passed says that nothing needs a permission. */
async function testsAndPermissions(): Promise<Outcome> {
  const records = join(temporary, 'permissions');
  mkdirSync(records);
  process.env[recordVariable] = records;
  const { passed, failed } = await tests();
  if (failed > 0) return { passed, failed };
  const use = permissionUse(mergeRecords(records).grants);
  for (const grant of use.unused) console.log(`Nothing needs: ${describeGrant(grant)}`);
  console.log(`\n${summaryOf(use)} (npm run permissions)`);
  const isLeast = use.used.length > 0 && use.unused.length === 0;
  return { passed: passed + Number(isLeast), failed: Number(!isLeast) };
}

const began = performance.now();
await Promise.all([findJava(), findChromium()]);
// The tests need the site, which is built by one core while the other checks; they tell why it cannot be built.
const [checked] = await Promise.all([check('check'), buildSiteIfStale().catch(() => undefined)]);
const outcomes = [checked, await testsAndPermissions()];
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\nTook ${Math.round((performance.now() - began) / 1000)} s.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
