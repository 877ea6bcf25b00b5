/**
 * `npm run tool:audit`: known vulnerabilities of the packages that are locked, as the registry knows them today. What
 * customers run is judged strictly, tools of the developers only when critical. Exits with 1 when something must be
 * updated, with 2 when the registry could not be asked: that says nothing in either direction.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';

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

/** What npm prints instead when it could not ask. */
const refusalSchema = z.object({ message: z.string() });

interface Audit {
  readonly what: string;
  /** Folder of the lock file, below the project's. */
  readonly folder: string;
  readonly options: readonly string[];
  /** The least severity that must be acted upon. */
  readonly atLeast: (typeof severities)[number];
}

const audits: readonly Audit[] = [
  { what: 'what customers run', folder: '.', options: ['--omit=dev'], atLeast: 'moderate' },
  { what: 'the image library of the functions', folder: 'lambdas/native', options: [], atLeast: 'moderate' },
  { what: 'tools of the developers', folder: '.', options: ['--include=dev'], atLeast: 'critical' },
];

/** Names, severities and advisories of what must be updated. Throws when the registry gave no answer. */
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
process.exit(mustUpdate ? 1 : isUnknown ? 2 : 0);
