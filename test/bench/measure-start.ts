import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '#lib/bundle.ts';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { median } from './in-turns.ts';
import { atMost, type Row, withoutTarget } from './table.ts';

const rounds = 3;
const data = join('.build', 'bench-start');

/** Third-party engines that start at the same time: the CDK with the bundler, and Amazon's DynamoDB Local. */
const foreign = ['synthesis', 'DynamoDB Local'];

/** Most seconds until the address is printed. A first start synthesizes, too, and lives a month of history. */
const targets = { first: 15, fresh: 10, again: 10 } as const;

type Kind = keyof typeof targets;

interface Start {
  /** Milliseconds by part, as `npm start -- --verbose` prints them. */
  readonly parts: ReadonlyMap<string, number>;
  readonly ready: number;
}

/**
 * Measures `npm start` until it prints the address: in an empty folder, with `--fresh`, and with the data of that run.
 */
export async function measureStart(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!(['first', 'fresh', 'again'] as const).some(wanted)) return [];
  await buildSiteIfStale();
  const first: Start[] = [];
  const fresh: Start[] = [];
  const again: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(projectRoot, data), { recursive: true, force: true });
    first.push(await start());
    fresh.push(await start('--fresh'));
    again.push(await start());
  }
  rmSync(join(projectRoot, data), { recursive: true, force: true });
  return [...rowsOf('first', first), ...rowsOf('fresh', fresh), ...rowsOf('again', again)];
}

function rowsOf(name: Kind, starts: readonly Start[]): Row[] {
  const seconds = (of: (start: Start) => number) => median(starts.map(of)) / 1000;
  const base = { group: 'start', unit: 's' } as const;
  const waited = ({ parts }: Start) =>
    Math.max(...foreign.map((part) => parts.get(part) ?? 0)) + (parts.get('history') ?? 0);
  const parts = [...(starts[0]?.parts.keys() ?? [])];
  return [
    atMost(targets[name], { ...base, name: `${name} ready`, value: seconds(({ ready }) => ready) }),
    atMost(4, {
      ...base,
      name: `${name} ours`,
      value: seconds((one) => one.ready - waited(one)),
      note: `without ${foreign.join(' and ')}, which start at the same time, and the month of history`,
    }),
    ...parts.map((part) =>
      withoutTarget({ ...base, name: `${name} ${part}`, value: seconds((one) => one.parts.get(part) ?? 0) }),
    ),
  ];
}

async function start(...options: string[]): Promise<Start> {
  const port = await freePorts(3);
  const parts = new Map<string, number>();
  const child = spawn(
    process.execPath,
    ['local/start.ts', '--data', data, '--port', String(port), '--verbose', ...options],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, part, ms] = /^ {2}(\S.*): (\d+) ms$/.exec(line) ?? [];
      if (part !== undefined) parts.set(part, Number(ms));
      const [, seconds] = /is ready \((\d+\.\d+) s\)/.exec(line) ?? [];
      if (seconds !== undefined) return { parts, ready: Number(seconds) * 1000 };
    }
    throw new Error('The local cloud did not become ready');
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}
