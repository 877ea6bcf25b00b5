import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';

const usage = `Lists the known vulnerabilities of the locked packages, as the registry knows them. Packages that customers run must be
updated from severity moderate on, tools of the developers only when critical.

Usage: npm run tool:audit

Ends with 1 if something must be updated, and with 2, which decides nothing, if the registry cannot be reached.
`;

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});

/** npm's output if it cannot reach the registry. */
const refusalSchema = z.object({ message: z.string() });

interface Audit {
  readonly what: string;
  /** Folder of the lock file, below the project's. */
  readonly folder: string;
  readonly options: readonly string[];
  /** The lowest severity that fails the audit. */
  readonly atLeast: (typeof severities)[number];
}

const audits: readonly Audit[] = [
  { what: 'what customers run', folder: '.', options: ['--omit=dev'], atLeast: 'moderate' },
  { what: 'the image library of the functions', folder: 'lambdas/native', options: [], atLeast: 'moderate' },
  { what: 'tools of the developers', folder: '.', options: ['--include=dev'], atLeast: 'critical' },
];

/** Names, severities and advisories of packages that must be updated. Throws if the registry does not answer. */
function vulnerabilitiesOf({ folder, options, atLeast }: Audit): string[] {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
    cwd: join(import.meta.dirname, '..', folder),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  const answer = jsonOf(stdout);
  const report = reportSchema.safeParse(answer);
  if (!report.success) throw new Error(refusalSchema.safeParse(answer).data?.message ?? 'npm gave no answer');
  return Object.entries(report.data.vulnerabilities)
    .filter(([, { severity }]) => severities.indexOf(severity) >= severities.indexOf(atLeast))
    .map(([name, { severity, range, via }]) => {
      const advisories = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.url));
      return `${severity}: ${name} ${range} (${advisories.join(', ')})`;
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  let [mustUpdate, isUnknown] = [false, false];
  for (const audit of audits)
    try {
      const found = vulnerabilitiesOf(audit);
      console.log(`${audit.what}: ${found.length} known vulnerabilities, ${audit.atLeast} or worse`);
      for (const line of found) console.log(`  ${line}`);
      mustUpdate ||= found.length > 0;
    } catch (error) {
      isUnknown = true;
      console.error(`${audit.what}: not known, because ${error instanceof Error ? error.message : error}`);
    }
  process.exitCode = mustUpdate ? 1 : isUnknown ? 2 : 0;
}
