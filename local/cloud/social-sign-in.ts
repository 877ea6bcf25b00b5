import { CreateSecretCommand, ResourceExistsException } from '@aws-sdk/client-secrets-manager';
import type { Cloud } from 'local-cloud/cloud/cloud.ts';
import { randomPassword } from 'local-cloud/secrets/secrets-manager.ts';

/** OAuth clients of the local cloud's stage: nobody at Google or Apple knows them, and nobody there is asked. */
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

/** Puts the clients' secrets where an operator would (docs/runbook.md), before the stack is made. */
export async function putSocialSecrets({ secrets }: Pick<Cloud, 'secrets'>): Promise<void> {
  const { google, apple } = socialSettings;
  const put = async (Name: string) => {
    try {
      await secrets.send(new CreateSecretCommand({ Name, SecretString: randomPassword({}) }));
    } catch (error) {
      if (!(error instanceof ResourceExistsException)) throw error;
    }
  };
  await Promise.all([google.clientSecretName, apple.privateKeySecretName].map(put));
}
