import { createHmac } from 'node:crypto';

/** An access key of the local cloud. The id is alphanumeric, because DynamoDB Local accepts no other. */
export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The callers of the front door: each function, the provisioner and each test has its own access key. */
export interface CredentialBook {
  /** The access key of `name`, the same at each call. */
  issue(name: string): AccessKey;
  /** Returns the issued key with this id and the name of its owner, or undefined. */
  lookup(accessKeyId: string): (AccessKey & { name: string }) | undefined;
}

/**
 * Derives every key from `seed` and the caller's name, so that a restart with the same seed issues the same keys
 * and presigned URLs stay valid across it. Keep the seed as secret as the keys.
 */
export function createCredentialBook(seed: string): CredentialBook {
  const issued = new Map<string, AccessKey & { name: string }>();
  return {
    issue(name) {
      const id = createHmac('sha256', seed).update(`id\0${name}`).digest('hex').slice(0, 16);
      const accessKeyId = `AKIA${id.toUpperCase()}`;
      const secretAccessKey = createHmac('sha256', seed)
        .update(`secret\0${name}`)
        .digest('base64')
        .slice(0, 40);
      issued.set(accessKeyId, { name, accessKeyId, secretAccessKey });
      return { accessKeyId, secretAccessKey };
    },
    lookup: (accessKeyId) => issued.get(accessKeyId),
  };
}
