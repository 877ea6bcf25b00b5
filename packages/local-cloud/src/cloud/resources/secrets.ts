import {
  CreateSecretCommand,
  DescribeSecretCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { randomPassword } from '#src/secrets/secrets-manager.ts';
import { resourceKind, tags } from '../resource-kind.ts';

const generate = z.strictObject({
  PasswordLength: z.int().optional(),
  ExcludeCharacters: z.string().optional(),
  ExcludeNumbers: z.boolean().optional(),
  ExcludePunctuation: z.boolean().optional(),
  ExcludeUppercase: z.boolean().optional(),
  ExcludeLowercase: z.boolean().optional(),
  IncludeSpace: z.boolean().optional(),
  RequireEachIncludedType: z.boolean().optional(),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});

/** AWS::SecretsManager::Secret: generated once and kept. */
export const secret = resourceKind({
  schema: z.strictObject({
    Name: z.string().optional(),
    Description: z.string().optional(),
    GenerateSecretString: generate.optional(),
    SecretString: z.string().optional(),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.Name ?? cloud.physicalName(logicalId);
    const arn = (await existingArn()) ?? (await create());
    return { ref: arn, attributes: { Id: arn } };

    async function existingArn(): Promise<string | undefined> {
      try {
        return (await cloud.secrets.send(new DescribeSecretCommand({ SecretId: name }))).ARN;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    }

    async function create(): Promise<string> {
      const { SecretString, GenerateSecretString } = properties;
      const { ARN } = await cloud.secrets.send(
        new CreateSecretCommand({
          Name: name,
          Description: properties.Description,
          SecretString: SecretString ?? generated(GenerateSecretString ?? {}),
        }),
      );
      if (ARN === undefined) throw new Error(`The secret ${name} was not made`);
      return ARN;
    }
  },
});

function generated({
  SecretStringTemplate,
  GenerateStringKey,
  ...request
}: z.output<typeof generate>): string {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const password = randomPassword(given);
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}
