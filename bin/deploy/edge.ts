import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  distributionParameter,
  type EdgeSettings,
  edgeParameters,
  edgeRegion,
  edgeStackName,
} from '#lib/edge-settings.ts';
import { describeStack, prepareStack, type Waiting } from './stack.ts';

/** Deploys a stack by its name, with further options of `cdk deploy`. */
type DeployStack = (stackName: string, ...options: string[]) => Promise<void>;

/** What the edge stack makes for the stage's stack. */
const parts = ['certificate', 'webAcl'] as const;

interface Edge {
  /** Options of `cdk deploy` for the stage's stack: what the edge stack has made. */
  readonly parameters: readonly string[];
  /**
   * Call it after the stage's stack is deployed: removes what its distribution no longer uses, and makes the alarm
   * watch the distribution.
   */
  readonly finish: () => Promise<void>;
}

/**
 * Deploys the stack that CloudFront needs in us-east-1. Its certificate and web ACL must exist before the stage's
 * stack; its alarm follows once there is a distribution.
 * @param stage The stage's stack.
 */
export async function prepareEdge(
  { stackName, alarmEmail, domain, webAcl }: EdgeSettings,
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
  const isWanted = { certificate: domain !== undefined, webAcl };
  const found = await Promise.all(
    parts.map(async (each) => ({
      isWanted: isWanted[each],
      isThere: (await outputOf(there, stackName, edgeParameters[each])) !== undefined,
    })),
  );
  // CloudFormation cannot delete what the distribution is still using.
  const isLetGo = found.some((each) => each.isThere && !each.isWanted);
  const isLacking = found.some((each) => each.isWanted && !each.isThere);
  const comesLast = isLetGo && !isLacking;
  if (!comesLast) {
    await prepareStack(there, stackName, waiting);
    await deployEdge(known);
  }
  const parameters: string[] = [];
  for (const each of parts) {
    const name = edgeParameters[each];
    const value = isWanted[each] ? await outputOf(there, stackName, name) : undefined;
    if (value) parameters.push(...parameter(stage.stackName, name, value));
  }
  return {
    parameters,
    async finish() {
      const watched = await distribution();
      if (comesLast || (alarmEmail && watched !== known)) await deployEdge(watched);
    },
  };
}

/** Whether there is an edge stack, even one that the settings no longer want. */
export async function hasEdge(stackName: string): Promise<boolean> {
  const there = new CloudFormationClient({ region: edgeRegion });
  return (await describeStack(there, edgeStackName(stackName))) !== undefined;
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
