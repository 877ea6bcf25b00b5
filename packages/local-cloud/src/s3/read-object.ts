import type { Readable } from 'node:stream';
import { AwsError } from '#src/aws/aws-error.ts';
import type { Bucket, ObjectStore, ObjectVersion } from './object-store.ts';

/** Conditions of a read, with the values of the HTTP headers of these names. */
export interface ReadConditions {
  range?: string | undefined;
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
  ifUnmodifiedSince?: string | undefined;
  ifRange?: string | undefined;
}

export interface ObjectReply {
  /** 200 whole, 206 part, 304 not modified. */
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  version: ObjectVersion;
  /** Undefined for 304; otherwise it must be read to its end or destroyed. */
  body: Readable | undefined;
}

/**
 * Opens an object, or part of it. Throws AwsError: NoSuchKey or NoSuchVersion (404), MethodNotAllowed (405, a delete
 * marker asked for by its id), PreconditionFailed (412), InvalidRange (416).
 */
export async function readObject(
  store: ObjectStore,
  bucket: Bucket,
  key: string,
  conditions: ReadConditions = {},
  versionId?: string,
): Promise<ObjectReply> {
  const found = findVersion(store, bucket, key, versionId);
  const object = await store.open(bucket, found);
  if (object === undefined) throw noSuchKey(key);
  const { version } = object;
  const headers = headersOf(bucket, version);
  try {
    const unmodified = checkConditions(version, conditions);
    const range = unmodified ? undefined : requestedRange(version, conditions);
    if (unmodified) {
      await object.close();
      const { etag, 'last-modified': lastModified, 'cache-control': cacheControl } = headers;
      const kept = { etag, 'last-modified': lastModified, 'cache-control': cacheControl };
      return { status: 304, headers: definedOnly(kept), version, body: undefined };
    }
    const [start, end] = range ?? [0, version.size - 1];
    headers['content-length'] = String(end - start + 1);
    if (range) headers['content-range'] = `bytes ${start}-${end}/${version.size}`;
    // A checksum covers the whole object, so it would not match a part.
    if (!range && version.checksum) {
      headers[`x-amz-checksum-${version.checksum.algorithm}`] = version.checksum.value;
      headers['x-amz-checksum-type'] = 'FULL_OBJECT';
    }
    return { status: range ? 206 : 200, headers, version, body: object.read(start, end) };
  } catch (error) {
    await object.close();
    throw error;
  }
}

/** The requested version, or the current one. Throws as `readObject` does. */
function findVersion(store: ObjectStore, bucket: Bucket, key: string, versionId?: string): ObjectVersion {
  const versions = store.versions(bucket, key);
  if (versionId === undefined) {
    const newest = versions[0];
    if (newest === undefined || newest.deleteMarker) throw noSuchKey(key);
    return newest;
  }
  const version = versions.find((one) => one.versionId === versionId);
  if (version === undefined) {
    throw new AwsError(404, 'NoSuchVersion', 'The specified version does not exist.', {
      Key: key,
      VersionId: versionId,
    });
  }
  if (version.deleteMarker) {
    throw new AwsError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  }
  return version;
}

/** Headers that say which version an answer is about; none in a bucket that never had versions. */
export function versionHeaders(bucket: Bucket, version: ObjectVersion): Record<string, string> {
  return bucket.versioning === undefined ? {} : { 'x-amz-version-id': version.versionId };
}

function headersOf(bucket: Bucket, version: ObjectVersion): Record<string, string> {
  const metadata = Object.entries(version.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
  return {
    ...version.headers,
    ...Object.fromEntries(metadata),
    ...versionHeaders(bucket, version),
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** True when the reader has this version already (304). */
function checkConditions(version: ObjectVersion, conditions: ReadConditions): boolean {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  const modified = Math.floor(version.lastModified / 1000) * 1000;
  const failed = (condition: string) =>
    new AwsError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      Condition: condition,
    });
  if (ifMatch !== undefined) {
    if (!etagMatches(ifMatch, version)) throw failed('If-Match');
  } else if (ifUnmodifiedSince !== undefined && modified > Date.parse(ifUnmodifiedSince)) {
    throw failed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return etagMatches(ifNoneMatch, version);
  return ifModifiedSince !== undefined && modified <= Date.parse(ifModifiedSince);
}

export function etagMatches(list: string, version: ObjectVersion): boolean {
  return list
    .split(',')
    .map((etag) => etag.trim().replace(/^W\//, '').replaceAll('"', ''))
    .some((etag) => etag === '*' || etag === version.etag);
}

/** First and last byte of a single range; undefined for none, several, or one that If-Range rules out. */
function requestedRange(version: ObjectVersion, conditions: ReadConditions): [number, number] | undefined {
  const { range, ifRange } = conditions;
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  if (ifRange !== undefined) {
    const isDate = /^\w{3}, /.test(ifRange);
    const fits = isDate
      ? Date.parse(ifRange) === Math.floor(version.lastModified / 1000) * 1000
      : etagMatches(ifRange, version);
    if (!fits) return undefined;
  }
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, version.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? version.size - 1 : Math.min(Number(last), version.size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start >= version.size) {
    throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: range,
      ActualObjectSize: version.size,
    });
  }
  return [start, end];
}

function noSuchKey(key: string): AwsError {
  return new AwsError(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });
}

function definedOnly(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
