import { parseArgs } from 'node:util';
import { changeSettings } from '#lambdas/platform/settings-store.ts';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';

const usage = `Turns the maintenance switch, which the back office has too (Settings).

  on          Nothing is written any more: the API answers 503, Stripe sends its events again later, and what waits on the
              queues waits. Runs that have begun end within five minutes.
  generation  No pictures are made; everything else works.
  off         Everything works. What waited is done, with its whole time.

Usage: npm run tool:maintenance -- on|generation|off [options]

${stackUsage}`;

const modes: Readonly<Record<string, MaintenanceMode>> = { on: 'all', generation: 'generation', off: 'off' };

export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: stackOptions, allowPositionals: true });
  const mode = modes[positionals[0] ?? ''];
  if (values.help || mode === undefined || positionals.length > 1) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  chooseStack(values);
  const { maintenance } = await changeSettings({ maintenance: mode }, 'maintenance');
  process.stdout.write(`Maintenance: ${maintenance}. Functions know it within five seconds.\n`);
}
