import { parseArgs } from 'node:util';
import { recount } from '#lambdas/stats/recount.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';

const usage = `Mends the figures of the back office from a scan of the whole table. Run it while no jobs run.

Usage: npm run tool:recount -- [options]

${stackUsage}`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: stackOptions });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  chooseStack(values);
  const { items } = await recount();
  process.stdout.write(`Counted ${items} items\n`);
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
