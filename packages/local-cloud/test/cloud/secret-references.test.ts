import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { App, SecretValue, Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSecrets } from '#src/cloud/secret-references.ts';
import { createSecretsManager } from '#src/secrets/secrets-manager.ts';

let directory: string;
let server: Server;
let secrets: SecretsManagerClient;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'platepost-secrets-'));
  const engine = createSecretsManager({ directory, region: 'eu-west-2', accountId: '000000000000' });
  server = createServer(async (req, res) => engine.handle(req, res, await buffer(req)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  secrets = new SecretsManagerClient({
    region: 'eu-west-2',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  await secrets.send(new CreateSecretCommand({ Name: 'platepost/google', SecretString: 'hush $& hush' }));
});

afterAll(() => {
  secrets.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('secrets that the template names', () => {
  it('are filled in, however deep, as CDK writes them', async () => {
    const stack = new Stack(new App({ outdir: join(directory, 'assembly') }));
    const client_secret = stack.resolve(SecretValue.secretsManager('platepost/google'));
    const properties = { ProviderDetails: { client_id: 'x', client_secret }, Scopes: ['openid', 1] };
    expect(await withSecrets({ secrets }, properties)).toEqual({
      ProviderDetails: { client_id: 'x', client_secret: 'hush $& hush' },
      Scopes: ['openid', 1],
    });
  });

  it('are found by their ARN too', async () => {
    const { ARN } = await secrets.send(new DescribeSecretCommand({ SecretId: 'platepost/google' }));
    const header = `{{resolve:secretsmanager:${ARN}:SecretString:::}}`;
    expect(await withSecrets({ secrets }, { header })).toEqual({ header: 'hush $& hush' });
  });

  it('stop the local cloud when they are not there', async () => {
    const missing = '{{resolve:secretsmanager:platepost/apple:SecretString:::}}';
    await expect(withSecrets({ secrets }, { missing })).rejects.toThrow(/can't find the specified secret/);
  });

  it('stop the local cloud when they are written in a way that it does not know', async () => {
    const parameter = '{{resolve:ssm:/platepost/google:1}}';
    await expect(withSecrets({ secrets }, [parameter])).rejects.toThrow(
      'does not support the dynamic reference ssm:/platepost/google:1',
    );
  });
});
