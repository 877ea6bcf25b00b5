import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { distributionParameter, type EdgeSettings, edgeParameters, edgeRegion } from '#lib/edge-settings.ts';
import { describeStack, prepareStack, type Waiting } from './stack.ts';

/** Deploys a stack by its name, with further options of `cdk deploy`. */
type DeployStack = (stackName: string, ...options: string[]) => Promise<void>;

interface Edge {
  /** Options of `cdk deploy` for the stage's stack: what the edge stack has made. */
  readonly parameters: readonly string[];
  /** Lets the alarm watch the distribution of the stage's stack, if it does not yet. */
  readonly watch: () => Promise<void>;
}

/**
 * Deploys what CloudFront reads in us-east-1. Certificate and web ACL have to be there before the stage's stack, and the
 * alarm comes after it, once there is a distribution.
 * @param stage The stage's stack.
 */
export async function prepareEdge(
  { stackName, alarmEmail }: EdgeSettings,
  stage: { readonly stackName: string; readonly cloudFormation: CloudFormationClient },
  deployStack: DeployStack,
  waiting: Waiting,
): Promise<Edge> {
  const there = new CloudFormationClient({ region: edgeRegion });
  const distribution = () => outputOf(stage.cloudFormation, stage.stackName, 'DistributionId');
  const deployEdge = (watched: string | undefined) =>
    deployStack(
      stackName,
      ...(alarmEmail && watched ? parameter(stackName, distributionParameter, watched) : []),
    );
  const known = await distribution();
  await prepareStack(there, stackName, waiting);
  await deployEdge(known);
  const parameters: string[] = [];
  for (const name of Object.values(edgeParameters)) {
    const value = await outputOf(there, stackName, name);
    if (value) parameters.push(...parameter(stage.stackName, name, value));
  }
  return {
    parameters,
    async watch() {
      const watched = await distribution();
      if (alarmEmail && watched !== known) await deployEdge(watched);
    },
  };
}

function parameter(stackName: string, name: string, value: string): string[] {
  return ['--parameters', `${stackName}:${name}=${value}`];
}

async function outputOf(
  client: CloudFormationClient,
  stackName: string,
  name: string,
): Promise<string | undefined> {
  const { Outputs = [] } = (await describeStack(client, stackName)) ?? {};
  return Outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
}
