import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Config } from '#lib/config.ts';
import { edgeRegion, edgeStackName } from '#lib/edge-settings.ts';
import { mailStackOf } from '#lib/mail-settings.ts';
import { outputsFile } from '../outputs.ts';
import { removeTrial } from './cloudfront.ts';
import { leftBehind, Remover } from './remove.ts';
import { deleteStack, describeStack, untilAtRest } from './stack.ts';

export interface Destruction {
  readonly stage: string;
  readonly stackName: string;
  readonly config: Config;
  readonly region: string;
  /** The project's folder, with the outputs. */
  readonly folder: string;
  readonly isConfirmed: () => Promise<boolean>;
  readonly report: (line: string) => void;
  /** Interval between two polls of work in progress, in seconds. */
  readonly pollSeconds: number;
}

/**
 * Removes a stage with all of its data. An interrupted run can be repeated.
 * @throws Error with a message for the operator; for production always, before anything is changed.
 */
export async function destroy(destruction: Destruction): Promise<void> {
  const { stage, stackName, config, region, report, pollSeconds } = destruction;
  const client = new CloudFormationClient({ region });
  const waiting = { seconds: pollSeconds, report };
  if (config.stage === 'production')
    throw new Error(
      `settings/${stage}.json is of production, whose data nobody removes by a command. docs/runbook.md tells how it ends.`,
    );
  const found = await untilAtRest(client, stackName, waiting);
  if (found?.EnableTerminationProtection)
    throw new Error(`${stackName} is protected from deletion in CloudFormation: nothing was removed.`);
  if (!(await destruction.isConfirmed())) throw new Error('Nothing was removed.');

  const remover = new Remover(region, pollSeconds);
  if (found) {
    for await (const { StackResourceSummaries = [] } of paginateListStackResources(
      { client },
      { StackName: stackName },
    ))
      for (const resource of StackResourceSummaries) await remover.unprotect(resource);
    report(`Deleting ${stackName}: 10 to 20 minutes, most of it CloudFront`);
    await deleteStack(client, stackName, waiting);
  }
  const mail = mailStackOf(stackName, config, region);
  // Independent of the present settings: a web ACL that they no longer want would go on costing money.
  const edge = { stackName: edgeStackName(stackName), region: edgeRegion };
  // Last, because the distribution uses them.
  for (const other of [mail, edge]) {
    if (!other) continue;
    const there = new CloudFormationClient({ region: other.region ?? region });
    if (await describeStack(there, other.stackName)) await deleteStack(there, other.stackName, waiting);
  }
  // Log buckets come last, because other buckets write to them.
  const left = [...(await leftBehind(client, stackName))].sort(
    (a, b) => Number(isLogBucket(a)) - Number(isLogBucket(b)),
  );
  for (const resource of left) {
    await remover.unprotect(resource);
    if (await remover.remove(resource))
      report(`Removed ${resource.LogicalResourceId} (${resource.ResourceType})`);
  }
  const logGroups = await remover.removeLogGroups(stackName);
  if (logGroups > 0) report(`Removed ${logGroups} log groups`);
  if (await removeTrial())
    report('The distribution for trial is not yet spread: repeat this in some minutes.');
  rmSync(join(destruction.folder, outputsFile(stage)), { force: true });
  report(
    `${stackName} is gone. CDK's bootstrap and the subscriptions to models stay: other stages use them, and they cost nothing.`,
  );
}

const isLogBucket = ({ LogicalResourceId = '' }: { LogicalResourceId?: string | undefined }) =>
  LogicalResourceId.includes('AccessLogs');
