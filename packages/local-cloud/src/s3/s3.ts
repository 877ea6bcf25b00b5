import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import { decodeUri, parseRequestTarget, type RequestTarget } from '#src/aws/request-target.ts';
import type { Verify } from '#src/aws/signature.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import {
  createBucket,
  deleteBucket,
  getSetting,
  headBucket,
  listBuckets,
  putSetting,
} from './bucket-operations.ts';
import { checksumAlgorithms } from './checksums.ts';
import { corsHeaders } from './cors-rules.ts';
import { listObjectsV2, listObjectVersions } from './list-operations.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  uploadPart,
} from './multipart-operations.ts';
import {
  deleteObject,
  deleteObjects,
  getObject,
  headObject,
  putObject,
  verifyChecksums,
} from './object-operations.ts';
import { ObjectStore } from './object-store.ts';
import { s3Operation, settingNames, splitPath } from './operation.ts';
import { type ObjectReply, type ReadConditions, readObject } from './read-object.ts';
import type { S3Call, S3Reply } from './s3-call.ts';

export interface S3Options {
  /** Where buckets are kept; one process at a time may own it. */
  directory: string;
  verify: Verify;
  /** Milliseconds since the epoch, for dates and lifecycle rules. */
  now?: () => number;
}

export interface S3 {
  /** Serves one request of the S3 API, path style; `body` is its whole payload as received. */
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
  /**
   * Reads an object in this process, as an origin of the CDN does. Throws AwsError with the code and status that
   * GetObject would answer: NoSuchBucket, NoSuchKey (404), PreconditionFailed (412), InvalidRange (416).
   */
  read(bucket: string, key: string, conditions?: ReadConditions): Promise<ObjectReply>;
  /**
   * Stores an object in this process, as PutObject would with these headers (lower-case names): for hundreds of files
   * at once, whose signed requests would take seconds. Throws AwsError like PutObject.
   */
  write(bucket: string, key: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * S3 on disk. Signatures and checksums are verified; CORS, versioning and lifecycle rules apply as the buckets are
 * configured. Everything else (tags and ACLs, copies, POST forms, …) is answered with 501 NotImplemented. The policy of
 * a bucket is stored here and evaluated by the distribution; callers of the API need an access key of the local cloud.
 */
export function createS3({ directory, verify, now = Date.now }: S3Options): S3 {
  const store = new ObjectStore(directory, now);
  return {
    handle: (req, res, body) => serve(store, verify, req, res, body),
    read: async (bucket, key, conditions) => readObject(store, store.bucket(bucket), key, conditions),
    async write(bucketName, key, body, headers) {
      const stated = { ...headers, 'content-length': String(body.length) };
      await putObject({ store, bucketName, key, body, headers: stated, query: new Map(), region: '' });
    },
  };
}

const operations: Record<string, (call: S3Call) => Promise<S3Reply>> = {
  ListBuckets: listBuckets,
  CreateBucket: createBucket,
  HeadBucket: headBucket,
  DeleteBucket: deleteBucket,
  ListObjectsV2: listObjectsV2,
  ListObjectVersions: listObjectVersions,
  DeleteObjects: deleteObjects,
  PutObject: putObject,
  CreateMultipartUpload: createMultipartUpload,
  UploadPart: uploadPart,
  CompleteMultipartUpload: completeMultipartUpload,
  AbortMultipartUpload: abortMultipartUpload,
  GetObject: getObject,
  HeadObject: headObject,
  DeleteObject: deleteObject,
};

const settingOperations = { PUT: putSetting, GET: getSetting } as const;

async function serve(
  store: ObjectStore,
  verify: Verify,
  req: IncomingMessage,
  res: ServerResponse,
  payload: Buffer,
): Promise<void> {
  let cors: Record<string, string> = {};
  try {
    const target = parseRequestTarget(req.url ?? '/');
    const { bucket: encodedBucket, encodedKey } = splitPath(target.path);
    const bucketName = decodeUri(encodedBucket);
    if (req.method === 'OPTIONS') {
      res.writeHead(200, { ...preflight(store, bucketName, req), 'content-length': 0 });
      res.end();
      return;
    }
    const { origin } = req.headers;
    if (origin !== undefined) {
      cors = corsHeaders(store.find(bucketName)?.corsRules ?? [], origin, req.method ?? 'GET', []) ?? {};
    }
    const { region } = verify(req, payload, 's3');
    const key = decodeUri(encodedKey);
    const headers = requestHeaders(req, target);
    const body = readPayload(headers, payload);
    const query = new Map(target.query);
    const run = findOperation(req, target);
    const reply = await run({ store, bucketName, key, query, headers, body, region });
    await send(res, reply, cors);
  } catch (error) {
    replyWithError(res, 's3', asAwsError(error), cors);
  }
}

function findOperation(req: IncomingMessage, target: RequestTarget): (call: S3Call) => Promise<S3Reply> {
  const method = req.method ?? 'GET';
  const operation = s3Operation(method, target, req.headers);
  const setting = settingNames.find((name) => name === operation?.selector);
  if (setting !== undefined && (method === 'PUT' || method === 'GET')) {
    return settingOperations[method](setting);
  }
  const run = operation && operations[operation.name];
  if (run === undefined) {
    const parameters = target.query.map(([name]) => name).filter((name) => !/^x-/i.test(name));
    throw new AwsError(
      501,
      'NotImplemented',
      `A request you provided implies functionality that is not implemented: ${method} on ${target.path}${parameters.length > 0 ? ` with ${parameters.join(', ')}` : ''}.`,
    );
  }
  return run;
}

function preflight(store: ObjectStore, bucketName: string, req: IncomingMessage): Record<string, string> {
  const { origin } = req.headers;
  const method = req.headers['access-control-request-method'];
  if (origin === undefined || method === undefined) {
    throw new AwsError(
      400,
      'BadRequest',
      'Insufficient information. Origin request header and Access-Control-Request-Method are needed.',
    );
  }
  const rules = store.find(bucketName)?.corsRules ?? [];
  const requested = (req.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const headers = corsHeaders(rules, origin, method, requested);
  if (headers === undefined) {
    throw new AwsError(
      403,
      'AccessForbidden',
      rules.length === 0
        ? 'CORSResponse: CORS is not enabled for this bucket.'
        : "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
    );
  }
  return headers;
}

const checksumHeaderNames = checksumAlgorithms.map((algorithm) => `x-amz-checksum-${algorithm}`);

/** The `x-amz-*` headers that mean something here, besides `x-amz-meta-*`. */
const knownAmzHeaders = new Set([
  'x-amz-date',
  'x-amz-content-sha256',
  'x-amz-security-token',
  'x-amz-user-agent',
  'x-amz-decoded-content-length',
  'x-amz-trailer',
  'x-amz-sdk-checksum-algorithm',
  'x-amz-checksum-mode',
  'x-amz-copy-source',
  ...checksumHeaderNames,
]);

/** Parameters of the presigned form that are no headers. */
const presignedParameters = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-signedheaders',
  'x-amz-signature',
  'x-amz-content-sha256',
  'x-amz-security-token',
]);

/**
 * Headers by lower-case name, and those that a presigned URL carries as parameters. Throws NotImplemented (501)
 * for an `x-amz-*` header that would be ignored.
 */
function requestHeaders(req: IncomingMessage, target: RequestTarget): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers[name] = String(value);
  }
  for (const [name, value] of target.query) {
    const lower = name.toLowerCase();
    if (lower.startsWith('x-amz-') && !presignedParameters.has(lower)) headers[lower] = value;
  }
  const unknown = Object.keys(headers).find(
    (name) => name.startsWith('x-amz-') && !name.startsWith('x-amz-meta-') && !knownAmzHeaders.has(name),
  );
  if (unknown !== undefined) {
    throw new AwsError(
      501,
      'NotImplemented',
      `A header you provided implies functionality that is not implemented: ${unknown}`,
    );
  }
  return headers;
}

