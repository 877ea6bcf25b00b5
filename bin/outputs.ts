import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const outputsSchema = z.object({
  SiteUrl: z.url(),
  ApiUrl: z.url(),
  UserPoolId: z.string().regex(/^[a-z0-9-]+_\w+$/),
  UserPoolClientId: z.string(),
  StripeSecretArn: z.string(),
  TableName: z.string(),
  /** Absent if pictures are not signed. */
  SigningKeyArn: z.string().optional(),
  MediaBucketName: z.string(),
  /** DNS records that must be set by hand, separated by `; `. Absent if the stack has set them. */
  DnsRecords: z.string().optional(),
});

/** The outputs of a deployed stack. */
export type Outputs = z.output<typeof outputsSchema> & { readonly region: string };

/** Name of the file that `npm run deploy` writes, beside package.json. */
export const outputsFile = (stage: string) => `outputs.${stage}.json`;

/**
 * Reads `outputs.<stage>.json` of a deployment.
 * @param folder Where the file is; by default the project's.
 * @throws Error with a message for the operator.
 */
export function readOutputs(stage: string, folder = join(import.meta.dirname, '..')): Outputs {
  const file = outputsFile(stage);
  let text: string;
  try {
    text = readFileSync(join(folder, file), 'utf8');
  } catch {
    throw new Error(`There is no ${file}: \`npm run deploy -- --stage ${stage}\` writes it.`);
  }
  const parsed = z
    .record(z.string(), outputsSchema)
    .transform((stacks) => Object.values(stacks)[0])
    .safeParse(JSON.parse(text));
  if (!parsed.success || !parsed.data)
    throw new Error(
      `${file} is not of this version of PlatePost: \`npm run deploy -- --stage ${stage}\` writes it again.`,
    );
  // The id of a user pool begins with its region.
  return { ...parsed.data, region: parsed.data.UserPoolId.split('_')[0] ?? '' };
}
