import type { IncomingHttpHeaders } from 'node:http';
import type { RequestTarget } from '#src/aws/request-target.ts';

/** An operation of S3 that is implemented here, and how its requests are recognised. */
export interface S3Operation {
  name: string;
  method: string;
  on: 'service' | 'bucket' | 'object';
  /** Query parameter that selects the operation, as `?cors` or `?list-type=2`. */
  selector?: string;
  /** Query parameters that the operation understands besides its selector. */
  parameters?: readonly string[];
}

const overrides = [
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
] as const;

/** Settings of a bucket that are stored as sent and returned. */
export const settingNames = ['cors', 'lifecycle', 'policy', 'versioning'] as const;

export type SettingName = (typeof settingNames)[number];

const settingOperations: Record<SettingName, string> = {
  cors: 'BucketCors',
  lifecycle: 'BucketLifecycleConfiguration',
  policy: 'BucketPolicy',
  versioning: 'BucketVersioning',
};

const operations: readonly S3Operation[] = [
  { name: 'ListBuckets', method: 'GET', on: 'service' },
  { name: 'CreateBucket', method: 'PUT', on: 'bucket' },
  { name: 'HeadBucket', method: 'HEAD', on: 'bucket' },
  { name: 'DeleteBucket', method: 'DELETE', on: 'bucket' },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    on: 'bucket',
    selector: 'list-type',
    parameters: [
      'prefix',
      'delimiter',
      'max-keys',
      'continuation-token',
      'start-after',
      'encoding-type',
      'fetch-owner',
    ],
  },
  {
    name: 'ListObjectVersions',
    method: 'GET',
    on: 'bucket',
    selector: 'versions',
    parameters: ['prefix', 'delimiter', 'max-keys', 'key-marker', 'version-id-marker', 'encoding-type'],
  },
  { name: 'DeleteObjects', method: 'POST', on: 'bucket', selector: 'delete' },
  ...settingNames.flatMap((selector): S3Operation[] => [
    { name: `Put${settingOperations[selector]}`, method: 'PUT', on: 'bucket', selector },
    { name: `Get${settingOperations[selector]}`, method: 'GET', on: 'bucket', selector },
  ]),
  { name: 'CreateMultipartUpload', method: 'POST', on: 'object', selector: 'uploads' },
  { name: 'UploadPart', method: 'PUT', on: 'object', selector: 'partNumber', parameters: ['uploadId'] },
  { name: 'CompleteMultipartUpload', method: 'POST', on: 'object', selector: 'uploadId' },
  { name: 'AbortMultipartUpload', method: 'DELETE', on: 'object', selector: 'uploadId' },
  { name: 'PutObject', method: 'PUT', on: 'object' },
  { name: 'GetObject', method: 'GET', on: 'object', parameters: ['versionId', ...overrides] },
  { name: 'HeadObject', method: 'HEAD', on: 'object', parameters: ['versionId', ...overrides] },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', parameters: ['versionId'] },
];

/**
 * The operation of a path-style request; undefined when it is not implemented here. An unknown query parameter counts
 * as a subresource, so that no request is answered as if the parameter were absent.
 */
export function s3Operation(
  method: string,
  target: RequestTarget,
  headers: IncomingHttpHeaders,
): S3Operation | undefined {
  const { bucket, encodedKey } = splitPath(target.path);
  const on = bucket === '' ? 'service' : encodedKey === '' ? 'bucket' : 'object';
  const names = target.query.map(([name]) => name).filter((name) => !isNoSubresource(name));
  const candidates = operations.filter((operation) => operation.method === method && operation.on === on);
  const operation =
    candidates.find(({ selector }) => selector !== undefined && names.includes(selector)) ??
    candidates.find(({ selector }) => selector === undefined);
  if (operation === undefined) return undefined;
  const understood = [operation.selector, ...(operation.parameters ?? [])];
  if (!names.every((name) => understood.includes(name))) return undefined;
  // Copies of objects and of parts are not implemented.
  return headers['x-amz-copy-source'] === undefined ? operation : undefined;
}

/** Signature parameters, headers hoisted into a presigned URL, and the operation's name, which the SDK adds. */
function isNoSubresource(name: string): boolean {
  return name === 'x-id' || name.toLowerCase().startsWith('x-amz-');
}

/** Bucket and still encoded key of `/<bucket>/<key…>`. */
export function splitPath(path: string): { bucket: string; encodedKey: string } {
  const slash = path.indexOf('/', 1);
  return slash < 0
    ? { bucket: path.slice(1), encodedKey: '' }
    : { bucket: path.slice(1, slash), encodedKey: path.slice(slash + 1) };
}