/** The decoded payload, its checksums verified; those of a trailer are added to `headers`. */
function readPayload(headers: Record<string, string>, payload: Buffer): Buffer {
  let body = payload;
  if (headers['x-amz-content-sha256'] === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    const length = headers['x-amz-decoded-content-length'];
    if (length === undefined || !/^\d+$/.test(length)) {
      throw new AwsError(411, 'MissingContentLength', 'You must provide x-amz-decoded-content-length.');
    }
    const { data, trailers } = decodeAwsChunked(payload, Number(length));
    body = data;
    headers['content-length'] = length;
    const announced = headers['x-amz-trailer'];
    if (announced !== undefined && trailers[announced.toLowerCase()] === undefined) {
      throw new AwsError(
        400,
        'MalformedTrailerError',
        'The request contained trailing data that was not well-formed',
      );
    }
    for (const [name, value] of Object.entries(trailers)) {
      if (checksumHeaderNames.includes(name)) headers[name] = value;
    }
  }
  verifyChecksums(headers, body);
  return body;
}

async function send(res: ServerResponse, reply: S3Reply, cors: Record<string, string>): Promise<void> {
  const { status, headers, body } = reply;
  const withLength =
    typeof body === 'object' || headers['content-length'] !== undefined || status === 204 || status === 304
      ? headers
      : { ...headers, 'content-length': String(Buffer.byteLength(body ?? '')) };
  res.writeHead(status, { ...withLength, ...cors });
  if (typeof body === 'object') await stream(body, res);
  else res.end(body);
}

/** Resolves after the last byte is written, not on 'finish', which a held-back response never reaches. */
async function stream(body: Readable, res: ServerResponse): Promise<void> {
  let wake = () => {};
  res.on('drain', () => wake());
  res.on('close', () => wake());
  try {
    for await (const chunk of body) {
      if (res.destroyed) return;
      if (res.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (res.destroyed) resolve();
      });
    }
    res.end();
  } catch (error) {
    // The headers are sent, so only a broken connection can show that the body is incomplete.
    console.error('The local S3 failed to read an object:', error);
    res.destroy();
  }
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  console.error('The local S3 failed to serve a request:', error);
  return new AwsError(500, 'InternalError', 'We encountered an internal error. Please try again.');
}
