import { parseArgs } from 'node:util';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { readSettings } from '#lambdas/platform/settings-store.ts';
import type { AuditCommand } from '#shared/domain/audit-log.ts';
import { type AdapterName, adapterNames, type MaintenanceMode } from '#shared/domain/maintenance.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';

const usage = `Turns the maintenance switch, which the back office has too (Settings).

  on          Nothing is written any more: the API answers 503, Stripe sends its events again later, and what waits on the
              queues waits. Runs that have begun end within five minutes.
  generation  No pictures are made; everything else works.
  off         Everything works. What waited is done, with its whole time.

One adapter alone is taken out of service, if another one can make the same pictures, which then draws:
${adapterNames.join(', ')}.

Usage: npm run tool:maintenance -- on|generation|off [options]
       npm run tool:maintenance -- --stop|--start <adapter> [options]

${stackUsage}`;

const modes: Readonly<Record<string, MaintenanceMode>> = { on: 'all', generation: 'generation', off: 'off' };

export async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { ...stackOptions, stop: { type: 'string' }, start: { type: 'string' } },
    allowPositionals: true,
  });
  const { stop, start } = values;
  const mode = modes[positionals[0] ?? ''];
  const wishes = [...positionals, stop, start].filter((wish) => wish !== undefined);
  const adapter = stop ?? start;
  if (values.help || wishes.length !== 1 || (mode === undefined && adapter === undefined)) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  if (adapter !== undefined && !isAdapter(adapter))
    throw new Error(`There is no adapter ${adapter}. Adapters: ${adapterNames.join(', ')}`);
  chooseStack(values);
  if (mode !== undefined) {
    const { maintenance } = await changeSettings({ maintenance: mode }, 'maintenance' satisfies AuditCommand);
    process.stdout.write(`Maintenance: ${maintenance}. Functions know it within five seconds.\n`);
  } else {
    const others = (await readSettings()).stoppedAdapters.filter((name) => name !== adapter);
    const { stoppedAdapters } = await changeSettings(
      { stoppedAdapters: stop !== undefined && adapter !== undefined ? [...others, adapter] : others },
      'maintenance' satisfies AuditCommand,
    );
    process.stdout.write(`Out of service: ${stoppedAdapters.join(', ') || 'no adapter'}.\n`);
  }
}

const isAdapter = (name: string): name is AdapterName => (adapterNames as readonly string[]).includes(name);
