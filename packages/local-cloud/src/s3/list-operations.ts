import { AwsError } from '#src/aws/aws-error.ts';
import { encodeUri } from '#src/aws/request-target.ts';
import { xmlDeclaration, xmlElement } from '#src/aws/xml.ts';
import { comesAfter, listPage } from './list-page.ts';
import type { ObjectVersion } from './object-store.ts';
import { type S3Call, type S3Reply, s3Namespace, xmlReply } from './s3-call.ts';

/** S3 lists at most this many keys at once. */
const mostKeys = 1000;

export async function listObjectsV2({ store, bucketName, query }: S3Call): Promise<S3Reply> {
  const bucket = store.bucket(bucketName);
  if (query.get('list-type') !== '2' || query.get('fetch-owner') === 'true') {
    throw new AwsError(501, 'NotImplemented', 'Only ListObjectsV2 without owners is implemented here.');
  }
  const { prefix, delimiter, limit, text } = listParameters(query);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const position = token === undefined ? { key: startAfter } : readToken(token);
  const current = store.keys(bucket).flatMap((key) => store.current(bucket, key) ?? []);
  const page = listPage(current, {
    prefix,
    delimiter,
    limit,
    isListed: ({ key }) =>
      'group' in position
        ? key.startsWith(position.group) || !comesAfter(key, position.group)
        : position.key !== undefined && !comesAfter(key, position.key),
  });
  const { last } = page;
  const members = [
    xmlElement('Name', bucketName),
    xmlElement('Prefix', text(prefix)),
    xmlElement('KeyCount', page.entries.length + page.groups.length),
    xmlElement('MaxKeys', limit),
    xmlElement('IsTruncated', last !== undefined),
    ...(delimiter ? [xmlElement('Delimiter', text(delimiter))] : []),
    ...(token !== undefined ? [xmlElement('ContinuationToken', token)] : []),
    ...(startAfter !== undefined ? [xmlElement('StartAfter', text(startAfter))] : []),
    ...(last ? [xmlElement('NextContinuationToken', writeToken(last))] : []),
    ...(query.has('encoding-type') ? [xmlElement('EncodingType', 'url')] : []),
    ...page.entries.map(
      (version) => `<Contents>${xmlElement('Key', text(version.key))}${details(version)}</Contents>`,
    ),
    ...page.groups.map((group) => `<CommonPrefixes>${xmlElement('Prefix', text(group))}</CommonPrefixes>`),
  ];
  return xmlReply(`${xmlDeclaration}<ListBucketResult ${s3Namespace}>${members.join('')}</ListBucketResult>`);
}

export async function listObjectVersions({ store, bucketName, query }: S3Call): Promise<S3Reply> {
  const bucket = store.bucket(bucketName);
  const { prefix, delimiter, limit, text } = listParameters(query);
  const keyMarker = query.get('key-marker') ?? '';
  const versionIdMarker = query.get('version-id-marker') ?? '';
  const ofMarker = store.versions(bucket, keyMarker);
  const marker = ofMarker.find(({ versionId }) => versionId === versionIdMarker);
  const groupMarker = delimiter !== '' && versionIdMarker === '' && keyMarker.endsWith(delimiter);
  const all = store.keys(bucket).flatMap((key) => store.versions(bucket, key));
  const page = listPage(all, {
    prefix,
    delimiter,
    limit,
    isListed: ({ key, sequence }) => {
      if (keyMarker === '') return false;
      if (key === keyMarker) return marker === undefined || sequence >= marker.sequence;
      return !comesAfter(key, keyMarker) || (groupMarker && key.startsWith(keyMarker));
    },
  });
  const { last } = page;
  const next =
    last === undefined
      ? []
      : 'group' in last
        ? [xmlElement('NextKeyMarker', text(last.group))]
        : [
            xmlElement('NextKeyMarker', text(last.entry.key)),
            xmlElement('NextVersionIdMarker', last.entry.versionId),
          ];
  const members = [
    xmlElement('Name', bucketName),
    xmlElement('Prefix', text(prefix)),
    xmlElement('KeyMarker', text(keyMarker)),
    xmlElement('VersionIdMarker', versionIdMarker),
    xmlElement('MaxKeys', limit),
    xmlElement('IsTruncated', last !== undefined),
    ...(delimiter ? [xmlElement('Delimiter', text(delimiter))] : []),
    ...next,
    ...(query.has('encoding-type') ? [xmlElement('EncodingType', 'url')] : []),
    ...page.entries.map((version) => {
      const about = [
        xmlElement('Key', text(version.key)),
        xmlElement('VersionId', version.versionId),
        xmlElement('IsLatest', store.versions(bucket, version.key)[0] === version),
      ].join('');
      return version.deleteMarker
        ? `<DeleteMarker>${about}${xmlElement('LastModified', isoDate(version))}</DeleteMarker>`
        : `<Version>${about}${details(version)}</Version>`;
    }),
    ...page.groups.map((group) => `<CommonPrefixes>${xmlElement('Prefix', text(group))}</CommonPrefixes>`),
  ];
  return xmlReply(
    `${xmlDeclaration}<ListVersionsResult ${s3Namespace}>${members.join('')}</ListVersionsResult>`,
  );
}

function listParameters(query: ReadonlyMap<string, string>): {
  prefix: string;
  delimiter: string;
  limit: number;
  /** Encodes keys as the caller wants them. */
  text: (key: string) => string;
} {
  const maxKeys = query.get('max-keys') ?? String(mostKeys);
  if (!/^\d+$/.test(maxKeys)) {
    throw new AwsError(400, 'InvalidArgument', 'Provided max-keys not an integer or within integer range');
  }
  const encoding = query.get('encoding-type');
  if (encoding !== undefined && encoding !== 'url') {
    throw new AwsError(400, 'InvalidArgument', 'Invalid Encoding Method specified in Request');
  }
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: Math.min(Number(maxKeys), mostKeys),
    text: (key) => (encoding === 'url' ? key.split('/').map(encodeUri).join('/') : key),
  };
}

type Position = { key: string } | { group: string };

function writeToken(last: { entry: ObjectVersion } | { group: string }): string {
  const position: Position = 'group' in last ? last : { key: last.entry.key };
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readToken(token: string): Position {
  try {
    const position: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof position === 'object' && position !== null) {
      if ('key' in position && typeof position.key === 'string') return { key: position.key };
      if ('group' in position && typeof position.group === 'string') return { group: position.group };
    }
  } catch {
    // Refused below like any invalid token.
  }
  throw new AwsError(400, 'InvalidArgument', 'The continuation token provided is incorrect');
}

function details(version: ObjectVersion): string {
  const { etag, size, checksum } = version;
  return [
    xmlElement('LastModified', isoDate(version)),
    xmlElement('ETag', `"${etag}"`),
    ...(checksum ? [xmlElement('ChecksumAlgorithm', checksum.algorithm.toUpperCase())] : []),
    xmlElement('Size', size),
    xmlElement('StorageClass', 'STANDARD'),
  ].join('');
}

function isoDate({ lastModified }: ObjectVersion): string {
  return new Date(lastModified).toISOString();
}
