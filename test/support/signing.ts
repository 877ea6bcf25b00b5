import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { createCredentialBook } from 'local-cloud/aws/credential-book.ts';
import { startFrontDoor } from 'local-cloud/front-door/front-door.ts';
import { createKms } from 'local-cloud/kms/kms.ts';
import { testCertificates } from '#bin/signing/make-certificates.ts';
import { publicKeyOf } from '#bin/signing/signing-key.ts';

/**
 * The services that signing a file needs: KMS with a key, and a table with only the certificates. Sets the environment.
 */
export interface SigningWorld {
  /** The table's item; undefined for a table without. */
  item: Record<string, unknown> | undefined;
  /** An item with test certificates that are valid for a year from this time, and their authority in PEM. */
  certificatesFrom(time: number): Promise<{ item: Record<string, unknown>; authority: string }>;
  close(): Promise<void>;
}

export async function startSigning(): Promise<SigningWorld> {
  const credentials = createCredentialBook('seed of the tests');
  const place = { region: 'eu-west-2', accountId: '000000000000' };
  // Not a test hook, because the bench uses this function, too.
  const directory = mkdtempSync(join(tmpdir(), 'platepost-signing-'));
  const kms = createKms({ directory, ...place });
  const door = await startFrontDoor({
    port: 0,
    credentials,
    services: {
      kms: kms.handle,
      dynamodb: async (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
        res.end(JSON.stringify(world.item ? { Item: marshall(world.item) } : {}));
      },
    },
  });
  const keyArn = await kms.keepKey('signing');
  const key = credentials.issue('functions');
  Object.assign(process.env, {
    AWS_REGION: place.region,
    AWS_ENDPOINT_URL: door.url,
    AWS_ENDPOINT_URL_DYNAMODB: door.url,
    AWS_ACCESS_KEY_ID: key.accessKeyId,
    AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    TABLE_NAME: 'table',
    SIGNING_KEY_ARN: keyArn,
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  const world: SigningWorld = {
    item: undefined,
    async certificatesFrom(time) {
      const subject = { organisation: 'PlatePost', commonName: 'PlatePost' };
      const chain = testCertificates(await publicKeyOf(keyArn), subject, time);
      const value = chain.map(({ raw }) => raw.toString('base64'));
      return {
        item: { value, changedAt: new Date(time).toISOString() },
        authority: chain[1]?.toString() ?? '',
      };
    },
    async close() {
      await door.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return world;
}
