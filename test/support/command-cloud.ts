import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '#local/cloud/local-cloud.ts';
import type { CloudAddress } from './cloud-address.ts';
import { plainModels } from './plain-models.ts';
import { register, signIn, type TestUser } from './sign-up.ts';

export interface CommandCloud {
  cloud: Omit<LocalCloud, 'accessKey' | 'outputs'> & CloudAddress;
  /** A super admin. */
  admin: TestUser;
  /** Stops the cloud and removes its data unless `keepsData` is set. */
  stop(options?: { readonly keepsData: boolean }): Promise<void>;
}

/**
 * Starts a local cloud for a command, on free ports, with fresh data and plain pictures. Only one at a time in a
 * process: the product's stores, which create the admin, read their environment once.
 */
export async function startCommandCloud(
  name: string,
  options: Pick<LocalCloudOptions, 'waitingSpeed'> = {},
): Promise<CommandCloud> {
  await buildSiteIfStale();
  const directory = join(import.meta.dirname, '..', '..', '.build', name);
  rmSync(directory, { recursive: true, force: true });
  const started = await startLocalCloud({ directory, ...plainModels, ...options });
  const cloud = {
    ...started,
    outputs: started.outputs,
    accessKey: started.accessKey('test'),
    assembly: join(directory, 'cdk.out'),
    logs: join(directory, 'logs'),
  };
  return {
    cloud,
    admin: await makeAdmin(cloud),
    async stop({ keepsData } = { keepsData: false }) {
      await started.stop();
      if (keepsData) console.log(`Table, files and logs are kept in ${relative(process.cwd(), directory)}`);
      else rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function makeAdmin(cloud: CloudAddress): Promise<TestUser> {
  const { outputs, region, awsUrl, accessKey } = cloud;
  Object.assign(process.env, {
    TABLE_NAME: outputs.TableName,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: accessKey.secretAccessKey,
  });
  const { assignRole, syncGroups } = await import('#lambdas/accounts/role-store.ts');
  const person = await register(cloud, { fullName: 'Head Office' });
  await assignRole({ userId: person.userId, role: 'super_admin', actor: 'test' });
  await syncGroups(outputs.UserPoolId ?? '', person.userId);
  return signIn(cloud, person);
}
