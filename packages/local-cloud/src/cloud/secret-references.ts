import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { Cloud } from './cloud.ts';

const reference = /\{\{resolve:([^}]*)\}\}/g;
/** The whole current value of a secret by its name or ARN, as CDK writes it. */
const wholeSecret = /^secretsmanager:((?:arn:aws:secretsmanager:[^:]*:[^:]*:secret:)?[^:]+):SecretString:::$/;

/**
 * Replaces each `{{resolve:secretsmanager:…}}` in the properties by the secret's value, as CloudFormation does.
 * Throws for other dynamic references and for a missing secret.
 */
export async function withSecrets(cloud: Pick<Cloud, 'secrets'>, value: unknown): Promise<unknown> {
  const values = new Map<string, string>();
  for (const [, named = ''] of JSON.stringify(value ?? null).matchAll(reference)) {
    const SecretId = wholeSecret.exec(named)?.[1];
    if (SecretId === undefined)
      throw new Error(`the local cloud does not support the dynamic reference ${named}`);
    const { SecretString = '' } = await cloud.secrets.send(new GetSecretValueCommand({ SecretId }));
    values.set(named, SecretString);
  }
  return values.size === 0 ? value : filled(value, values);
}

function filled(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(reference, (whole, named: string) => values.get(named) ?? whole);
  if (Array.isArray(value)) return value.map((entry) => filled(entry, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, filled(entry, values)]));
}
