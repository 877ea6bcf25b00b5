/**
 * `npm run measure:faults -- [--seed n] [--operations n] [--at-once n]`: simulates users on a new local cloud while
 * functions are killed, deliveries are repeated, and engines refuse, lose and delay requests; then checks
 * that nothing was lost, charged twice or left behind. A failure prints the seed and the events (docs/proof.md).
 */
import { parseArgs } from 'node:util';
import { startCommandCloud } from '#test/support/command-cloud.ts';
import { numberOption } from '#test/support/number-option.ts';
import { makePlan } from './plan.ts';
import { type ChaosReport, runChaos } from './run-chaos.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    operations: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '8' },
  },
});
const plan = makePlan(
  numberOption('--seed', values.seed, 0),
  numberOption('--operations', values.operations),
);
const atOnce = numberOption('--at-once', values['at-once']);
console.log(`seed ${plan.seed}, ${plan.steps.length} operations by ${plan.places} people at a time`);

const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);

function logProgress({ operations, affected, kills, breaches }: ChaosReport): void {
  const state = breaches.length === 0 ? 'nothing is wrong' : 'SOMETHING IS WRONG';
  console.log(
    `${operations} operations, ${affected} calls affected, ${kills} kills, ${seconds()} s: ${state}`,
  );
}

function table(title: string, counts: ReadonlyMap<string, number>): void {
  console.log(`\n${title}`);
  for (const [name, times] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(times).padStart(7)}  ${name}`);
}

const { cloud, admin, stop } = await startCommandCloud('faults', { waitingSpeed: 20 });
try {
  const report = await runChaos({ cloud, admin, plan, atOnce, onCheck: logProgress });
  table('Injected faults', report.faults);
  table('Outcomes', report.outcomes);
  for (const breach of report.breaches) console.error(`\nBREACH, seed ${report.seed}: ${breach}`);
  console.log(
    `\nseed ${report.seed}: ${report.operations} operations in ${seconds()} s, ${report.breaches.length} breaches`,
  );
  if (report.breaches.length > 0) process.exitCode = 1;
} finally {
  await stop({ keepsData: process.exitCode === 1 });
}
