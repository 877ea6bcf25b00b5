import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCredentialBook } from '#src/aws/credential-book.ts';
import { createVerifier } from '#src/aws/signature.ts';
import { createS3 } from '#src/s3/s3.ts';
import { type LocalS3, startLocalS3 } from './local-s3.ts';

const dayMs = 86_400_000;
const Bucket = 'originals';
let local: LocalS3;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z');
  local = await startLocalS3({ objectNow: () => now });
  await local.client.send(new CreateBucketCommand({ Bucket }));
});
afterEach(() => local.stop());

function passDays(days: number): void {
  now += days * dayMs;
}

async function restart(): Promise<void> {
  local = await local.restart();
}

const put = (Key: string, Body: string) => local.client.send(new PutObjectCommand({ Bucket, Key, Body }));
const read = async (Key: string, VersionId?: string) => {
  const command = new GetObjectCommand({ Bucket, Key, ...(VersionId ? { VersionId } : {}) });
  return (await local.client.send(command)).Body?.transformToString();
};
const remove = (Key: string, VersionId?: string) =>
  local.client.send(new DeleteObjectCommand({ Bucket, Key, ...(VersionId ? { VersionId } : {}) }));
const setVersioning = (Status: 'Enabled' | 'Suspended') =>
  local.client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
const versions = async () => {
  const reply = await local.client.send(new ListObjectVersionsCommand({ Bucket }));
  return { versions: reply.Versions ?? [], markers: reply.DeleteMarkers ?? [] };
};

describe('a bucket', () => {
  it('is made, listed, found and deleted once it is empty', async () => {
    const { client } = local;
    await client.send(new CreateBucketCommand({ Bucket: 'another' }));
    const { Buckets } = await client.send(new ListBucketsCommand());
    expect(Buckets?.map(({ Name }) => Name)).toEqual(['another', Bucket]);
    await expect(client.send(new CreateBucketCommand({ Bucket }))).rejects.toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
    });
    await put('a', '1');
    await expect(client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({
      name: 'BucketNotEmpty',
    });
    await remove('a');
    await client.send(new DeleteBucketCommand({ Bucket }));
    await expect(client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'NotFound' });
    await expect(put('a', '1')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await restart();
    expect((await local.client.send(new ListBucketsCommand())).Buckets).toHaveLength(1);
  });

  it('keeps its settings through a restart', async () => {
    const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT'], AllowedHeaders: ['*'] }];
    const Rules = [
      { ID: 'tidy & neat', Status: 'Enabled' as const, Filter: { Prefix: 'in/' }, Expiration: { Days: 2 } },
    ];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [] });
    await Promise.all([
      local.client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } })),
      local.client.send(
        new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }),
      ),
      local.client.send(new PutBucketPolicyCommand({ Bucket, Policy })),
      setVersioning('Enabled'),
    ]);
    await restart();
    const { client } = local;
    expect((await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toMatchObject(CORSRules);
    expect((await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules).toMatchObject(
      Rules,
    );
    expect((await client.send(new GetBucketPolicyCommand({ Bucket }))).Policy).toBe(Policy);
    expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBe('Enabled');
  });

  it('answers with S3’s default or error for settings that were never made', async () => {
    const { client } = local;
    await expect(client.send(new GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchCORSConfiguration',
    });
    expect((await client.send(new GetBucketVersioningCommand({ Bucket }))).Status).toBeUndefined();
    await expect(client.send(new GetBucketPolicyCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchBucketPolicy',
    });
  });

  it('refuses settings that it does not understand, and keeps those it has', async () => {
    const { client } = local;
    await expect(
      client.send(
        new PutBucketCorsCommand({
          Bucket,
          CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['PATCH'] }] },
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(
      client.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket,
          LifecycleConfiguration: {
            Rules: [
              {
                Status: 'Enabled',
                Filter: { Prefix: '' },
                Transitions: [{ Days: 30, StorageClass: 'GLACIER' }],
              },
            ],
          },
        }),
      ),
    ).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(
      client.send(new PutBucketPolicyCommand({ Bucket, Policy: '{"no json' })),
    ).rejects.toMatchObject({ name: 'MalformedPolicy' });
    await expect(
      client.send(
        new PutBucketNotificationConfigurationCommand({
          Bucket,
          NotificationConfiguration: { EventBridgeConfiguration: {} },
        }),
      ),
    ).rejects.toMatchObject({ name: 'NotImplemented' });
    await expect(client.send(new GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject({
      name: 'NoSuchCORSConfiguration',
    });
  });
});

