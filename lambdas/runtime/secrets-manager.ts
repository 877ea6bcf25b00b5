import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The text of a secret, as it is now. */
export async function getSecretString(arn: string): Promise<string> {
  const reply = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: arn }));
  if (!reply.SecretString) throw new Error('The secret has no text');
  return reply.SecretString;
}
