import { createHash } from 'node:crypto';
import { AwsError } from '#src/aws/aws-error.ts';
import { childrenOf, childText, xmlDeclaration, xmlElement } from '#src/aws/xml.ts';
import { type ChecksumAlgorithm, checksumAlgorithms, checksumLengths, checksumOf } from './checksums.ts';
import type { ObjectDescription, ObjectVersion } from './object-store.ts';
import { etagMatches, type ReadConditions, readObject, versionHeaders } from './read-object.ts';
import { readXml } from './request-xml.ts';
import { type S3Call, type S3Reply, s3Namespace, xmlReply } from './s3-call.ts';

/** Longest key in bytes of UTF-8, and most user metadata in bytes (S3 user guide, "Object keys" and "Metadata"). */
const longestKey = 1024;
const mostMetadata = 2048;

const standardHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];

export async function putObject(call: S3Call): Promise<S3Reply> {
  const { store, key, headers, body } = call;
  const bucket = store.bucket(call.bucketName);
  refuseLongKey(key);
  if (headers['content-length'] === undefined) {
    throw new AwsError(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const version = await store.put(bucket, key, body, describe(headers), writeCondition(headers));
  return {
    status: 200,
    headers: { etag: `"${version.etag}"`, ...versionHeaders(bucket, version), ...checksumHeaders(version) },
  };
}

export async function getObject(call: S3Call): Promise<S3Reply> {
  const { store, key, headers, query } = call;
  const bucket = store.bucket(call.bucketName);
  const overrides = [...query].filter(([name]) => name.startsWith('response-'));
  for (const [, value] of overrides) refuseNoHeaderValue(value);
  const reply = await readObject(store, bucket, key, conditionsOf(headers), query.get('versionId'));
  if (headers['x-amz-checksum-mode'] !== 'ENABLED') {
    for (const name of Object.keys(reply.headers)) {
      if (name.startsWith('x-amz-checksum-')) delete reply.headers[name];
    }
  }
  if (reply.status !== 304) {
    for (const [name, value] of overrides) reply.headers[name.slice('response-'.length)] = value;
  }
  const { status, body } = reply;
  return body === undefined ? { status, headers: reply.headers } : { status, headers: reply.headers, body };
}

/** Answers as GetObject without the bytes. */
export async function headObject(call: S3Call): Promise<S3Reply> {
  const { status, headers, body } = await getObject(call);
  if (typeof body === 'object') body.destroy();
  return { status, headers };
}

export async function deleteObject(call: S3Call): Promise<S3Reply> {
  const { store, key, query } = call;
  const bucket = store.bucket(call.bucketName);
  const deleted = store.delete(bucket, key, query.get('versionId'));
  return {
    status: 204,
    headers: deleted
      ? {
          ...versionHeaders(bucket, deleted),
          ...(deleted.deleteMarker ? { 'x-amz-delete-marker': 'true' } : {}),
        }
      : {},
  };
}

/** At most this many objects in one DeleteObjects (S3 API reference). */
const mostDeletes = 1000;

export async function deleteObjects(call: S3Call): Promise<S3Reply> {
  const { store, body } = call;
  const bucket = store.bucket(call.bucketName);
  const request = readXml(body, 'Delete');
  const objects = childrenOf(request, 'Object');
  if (objects.length === 0 || objects.length > mostDeletes) {
    throw new AwsError(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  const other = objects
    .flatMap(({ children }) => children)
    .find(({ name }) => name !== 'Key' && name !== 'VersionId');
  if (other)
    throw new AwsError(501, 'NotImplemented', `Delete/Object/${other.name} is not implemented here.`);
  const results = objects.map((object) => {
    const key = childText(object, 'Key') ?? '';
    const versionId = childText(object, 'VersionId');
    const deleted = store.delete(bucket, key, versionId);
    const members = [xmlElement('Key', key)];
    if (versionId !== undefined) members.push(xmlElement('VersionId', versionId));
    if (deleted?.deleteMarker) {
      members.push(xmlElement('DeleteMarker', true), xmlElement('DeleteMarkerVersionId', deleted.versionId));
    }
    return `<Deleted>${members.join('')}</Deleted>`;
  });
  const listed = childText(request, 'Quiet') === 'true' ? '' : results.join('');
  return xmlReply(`${xmlDeclaration}<DeleteResult ${s3Namespace}>${listed}</DeleteResult>`);
}

/**
 * The checksum that came with a body, verified. Throws BadDigest (400) when it or the MD5 is wrong, InvalidRequest
 * when it is no checksum.
 */
export function verifyChecksums(
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): ObjectDescription['checksum'] {
  const md5 = headers['content-md5'];
  if (md5 !== undefined) {
    if (Buffer.from(md5, 'base64').length !== 16) {
      throw new AwsError(400, 'InvalidDigest', 'The Content-MD5 you specified was invalid.');
    }
    if (createHash('md5').update(body).digest('base64') !== md5) {
      throw new AwsError(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
  }
  const given = checksumAlgorithms.filter(
    (algorithm) => headers[`x-amz-checksum-${algorithm}`] !== undefined,
  );
  if (given.length > 1) {
    throw new AwsError(
      400,
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const [algorithm] = given;
  if (algorithm === undefined) return undefined;
  const value = headers[`x-amz-checksum-${algorithm}`] ?? '';
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== checksumLengths[algorithm] || bytes.toString('base64') !== value) {
    throw new AwsError(400, 'InvalidRequest', `Value for x-amz-checksum-${algorithm} header is invalid.`);
  }
  if (checksumOf(algorithm, body) !== value) {
    throw new AwsError(
      400,
      'BadDigest',
      `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
    );
  }
  return { algorithm, value };
}

/** Properties of the object from the headers of a write. */
export function describe(headers: Readonly<Record<string, string>>): ObjectDescription {
  const description: ObjectDescription = { headers: {}, metadata: {} };
  for (const name of standardHeaders) {
    let value = headers[name];
    if (name === 'content-encoding') value = value?.replace(/(^|,\s*)aws-chunked(,\s*|$)/, '');
    if (value) description.headers[name] = value;
  }
  description.headers['content-type'] ??= 'binary/octet-stream';
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-meta-')) continue;
    refuseNoHeaderValue(value);
    description.metadata[name.slice('x-amz-meta-'.length)] = value;
  }
  const size = Object.entries(description.metadata).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  if (size > mostMetadata) {
    throw new AwsError(
      400,
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
      { Size: size, MaxSizeAllowed: mostMetadata },
    );
  }
  const algorithm = givenChecksum(headers);
  if (algorithm) {
    description.checksum = { algorithm, value: headers[`x-amz-checksum-${algorithm}`] ?? '' };
  }
  return description;
}

function givenChecksum(headers: Readonly<Record<string, string>>): ChecksumAlgorithm | undefined {
  return checksumAlgorithms.find((algorithm) => headers[`x-amz-checksum-${algorithm}`] !== undefined);
}

function checksumHeaders({ checksum }: ObjectVersion): Record<string, string> {
  if (checksum === undefined) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' };
}

function writeCondition(
  headers: Readonly<Record<string, string>>,
): (current: ObjectVersion | undefined) => void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new AwsError(
      501,
      'NotImplemented',
      'A header you provided implies functionality that is not implemented: If-None-Match other than *',
    );
  }
  const failed = (condition: string) =>
    new AwsError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
      Condition: condition,
    });
  return (current) => {
    if (ifNoneMatch === '*' && current !== undefined) throw failed('If-None-Match');
    if (ifMatch !== undefined && (current === undefined || !etagMatches(ifMatch, current))) {
      throw failed('If-Match');
    }
  };
}

function conditionsOf(headers: Readonly<Record<string, string>>): ReadConditions {
  return {
    range: headers.range,
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
    ifUnmodifiedSince: headers['if-unmodified-since'],
    ifRange: headers['if-range'],
  };
}

/** A value from the query may contain characters that no header can. */
function refuseNoHeaderValue(value: string): void {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new AwsError(400, 'InvalidArgument', 'Header value cannot be represented using ISO-8859-1.');
  }
}

export function refuseLongKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > longestKey) {
    throw new AwsError(400, 'KeyTooLongError', 'Your key is too long', {
      Size: size,
      MaxSizeAllowed: longestKey,
    });
  }
}
