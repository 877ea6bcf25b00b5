import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { edgeRegion, edgeStackOf } from '#lib/edge-settings.ts';
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
  const config = parseConfig(settings, source);
  const region = config.region ?? (await regionOfShell());
  const edge = edgeStackOf(stackName, config, region);
  const next = await synthesize([stackName, ...(edge ? [edge.stackName] : [])], stage, region);
  const say = (about: string, deployed: Template | undefined, template: Template) =>
    process.stdout.write(`${[about, '', ...describeChanges(deployed, template)].join('\n')}\n`);
  if (against) {
    say(`Compared with ${against}.`, parseTemplate(readFileSync(against, 'utf8')), next(stackName));
    return;
  }
  for (const [name, there] of [
    [stackName, region] as const,
    ...(edge ? [[edge.stackName, edgeRegion] as const] : []),
  ]) {
    const { about, template } = await readDeployed(name, there);
    say(about, template, next(name));
  }
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

/** The templates that a deployment would send, by the names of their stacks. */
async function synthesize(
  stackNames: readonly string[],
  stage: string,
  region: string | undefined,
): Promise<(stackName: string) => Template> {
  const output = mkdtempSync(join(tmpdir(), 'platepost-diff-'));
  try {
    const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');
    await runProgram(
      [process.execPath, cdk, 'synth', ...stackNames, '--quiet', '-c', `stage=${stage}`, '--output', output],
      projectRoot,
      { NODE_ENV: 'production', ...(region && { AWS_REGION: region, AWS_DEFAULT_REGION: region }) },
    );
    const templates = new Map(
      stackNames.map((name) => [
        name,
        parseTemplate(readFileSync(join(output, `${name}.template.json`), 'utf8')),
      ]),
    );
    return (name) => templates.get(name) ?? parseTemplate('{}');
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
