import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { messageOf } from './finding.ts';

/** Describes a stack; `undefined` if there is none. */
export async function describeStack(
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<Stack | undefined> {
  try {
    const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.find(({ StackStatus }) => StackStatus !== 'DELETE_COMPLETE');
  } catch (error) {
    if (/does not exist/.test(messageOf(error))) return undefined;
    throw error;
  }
}

/** Statuses of a stack whose creation failed: it can only be deleted. */
const unfinished = [
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'REVIEW_IN_PROGRESS',
  'DELETE_FAILED',
];

/** What must be done with a stack before it can be deployed. */
export function nextStepOf(status: string | undefined): 'create' | 'update' | 'remove' | 'wait' | 'repair' {
  if (status === undefined) return 'create';
  if (unfinished.includes(status)) return 'remove';
  if (status.endsWith('_IN_PROGRESS')) return 'wait';
  return status === 'UPDATE_ROLLBACK_FAILED' ? 'repair' : 'update';
}

export interface Waiting {
  /** Interval between two polls of the stack, in seconds. */
  readonly seconds: number;
  readonly report: (line: string) => void;
}

/** Waits until no operation is in progress; returns the stack's last status, `undefined` if it is gone. */
export async function untilAtRest(
  cloudFormation: CloudFormationClient,
  stackName: string,
  { seconds, report }: Waiting,
): Promise<Stack | undefined> {
  let told: string | undefined;
  for (;;) {
    const stack = await describeStack(cloudFormation, stackName);
    if (nextStepOf(stack?.StackStatus) !== 'wait') return stack;
    if (stack?.StackStatus !== told) report(`${stackName} is ${stack?.StackStatus}: waiting until it ends`);
    told = stack?.StackStatus;
    await sleep(seconds * 1000);
  }
}

/** Deletes a stack and waits. @throws Error that names what could not be deleted. */
export async function deleteStack(
  cloudFormation: CloudFormationClient,
  stackName: string,
  waiting: Waiting,
): Promise<void> {
  await cloudFormation.send(new DeleteStackCommand({ StackName: stackName }));
  const left = await untilAtRest(cloudFormation, stackName, waiting);
  if (left)
    throw new Error(
      `${stackName} could not be deleted (${left.StackStatus}): ${left.StackStatusReason ?? 'its events in CloudFormation tell why'}. Then repeat the command.`,
    );
}

/** Prepares a stack for a deployment: waits for an operation in progress, and deletes a stack whose creation failed. */
export async function prepareStack(
  cloudFormation: CloudFormationClient,
  stackName: string,
  waiting: Waiting,
): Promise<void> {
  const stack = await untilAtRest(cloudFormation, stackName, waiting);
  if (nextStepOf(stack?.StackStatus) !== 'remove') return;
  waiting.report(`${stackName} is ${stack?.StackStatus}: it never became whole, and is deleted first`);
  await deleteStack(cloudFormation, stackName, waiting);
}
