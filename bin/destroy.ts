import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { destroy } from './deploy/destroy-steps.ts';
import { regionOfShell } from './deploy/region.ts';

const usage = `Removes a stage from AWS with all of its data: users, pictures, bookings, logs. It refuses in production.

Usage: npm run destroy -- --stage <name> [--yes]

  --yes   Do not ask for the stage's name
`;

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { stage } = values;
  if (values.help || stage === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { stackName, settings, source } = readStage(stage, join(projectRoot, 'settings'));
  const config = parseConfig(settings, source);
  const region = config.region ?? (await regionOfShell());
  if (region === undefined) throw new Error('Set AWS_REGION to the region of the stage.');
  await destroy({
    stage,
    stackName,
    config,
    region,
    folder: projectRoot,
    isConfirmed: async () =>
      values.yes || (await typed(`Type ${stage} to remove all of its data: `)) === stage,
    report: (line) => process.stdout.write(`${line}\n`),
    pollSeconds: 5,
  });
}

async function typed(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Nobody can be asked without a terminal: give --yes. Nothing was removed.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
