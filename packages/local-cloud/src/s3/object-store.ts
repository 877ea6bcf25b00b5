import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { AwsError } from '#src/aws/aws-error.ts';
import { parseXml } from '#src/aws/xml.ts';
import type { ChecksumAlgorithm } from './checksums.ts';
import { type CorsRule, parseCorsRules } from './cors-rules.ts';
import { isDue, type LifecycleRule, parseLifecycleRules } from './lifecycle-rules.ts';
import type { SettingName } from './operation.ts';

/** Properties of an object that its writer sets. */
export interface ObjectDescription {
  /** Standard headers to be returned with the object, by lower-case name ('content-type', 'cache-control', …). */
  headers: Record<string, string>;
  /** User metadata by lower-case name without `x-amz-meta-`. */
  metadata: Record<string, string>;
  checksum?: { algorithm: ChecksumAlgorithm; value: string };
}

/** One version of an object, or a delete marker. */
export interface ObjectVersion extends ObjectDescription {
  key: string;
  /** 'null' while versioning is not enabled. */
  versionId: string;
  /** Orders all versions of a store: later ones are greater. */
  sequence: number;
  /** Milliseconds since the epoch. */
  lastModified: number;
  deleteMarker: boolean;
  /** Bytes. */
  size: number;
  /** MD5 in hex, without quotes. */
  etag: string;
}

export type Versioning = 'Enabled' | 'Suspended' | undefined;

export interface Bucket {
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** As they were sent (XML; JSON for the policy). */
  settings: Partial<Record<SettingName, string>>;
  versioning: Versioning;
  corsRules: CorsRule[];
  lifecycleRules: LifecycleRule[];
  /** Versions by key, newest first; a key without versions is absent. */
  objects: Map<string, ObjectVersion[]>;
  /** Keys in S3's order (UTF-8 bytes); undefined after a change. */
  sortedKeys: string[] | undefined;
}

/** A multipart upload under way. */
export interface MultipartUpload {
  readonly bucket: Bucket;
  readonly key: string;
  readonly description: ObjectDescription;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

/** An object opened for reading; close the handle or read a stream to its end. */
export interface OpenObject {
  version: ObjectVersion;
  /** Bytes `start` to `end`, both included. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/**
 * Buckets and objects below one directory, which one process at a time may own.
 *
 * One file holds one version: its description as a line of JSON, then its bytes. The file is written aside, synced
 * and renamed, so that it is whole or absent whatever happens to the process. Its name is the hash of the key (so
 * that a key is never a path) and the version's id. Everything but the bytes is also kept in memory.
 */
export class ObjectStore {
  readonly #directory: string;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  /** By upload id, in memory: uploads under way end with the process, as if they had been aborted. */
  readonly multipartUploads = new Map<string, MultipartUpload>();
  #sequence = 0;

  constructor(directory: string, now: () => number) {
    this.#directory = directory;
    this.#now = now;
    mkdirSync(directory, { recursive: true });
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#load(entry.name);
    }
  }

  buckets(): Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Bucket | undefined {
    return this.#buckets.get(name);
  }

  /** Throws NoSuchBucket (404). */
  bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw noSuchBucket(name);
    return bucket;
  }

