import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { CloudAccess } from 'local-cloud';
import { randomPassword } from 'local-cloud/secrets/secrets-manager.ts';

/** OAuth clients of the local stage. Google and Apple do not know them and are never contacted. */
export const socialSettings = {
  domainPrefix: 'platepost-local',
  google: { clientId: 'local.apps.googleusercontent.com', clientSecretName: 'platepost/google' },
  apple: {
    servicesId: 'local.platepost.site',
    teamId: 'LOCALTEAM1',
    keyId: 'LOCALKEY01',
    privateKeySecretName: 'platepost/apple',
  },
};

/** Creates the clients' secrets as an operator would (docs/runbook.md), before the stack is provisioned. */
export async function putSocialSecrets({ awsUrl, region, accessKey }: CloudAccess): Promise<void> {
  const secrets = new SecretsManagerClient({
    region,
    endpoint: awsUrl,
    credentials: accessKey('social-sign-in'),
  });
  const { google, apple } = socialSettings;
  const put = async (Name: string) => {
    try {
      await secrets.send(new CreateSecretCommand({ Name, SecretString: randomPassword({}) }));
    } catch (error) {
      if (!(error instanceof ResourceExistsException)) throw error;
    }
  };
  await Promise.all([google.clientSecretName, apple.privateKeySecretName].map(put));
  secrets.destroy();
}