describe('a versioned bucket', () => {
  it('keeps what is overwritten or deleted until its version is deleted', async () => {
    await put('photo', 'before versioning');
    await setVersioning('Enabled');
    const first = (await put('photo', 'first')).VersionId;
    const second = (await put('photo', 'second')).VersionId;
    expect(await read('photo')).toBe('second');
    expect(await read('photo', first)).toBe('first');
    expect(await read('photo', 'null')).toBe('before versioning');

    const deleted = await remove('photo');
    expect(deleted.DeleteMarker).toBe(true);
    await expect(read('photo')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(read('photo', deleted.VersionId)).rejects.toMatchObject({ name: 'MethodNotAllowed' });
    expect((await local.client.send(new ListObjectsV2Command({ Bucket }))).Contents).toBeUndefined();

    await restart();
    const listed = await versions();
    expect(listed.versions.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
      [second, false],
      [first, false],
      ['null', false],
    ]);
    expect(listed.markers).toMatchObject([{ VersionId: deleted.VersionId, IsLatest: true }]);

    await remove('photo', deleted.VersionId);
    expect(await read('photo')).toBe('second');
    await remove('photo', second);
    expect(await read('photo')).toBe('first');
    await remove('photo', first);
    await remove('photo', 'null');
    expect(await versions()).toEqual({ versions: [], markers: [] });
  });

  it('lists versions in pages', async () => {
    await setVersioning('Enabled');
    const made: unknown[] = [];
    for (const key of ['a', 'b', 'c']) {
      const ids: unknown[] = [];
      for (const text of ['1', '2', '3']) ids.unshift([key, (await put(key, text)).VersionId]);
      made.push(...ids);
    }
    const found: unknown[] = [];
    let position: { KeyMarker?: string; VersionIdMarker?: string } = {};
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await local.client.send(
        new ListObjectVersionsCommand({ Bucket, MaxKeys: 2, ...position }),
      );
      found.push(...(page.Versions ?? []).map(({ Key, VersionId }) => [Key, VersionId]));
      if (!page.IsTruncated) break;
      position = {
        KeyMarker: page.NextKeyMarker ?? '',
        VersionIdMarker: page.NextVersionIdMarker ?? '',
      };
    }
    expect(found).toEqual(made);
  });

  it('replaces only the null version while versioning is suspended', async () => {
    await setVersioning('Enabled');
    const kept = (await put('a', 'kept')).VersionId;
    await setVersioning('Suspended');
    await put('a', 'one');
    await put('a', 'two');
    await restart();
    expect((await versions()).versions.map(({ VersionId }) => VersionId)).toEqual(['null', kept]);
    expect(await read('a')).toBe('two');
    await remove('a');
    expect((await versions()).versions.map(({ VersionId }) => VersionId)).toEqual([kept]);
    expect(await read('a', kept)).toBe('kept');
  });
});

describe('a lifecycle rule', () => {
  const setRule = (more: object) =>
    local.client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket,
        LifecycleConfiguration: {
          Rules: [
            {
              Status: 'Enabled',
              Filter: { Prefix: 'in/' },
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
              ...more,
            },
          ],
        },
      }),
    );
  const listed = async () =>
    (await local.client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key) ?? [];

  it('expires what it covers at the midnight after so many days', async () => {
    await setRule({ Expiration: { Days: 2 } });
    await put('in/photo', '1');
    await put('out/photo', '1');
    passDays(2.4);
    expect(await listed()).toEqual(['in/photo', 'out/photo']);
    passDays(0.1);
    await expect(local.client.send(new HeadObjectCommand({ Bucket, Key: 'in/photo' }))).rejects.toMatchObject(
      { name: 'NotFound' },
    );
    expect(await listed()).toEqual(['out/photo']);
    await restart();
    expect(await listed()).toEqual(['out/photo']);
  });

  it('expires nothing while it is disabled', async () => {
    await setRule({ Expiration: { Days: 1 }, Status: 'Disabled' });
    await put('in/photo', '1');
    passDays(30);
    expect(await listed()).toEqual(['in/photo']);
  });

  it('puts a marker on what is versioned, and takes old versions away later', async () => {
    await setVersioning('Enabled');
    await setRule({ Expiration: { Days: 1 }, NoncurrentVersionExpiration: { NoncurrentDays: 3 } });
    await put('in/photo', 'old');
    await put('in/photo', 'new');
    passDays(1.5);
    expect(await listed()).toEqual([]);
    let all = await versions();
    expect([all.versions.length, all.markers.length]).toEqual([2, 1]);
    passDays(2);
    all = await versions();
    expect([all.versions.length, all.markers.length]).toEqual([1, 1]);
    passDays(2);
    expect(await versions()).toEqual({ versions: [], markers: [] });
  });
});

