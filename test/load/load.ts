/**
 * `npm run measure:load -- [--users n] [--seconds n] [--think n] [--slow n] [--menus n]`: simulates n users at once on
 * a new local cloud, over loopback (with `--slow n`, each nth call of a model takes 55 seconds, nearly its time limit),
 * and prints throughput and latency by route. Then n customers have whole menus of 40 dishes made, beside single
 * pictures of others. Fails on any error except our own throttles, on a lost generation, and on a ledger that does not
 * balance (docs/proof.md).
 */
import { parseArgs } from 'node:util';
import { startCommandCloud } from '#test/support/command-cloud.ts';
import { numberOption } from '#test/support/number-option.ts';
import { runBesideMenus } from './run-beside-menus.ts';
import { type LoadReport, runLoad } from './run-load.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '180' },
    think: { type: 'string', default: '8' },
    slow: { type: 'string', default: '0' },
    menus: { type: 'string', default: '10' },
  },
});

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

const parts = [0.5, 0.9, 0.99, 1];

function spread(values: readonly number[], digits: number): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  return parts.map((part) => percentile(sorted, part).toFixed(digits));
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](index === 0 ? 22 : 10))
    .join('');
}

function print({ calls, generationSeconds, seconds, breaches }: LoadReport): void {
  console.log(line(['milliseconds', 'calls', 'refused', 'throttled', 'errors', 'p50', 'p90', 'p99', 'max']));
  const row = (name: string, some: LoadReport['calls']) => {
    const ended = (ending: string) => some.filter((call) => call.ending === ending).length;
    const counts = [some.length, ended('refused'), ended('throttled'), ended('error')];
    const times = some.map(({ ms }) => ms);
    console.log(line([name, ...counts, ...spread(times, 0)]));
  };
  const byName = Map.groupBy(calls, ({ name }) => name);
  for (const name of [...byName.keys()].sort()) row(name, byName.get(name) ?? []);
  row('all', calls);
  console.log(`\n${(calls.length / seconds).toFixed(1)} calls a second for ${seconds.toFixed(0)} s`);
  const [p50, p90, p99, max] = spread(generationSeconds, 1);
  console.log(
    `${generationSeconds.length} generations ended; order to end: p50 ${p50} s, p90 ${p90} s, p99 ${p99} s, max ${max} s`,
  );
  for (const breach of breaches) console.error(`BREACH: ${breach}`);
  console.log(breaches.length === 0 ? 'Nothing is wrong.' : `${breaches.length} breaches`);
}

const users = numberOption('--users', values.users);
const seconds = numberOption('--seconds', values.seconds);
const thinkSeconds = numberOption('--think', values.think, 0);

const slow = numberOption('--slow', values.slow, 0);

const menus = numberOption('--menus', values.menus, 0);
/** How much longer single pictures may wait beside whole menus: processes share the machine's cores. */
const mostRatio = 1.5;

const { cloud, admin, stop } = await startCommandCloud('load');
try {
  if (slow > 0) cloud.bedrock.faults.add({ kind: 'delay', milliseconds: 55_000 }, { every: slow });
  const report = await runLoad({
    cloud,
    admin,
    users,
    seconds,
    thinkSeconds,
    onStage: (what) => console.log(`… ${what}`),
  });
  print(report);
  if (report.breaches.length > 0) process.exitCode = 1;
  if (menus > 0) {
    // As long as a call takes on AWS, so that the cores of this machine are not what is measured.
    cloud.bedrock.faults.clear();
    cloud.bedrock.faults.add({ kind: 'delay', milliseconds: 6_000 });
    const onStage = (what: string) => console.log(`… ${what}`);
    const found = await runBesideMenus({ cloud, admin, menus, dishes: 40, singles: 6, onStage });
    for (const [name, seconds] of [
      ['alone', found.alone],
      ['beside whole menus', found.beside],
    ] as const)
      console.log(`Single pictures ${name}: p50 ${spread(seconds, 1)[0]} s, max ${spread(seconds, 1)[3]} s`);
    console.log(
      `${found.ratio.toFixed(2)} times as long beside ${menus} menus; ${found.dishesLeft} dishes waited`,
    );
    for (const breach of found.breaches) console.error(`BREACH: ${breach}`);
    if (found.breaches.length > 0 || found.dishesLeft === 0 || found.ratio > mostRatio) process.exitCode = 1;
  }
} finally {
  await stop();
}
