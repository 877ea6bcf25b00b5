import { parseArgs } from 'node:util';
import { recount } from '#lambdas/stats/recount.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';

const usage = `Corrects the figures of the back office by a scan of the whole table. Run it during maintenance, or once
more: it may miss what is made or paid meanwhile.

Usage: npm run tool:recount -- [options]

${stackUsage}`;

export async function main(): Promise<void> {
  const { values } = parseArgs({ options: stackOptions });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  chooseStack(values);
  const { items } = await recount();
  process.stdout.write(`Counted ${items} items\n`);
}