describe('a lifecycle rule for delete markers', () => {
  it('removes a marker once nothing else is left of its object', async () => {
    await setVersioning('Enabled');
    const rule = {
      Status: 'Enabled' as const,
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
      NoncurrentVersionExpiration: { NoncurrentDays: 3 },
    };
    await local.client.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [rule] } }),
    );
    await put('photo', '1');
    await local.client.send(new DeleteObjectCommand({ Bucket, Key: 'photo' }));
    passDays(2);
    const all = await versions();
    expect([all.versions.length, all.markers.length]).toEqual([1, 1]);
    passDays(2);
    expect(await versions()).toEqual({ versions: [], markers: [] });
  });
});

describe('the directory of a store', () => {
  const credentials = createCredentialBook('seed of the tests');
  const verify = createVerifier(credentials);

  it('is refused when an object in it is damaged', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platepost-s3-damaged-'));
    const own = await startLocalS3({ directory });
    await own.client.send(new CreateBucketCommand({ Bucket }));
    await own.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello' }));
    const files = await readdir(join(directory, Bucket, 'objects'), { recursive: true, withFileTypes: true });
    const [file] = files.filter((entry) => entry.isFile());
    await truncate(join(file?.parentPath ?? '', file?.name ?? ''), 100);
    expect(() => createS3({ directory, verify })).toThrow('no whole object');
    await own.stop();
  });

  it('may hold what is left of a bucket that was being deleted', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platepost-s3-left-'));
    let own = await startLocalS3({ directory });
    await own.client.send(new CreateBucketCommand({ Bucket }));
    await own.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello' }));
    await rm(join(directory, Bucket, 'bucket.json'));
    own = await own.restart();
    expect((await own.client.send(new ListBucketsCommand())).Buckets ?? []).toEqual([]);
    await own.client.send(new CreateBucketCommand({ Bucket }));
    own = await own.restart();
    expect((await own.client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
    await own.stop();
  });
});

describe('after SIGKILL', () => {
  it('every object that was answered for is whole, and nothing is left of the others', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platepost-s3-killed-'));
    const script = fileURLToPath(new URL('s3-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const credentials = createCredentialBook('seed of the tests');
    const client = new S3Client({
      endpoint: String(line).trim(),
      region: 'eu-west-2',
      credentials: credentials.issue('tester'),
      maxAttempts: 1,
    });
    await client.send(new CreateBucketCommand({ Bucket }));
    const bodyOf = (index: number) => Buffer.alloc(300_000, `body of ${index} `);
    const answered: number[] = [];
    const writers = Array.from({ length: 100 }, async (_, index) => {
      await client.send(new PutObjectCommand({ Bucket, Key: `key ${index % 60}`, Body: bodyOf(index % 60) }));
      answered.push(index % 60);
      if (answered.length === 30) child.kill('SIGKILL');
    });
    await Promise.allSettled(writers);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    client.destroy();
    expect(answered.length).toBeGreaterThanOrEqual(30);
    expect(answered.length).toBeLessThan(100);

    const s3 = createS3({ directory, verify: createVerifier(credentials) });
    for (const index of new Set(answered)) {
      const { body } = await s3.read(Bucket, `key ${index}`);
      expect(Buffer.concat((await body?.toArray()) ?? []).equals(bodyOf(index))).toBe(true);
    }
    expect(await readdir(join(directory, Bucket, 'unfinished'))).toEqual([]);
    await rm(directory, { recursive: true });
  });
});
