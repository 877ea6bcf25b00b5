import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createCredentialBook } from '#src/aws/credential-book.ts';
import { createVerifier } from '#src/aws/signature.ts';
import type { Observe } from '#src/front-door/call-faults.ts';
import { startFrontDoor } from '#src/front-door/front-door.ts';
import { createS3, type S3 } from '#src/s3/s3.ts';

/** An S3 behind its own front door, and clients for it. */
export interface LocalS3 {
  url: string;
  s3: S3;
  client: S3Client;
  connect(options?: S3ClientConfig): S3Client;
  /** Starts everything again on the same directory. */
  restart(): Promise<LocalS3>;
  stop(): Promise<void>;
}

export async function startLocalS3(
  options: {
    /** Clock for the lifetime of signatures, and clock for the dates of objects. */
    signatureNow?: () => number;
    objectNow?: () => number;
    observe?: Observe;
    directory?: string;
  } = {},
): Promise<LocalS3> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'platepost-s3-')));
  const credentials = createCredentialBook('seed of the tests');
  const { observe, signatureNow, objectNow } = options;
  const s3 = createS3({
    directory,
    verify: createVerifier(credentials, signatureNow),
    ...(objectNow ? { now: objectNow } : {}),
  });
  const door = await startFrontDoor({
    port: 0,
    credentials,
    services: { s3: s3.handle },
    ...(observe ? { observe } : {}),
  });
  const connect = (overrides: S3ClientConfig = {}) =>
    new S3Client({
      endpoint: door.url,
      region: 'eu-west-2',
      credentials: credentials.issue('tester'),
      maxAttempts: 1,
      ...overrides,
    });
  const client = connect();
  const halt = async () => {
    client.destroy();
    await door.close();
  };
  return {
    url: door.url,
    s3,
    client,
    connect,
    restart: async () => {
      await halt();
      return startLocalS3({ ...options, directory });
    },
    stop: async () => {
      await halt();
      await rm(directory, { recursive: true });
    },
  };
}
