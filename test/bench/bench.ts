/**
 * `npm run bench [-- <group or row> …]`: measures the product on this machine and prints one table of ratios with
 * their targets; fails when a row misses its own (docs/benchmarks.md says what each row means).
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, type Group, groups, type Row } from './table.ts';

const { positionals: parts } = parseArgs({ allowPositionals: true });

async function measure(group: Group): Promise<readonly Row[]> {
  const child = fork(join(import.meta.dirname, 'group-process.ts'), [group, ...parts], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (rows) => resolve(rows as Row[]));
    child.once('exit', (code) => reject(new Error(`${group} could not be measured: it ended with ${code}`)));
  });
}

const named = groups.filter((group) => parts.includes(group));
const rows: Row[] = [];
const failed: Group[] = [];
for (const group of parts.length > 0 && parts.every((part) => named.includes(part as Group))
  ? named
  : groups) {
  process.stderr.write(`${group} …\n`);
  try {
    rows.push(...(await measure(group)));
  } catch (error) {
    // The other groups take minutes: one that fails does not take their figures along.
    console.error(error);
    failed.push(group);
  }
}
if (rows.length + failed.length === 0)
  throw new Error(`The bench has no group and no row called ${parts.join(' or ')}`);
console.log(format(rows));
const judged = rows.filter(({ isMet }) => isMet !== undefined);
const met = judged.filter(({ isMet }) => isMet);
console.log(`\n${met.length} of ${judged.length} rows meet their target (docs/benchmarks.md).`);
if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`);
process.exitCode = met.length === judged.length && failed.length === 0 ? 0 : 1;