  /** The name must be free; throws InvalidBucketName (400) for what S3 does not allow. */
  createBucket(name: string): void {
    if (!/^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/.test(name)) {
      throw new AwsError(400, 'InvalidBucketName', 'The specified bucket is not valid.', {
        BucketName: name,
      });
    }
    const bucket: Bucket = {
      name,
      createdAt: this.#now(),
      settings: {},
      ...parsedSettings({}),
      objects: new Map(),
      sortedKeys: undefined,
    };
    // Leftovers of an earlier bucket of this name whose deletion was interrupted.
    rmSync(join(this.#directory, name), { recursive: true, force: true });
    this.#buckets.set(name, bucket);
    mkdirSync(this.#aside(bucket), { recursive: true });
    this.#saveBucket(bucket);
  }

  /** The bucket must be empty. */
  deleteBucket(bucket: Bucket): void {
    const directory = join(this.#directory, bucket.name);
    this.#buckets.delete(bucket.name);
    unlinkSync(join(directory, 'bucket.json'));
    rmSync(directory, { recursive: true });
  }

  /** Stores or removes (undefined) a setting. Throws an AwsError when it is malformed or not implemented. */
  changeSetting(bucket: Bucket, name: SettingName, value: string | undefined): void {
    const settings = { ...bucket.settings };
    if (value === undefined) delete settings[name];
    else settings[name] = value;
    const parsed = parsedSettings(settings);
    this.#saveBucket({ ...bucket, settings });
    Object.assign(bucket, parsed, { settings });
  }

  /** The newest version of a key that is not a delete marker. */
  current(bucket: Bucket, key: string): ObjectVersion | undefined {
    const newest = this.versions(bucket, key)[0];
    return newest?.deleteMarker === false ? newest : undefined;
  }

  /** All versions of a key, newest first, after lifecycle rules were applied. */
  versions(bucket: Bucket, key: string): readonly ObjectVersion[] {
    if (bucket.lifecycleRules.length > 0) this.#applyLifecycle(bucket, key);
    return bucket.objects.get(key) ?? [];
  }

  /** All keys with at least one version, in S3's order, after lifecycle rules were applied. */
  keys(bucket: Bucket): readonly string[] {
    if (bucket.lifecycleRules.length > 0) {
      for (const key of [...bucket.objects.keys()]) this.#applyLifecycle(bucket, key);
    }
    bucket.sortedKeys ??= [...bucket.objects.keys()]
      .map((key) => ({ key, bytes: Buffer.from(key) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
      .map(({ key }) => key);
    return bucket.sortedKeys;
  }

  /**
   * Stores an object, which from then on survives the end of the process at any moment. `precondition` is called with
   * the current version in the same tick in which the new one takes its place, and throws to refuse the write. The etag
   * is the MD5 of the body unless given.
   */
  async put(
    bucket: Bucket,
    key: string,
    body: Buffer,
    description: ObjectDescription,
    precondition: (current: ObjectVersion | undefined) => void,
    etag?: string,
  ): Promise<ObjectVersion> {
    // Checked before the bytes are written, and again below, when they are on disk.
    precondition(this.current(bucket, key));
    const version: ObjectVersion = {
      ...description,
      ...this.#stamp(bucket, key),
      deleteMarker: false,
      size: body.length,
      etag: etag ?? createHash('md5').update(body).digest('hex'),
    };
    await this.#write(bucket, version, body, precondition);
    return version;
  }

  /**
   * Deletes as S3 does: without `versionId` removes the object, or in a versioned bucket puts a delete marker on
   * top; with it, removes that version for good. Returns the version removed or the marker made; undefined when
   * there was nothing to delete.
   */
  delete(bucket: Bucket, key: string, versionId: string | undefined): ObjectVersion | undefined {
    if (versionId === undefined && bucket.versioning !== undefined) {
      return this.#placeMarker(bucket, key);
    }
    const removed = this.versions(bucket, key).find((version) => version.versionId === (versionId ?? 'null'));
    if (removed === undefined) return undefined;
    this.#remove(bucket, removed);
    return removed;
  }

  /** Opens a version; undefined when it has been deleted in the meantime. */
  async open(bucket: Bucket, version: ObjectVersion): Promise<OpenObject | undefined> {
    let handle: FileHandle;
    try {
      handle = await open(this.#file(bucket, version), 'r');
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
    try {
      // An unversioned object may have been replaced since: the file itself says what it holds.
      const opened = readDescription(handle.fd);
      if (opened.version.deleteMarker) {
        await handle.close();
        return undefined;
      }
      return {
        version: opened.version,
        read: (start, end) => {
          if (end >= start) {
            return handle.createReadStream({
              start: opened.bodyOffset + start,
              end: opened.bodyOffset + end,
            });
          }
          void handle.close();
          return Readable.from([]);
        },
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  #stamp(
    bucket: Bucket,
    key: string,
  ): Pick<ObjectVersion, 'key' | 'versionId' | 'sequence' | 'lastModified'> {
    this.#sequence += 1;
    const versionId = bucket.versioning === 'Enabled' ? randomBytes(24).toString('base64url') : 'null';
    return { key, versionId, sequence: this.#sequence, lastModified: this.#now() };
  }

  async #write(
    bucket: Bucket,
    version: ObjectVersion,
    body: Buffer,
    precondition: (current: ObjectVersion | undefined) => void,
  ): Promise<void> {
    const file = this.#file(bucket, version);
    const aside = join(this.#aside(bucket), randomUUID());
    try {
      await writeFile(aside, [Buffer.from(`${JSON.stringify(version)}\n`), body], { flag: 'wx' });
      precondition(this.current(bucket, version.key));
      mkdirSync(dirname(file), { recursive: true });
      renameSync(aside, file);
    } catch (error) {
      // The bucket was deleted while the bytes were written.
      if (this.#buckets.get(bucket.name) !== bucket) throw noSuchBucket(bucket.name);
      rmSync(aside, { force: true });
      throw error;
    }
    this.#index(bucket, version);
  }

  #remove(bucket: Bucket, version: ObjectVersion): void {
    const file = this.#file(bucket, version);
    unlinkSync(file);
    const others = (bucket.objects.get(version.key) ?? []).filter((other) => other !== version);
    if (others.length > 0) {
      bucket.objects.set(version.key, others);
    } else {
      bucket.objects.delete(version.key);
      bucket.sortedKeys = undefined;
    }
  }

  /** S3 deletes expired objects some time later; here they are deleted when they are next read or listed. */
  #applyLifecycle(bucket: Bucket, key: string): void {
    const now = this.#now();
    for (const { prefix, expirationDays, noncurrentDays, removesMarkers } of bucket.lifecycleRules) {
      if (!key.startsWith(prefix)) continue;
      const all = bucket.objects.get(key) ?? [];
      for (const [index, version] of all.entries()) {
        const successor = all[index - 1];
        if (successor && noncurrentDays && isDue(successor.lastModified, noncurrentDays, now)) {
          this.#remove(bucket, version);
        }
      }
      const newest = all[0];
      if (removesMarkers && newest?.deleteMarker && bucket.objects.get(key)?.length === 1) {
        this.#remove(bucket, newest);
        continue;
      }
      if (!newest || !expirationDays || !isDue(newest.lastModified, expirationDays, now)) continue;
      if (newest.deleteMarker) {
        if (bucket.objects.get(key)?.length === 1) this.#remove(bucket, newest);
      } else if (bucket.versioning === undefined) this.#remove(bucket, newest);
      else this.#placeMarker(bucket, key);
    }
  }

  #placeMarker(bucket: Bucket, key: string): ObjectVersion {
    const marker: ObjectVersion = {
      ...this.#stamp(bucket, key),
      headers: {},
      metadata: {},
      deleteMarker: true,
      size: 0,
      etag: '',
    };
    this.#replaceFile(bucket, this.#file(bucket, marker), `${JSON.stringify(marker)}\n`);
    this.#index(bucket, marker);
    return marker;
  }

  #index(bucket: Bucket, version: ObjectVersion): void {
    const others = (bucket.objects.get(version.key) ?? []).filter(
      (other) => other.versionId !== version.versionId,
    );
    if (!bucket.objects.has(version.key)) bucket.sortedKeys = undefined;
    bucket.objects.set(
      version.key,
      [...others, version].sort((a, b) => b.sequence - a.sequence),
    );
  }

  /** Not asynchronous, so that two changes cannot reach the disk in the wrong order. */
  #saveBucket({ name, createdAt, settings }: Bucket): void {
    this.#replaceFile(
      this.bucket(name),
      join(this.#directory, name, 'bucket.json'),
      JSON.stringify({ name, createdAt, settings }),
    );
  }

  /** For small files; the bytes of objects are written without blocking. */
  #replaceFile(bucket: Bucket, file: string, content: string): void {
    mkdirSync(dirname(file), { recursive: true });
    const aside = join(this.#aside(bucket), randomUUID());
    writeFileSync(aside, content, { flag: 'wx' });
    renameSync(aside, file);
  }

  #load(name: string): void {
    const directory = join(this.#directory, name);
    let saved: Pick<Bucket, 'name' | 'createdAt' | 'settings'>;
    try {
      saved = JSON.parse(readFileSync(join(directory, 'bucket.json'), 'utf8'));
    } catch (error) {
      // The process ended while it made or deleted this bucket.
      if (isNotFound(error)) return;
      throw error;
    }
    const bucket: Bucket = {
      ...saved,
      ...parsedSettings(saved.settings),
      objects: new Map(),
      sortedKeys: undefined,
    };
    rmSync(this.#aside(bucket), { recursive: true, force: true });
    mkdirSync(this.#aside(bucket));
    const objects = join(directory, 'objects');
    mkdirSync(objects, { recursive: true });
    for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const version = readVersion(join(entry.parentPath, entry.name));
      this.#index(bucket, version);
      this.#sequence = Math.max(this.#sequence, version.sequence);
    }
    this.#buckets.set(bucket.name, bucket);
  }

  #aside(bucket: Bucket): string {
    return join(this.#directory, bucket.name, 'unfinished');
  }

  #file(bucket: Bucket, { key, versionId }: ObjectVersion): string {
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.#directory, bucket.name, 'objects', hash.slice(0, 2), `${hash}.${versionId}`);
  }
}

function parsedSettings(
  settings: Bucket['settings'],
): Pick<Bucket, 'versioning' | 'corsRules' | 'lifecycleRules'> {
  const { versioning, cors, lifecycle } = settings;
  const status = versioning && parseXml(versioning).children.find(({ name }) => name === 'Status')?.text;
  if (status && status !== 'Enabled' && status !== 'Suspended') {
    throw new AwsError(400, 'MalformedXML', `Versioning has no status "${status}".`);
  }
  return {
    versioning: status ? (status as Versioning) : undefined,
    corsRules: cors ? parseCorsRules(parseXml(cors)) : [],
    lifecycleRules: lifecycle ? parseLifecycleRules(parseXml(lifecycle)) : [],
  };
}

function noSuchBucket(name: string): AwsError {
  return new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
}

/** Reads the description at the head of a version's file. Throws when the file is not one. */
function readDescription(fd: number): { version: ObjectVersion; bodyOffset: number } {
  let head = Buffer.alloc(0);
  for (;;) {
    const more = Buffer.alloc(4096);
    const count = readSync(fd, more, 0, more.length, head.length);
    head = Buffer.concat([head, more.subarray(0, count)]);
    const newline = head.indexOf(10);
    if (newline >= 0) {
      return { version: JSON.parse(head.toString('utf8', 0, newline)), bodyOffset: newline + 1 };
    }
    if (count === 0) throw new Error('An object of the local S3 has no description.');
  }
}

function readVersion(file: string): ObjectVersion {
  const fd = openSync(file, 'r');
  try {
    const { version, bodyOffset } = readDescription(fd);
    if (statSync(file).size !== bodyOffset + version.size) throw new Error('Its length is wrong.');
    return version;
  } catch (error) {
    throw new Error(`${file} is no whole object of the local S3.`, { cause: error });
  } finally {
    closeSync(fd);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
