import type { Stack } from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Config } from '#lib/config.ts';
import { errorName, failure, ok, type Verdict, worstOf } from './finding.ts';

type SocialSettings = NonNullable<Config['social']>;

/**
 * Checks the secrets of the providers, and the prefix of the hosted domain to which they redirect.
 * @param stack The stage's stack, whose user pool may have the prefix already.
 */
export async function checkSocial(
  social: SocialSettings,
  region: string,
  stack: Stack | undefined,
): Promise<Verdict> {
  const pool = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'UserPoolId')?.OutputValue;
  return worstOf([
    await checkPrefix(social.domainPrefix, region, pool),
    ...(await checkSecrets(social, region)),
  ]);
}

/** All accounts of a region share the prefixes. */
async function checkPrefix(Domain: string, region: string, pool: string | undefined): Promise<Verdict> {
  const { DomainDescription } = await new CognitoIdentityProviderClient({ region }).send(
    new DescribeUserPoolDomainCommand({ Domain }),
  );
  // Empty for a domain that nobody has.
  const owner = DomainDescription?.UserPoolId;
  return owner === undefined || owner === pool
    ? ok('')
    : failure(`The prefix "${Domain}" is taken in ${region}: choose another "domainPrefix".`);
}

async function checkSecrets(social: SocialSettings, region: string): Promise<Verdict[]> {
  const names = [social.google?.clientSecretName, social.apple?.privateKeySecretName].filter(
    (name) => name !== undefined,
  );
  const secrets = new SecretsManagerClient({ region });
  return Promise.all(
    names.map(async (SecretId) => {
      try {
        await secrets.send(new DescribeSecretCommand({ SecretId }));
        return ok('the secrets exist');
      } catch (error) {
        if (errorName(error) === 'ResourceNotFoundException')
          return failure(
            `There is no secret ${SecretId} in ${region}: store the provider's secret under it.`,
          );
        throw error;
      }
    }),
  );
}
