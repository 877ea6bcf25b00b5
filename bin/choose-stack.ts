import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { readOutputs } from './outputs.ts';

/** Options of commands that act on the data of a stack. */
export const stackOptions = {
  stage: { type: 'string' },
  data: { type: 'string', default: '.local' },
  help: { type: 'boolean', default: false },
} as const;

/** Explanation of the options for a command's usage text. */
export const stackUsage = `  --stage <name>             The stack in AWS that outputs.<name>.json describes, with the AWS credentials of this shell
  --data <folder>            Without a stage: the local cloud that runs with its data there (.local)
`;

const operatorSchema = z.object({
  awsUrl: z.string(),
  region: z.string(),
  tableName: z.string(),
  userPoolId: z.string(),
  signingKeyArn: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
});

/**
 * Points the stores and the SDK at the chosen stack; returns its user pool and the key that signs pictures, where they
 * are signed.
 * @throws Error with a message for the operator.
 */
export function chooseStack({
  stage,
  data,
}: {
  readonly stage?: string | undefined;
  readonly data: string;
}): { userPoolId: string; signingKeyArn: string | undefined } {
  if (stage !== undefined) {
    const { TableName, UserPoolId, SigningKeyArn, region } = readOutputs(stage);
    Object.assign(process.env, { TABLE_NAME: TableName, AWS_REGION: region });
    return { userPoolId: UserPoolId, signingKeyArn: SigningKeyArn };
  }
  const local = readOperator(resolve(data));
  Object.assign(process.env, {
    TABLE_NAME: local.tableName,
    AWS_REGION: local.region,
    AWS_ENDPOINT_URL: local.awsUrl,
    AWS_ACCESS_KEY_ID: local.accessKeyId,
    AWS_SECRET_ACCESS_KEY: local.secretAccessKey,
  });
  return { userPoolId: local.userPoolId, signingKeyArn: local.signingKeyArn };
}

function readOperator(directory: string): z.output<typeof operatorSchema> {
  try {
    return operatorSchema.parse(JSON.parse(readFileSync(join(directory, 'operator.json'), 'utf8')));
  } catch {
    throw new Error(
      `There is no local cloud in ${directory}. Start one (npm start), or name a stage in AWS.`,
    );
  }
}
