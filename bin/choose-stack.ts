import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

/** Options of commands that act on the data of a stack. */
export const stackOptions = {
  table: { type: 'string' },
  'user-pool': { type: 'string' },
  data: { type: 'string', default: '.local' },
  help: { type: 'boolean', default: false },
} as const;

/** Explanation of the options for a command's usage text. */
export const stackUsage = `  --table <TableName>        Output of the stack in AWS; with the AWS credentials and the region of this shell
  --user-pool <UserPoolId>   Output of the stack in AWS
  --data <folder>            Without the two: the local cloud that runs with its data there (.local)
`;

const operatorSchema = z.object({
  awsUrl: z.string(),
  region: z.string(),
  tableName: z.string(),
  userPoolId: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/**
 * Points the stores and the SDK at the chosen stack; returns its user pool.
 * @throws Error with a message for the operator.
 */
export function chooseStack(values: {
  readonly table?: string | undefined;
  readonly 'user-pool'?: string | undefined;
  readonly data: string;
}): { userPoolId: string } {
  const { table, 'user-pool': userPoolId, data } = values;
  if (table !== undefined && userPoolId !== undefined) {
    process.env.TABLE_NAME = table;
    return { userPoolId };
  }
  if (table !== undefined || userPoolId !== undefined)
    throw new Error('A stack in AWS needs both --table and --user-pool');
  const local = readOperator(resolve(data));
  Object.assign(process.env, {
    TABLE_NAME: local.tableName,
    AWS_REGION: local.region,
    AWS_ENDPOINT_URL: local.awsUrl,
    AWS_ACCESS_KEY_ID: local.accessKeyId,
    AWS_SECRET_ACCESS_KEY: local.secretAccessKey,
  });
  return { userPoolId: local.userPoolId };
}

function readOperator(directory: string): z.output<typeof operatorSchema> {
  try {
    return operatorSchema.parse(JSON.parse(readFileSync(join(directory, 'operator.json'), 'utf8')));
  } catch {
    throw new Error(
      `There is no local cloud in ${directory}. Start one (npm start), or name a stack in AWS.`,
    );
  }
}
