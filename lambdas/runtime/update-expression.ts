import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamodb, tableName } from './dynamodb.ts';

/**
 * An update expression that sets and removes attributes under a condition, in which `#name` stands for the attribute
 * `name`.
 */
export function setting(
  changes: Readonly<Record<string, unknown>>,
  condition: string,
  conditionValues: Readonly<Record<string, unknown>>,
  removed: readonly string[] = [],
) {
  const names: Record<string, string> = {};
  for (const [placeholder, name = ''] of condition.matchAll(/#(\w+)/g)) names[placeholder] = name;
  const values: Record<string, unknown> = { ...conditionValues };
  const assignments = Object.entries(changes).map(([name, value]) => {
    names[`#${name}`] = name;
    values[`:new_${name}`] = value;
    return `#${name} = :new_${name}`;
  });
  return {
    UpdateExpression: `SET ${assignments.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

/** The result of a write; undefined if its condition failed. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/**
 * Takes a lease by an update that sets `leaseToken` to `token`; returns the item with it, or undefined if the condition
 * failed. The SDK sends an update again whose reply was lost, and then its own token fails the condition.
 */
export async function takeByToken(
  token: string,
  update: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
): Promise<Record<string, unknown> | undefined> {
  const command = new UpdateCommand({
    TableName: tableName(),
    ...update,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    return (await dynamodb().send(command)).Attributes;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const present = error.Item && unmarshall(error.Item);
    return present?.leaseToken === token ? present : undefined;
  }
}
