import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { describeChanges, parseTemplate, type Template } from './deploy/changes.ts';
import { messageOf } from './deploy/finding.ts';
import { runProgram } from './deploy/program.ts';
import { regionOfShell } from './deploy/region.ts';

const usage = `Says what a deployment would change, for a reviewer: lost data first, then permissions, then the rest. It changes nothing,
and needs no more than cloudformation:GetTemplate; without credentials it describes the whole stack.

Usage: npm run diff -- --stage <name> [--against <file>]

  --against <file>   Compare with this template instead of the deployed one, such as another commit's in cdk.out
`;

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      against: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { stage, against } = values;
  if (values.help || stage === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const { stackName, settings, source } = readStage(stage, join(projectRoot, 'settings'));
  const region = parseConfig(settings, source).region ?? (await regionOfShell());
  const deployed = against
    ? { template: parseTemplate(readFileSync(against, 'utf8')), about: `Compared with ${against}.` }
    : await readDeployed(stackName, region);
  const next = await synthesize(stackName, stage, region);
  process.stdout.write(`${[deployed.about, '', ...describeChanges(deployed.template, next)].join('\n')}\n`);
}

async function readDeployed(
  stackName: string,
  region: string | undefined,
): Promise<{ template?: Template; about: string }> {
  if (region === undefined)
    return {
      about: 'No region is chosen (AWS_REGION), hence nothing to compare with: this is the whole stack.',
    };
  try {
    const cloudFormation = new CloudFormationClient({ region });
    const { TemplateBody = '' } = await cloudFormation.send(
      new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' }),
    );
    return { template: parseTemplate(TemplateBody), about: `Compared with ${stackName} in ${region}.` };
  } catch (error) {
    const reason = messageOf(error);
    return {
      about: /does not exist/.test(reason)
        ? `${stackName} is not deployed in ${region}: this is the whole stack.`
        : `What is deployed could not be read (${reason}): this is the whole stack.`,
    };
  }
}

/** The template that a deployment would send. */
async function synthesize(stackName: string, stage: string, region: string | undefined): Promise<Template> {
  const output = mkdtempSync(join(tmpdir(), 'platepost-diff-'));
  try {
    const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');
    await runProgram(
      [process.execPath, cdk, 'synth', stackName, '--quiet', '-c', `stage=${stage}`, '--output', output],
      projectRoot,
      { NODE_ENV: 'production', ...(region && { AWS_REGION: region, AWS_DEFAULT_REGION: region }) },
    );
    return parseTemplate(readFileSync(join(output, `${stackName}.template.json`), 'utf8'));
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
