import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '#src/aws/aws-error.ts';
import { childrenOf, childText, xmlDeclaration, xmlElement } from '#src/aws/xml.ts';
import { describe, refuseLongKey } from './object-operations.ts';
import type { MultipartUpload } from './object-store.ts';
import { versionHeaders } from './read-object.ts';
import { readXml } from './request-xml.ts';
import { type S3Call, type S3Reply, s3Namespace, xmlReply } from './s3-call.ts';

/** Smallest part but the last, in bytes, and highest part number (S3 user guide, "Multipart upload limits"). */
const smallestPart = 5 * 1024 * 1024;
const mostParts = 10_000;

export async function createMultipartUpload(call: S3Call): Promise<S3Reply> {
  const { store, bucketName, key, headers } = call;
  const bucket = store.bucket(bucketName);
  refuseLongKey(key);
  const uploadId = randomUUID();
  store.multipartUploads.set(uploadId, { bucket, key, description: describe(headers), parts: new Map() });
  const members = [
    xmlElement('Bucket', bucketName),
    xmlElement('Key', key),
    xmlElement('UploadId', uploadId),
  ];
  return xmlReply(
    `${xmlDeclaration}<InitiateMultipartUploadResult ${s3Namespace}>${members.join('')}</InitiateMultipartUploadResult>`,
  );
}

export async function uploadPart(call: S3Call): Promise<S3Reply> {
  const { parts } = uploadOf(call);
  const partNumber = Number(call.query.get('partNumber'));
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > mostParts) {
    throw new AwsError(
      400,
      'InvalidArgument',
      'Part number must be an integer between 1 and 10000, inclusive',
    );
  }
  const etag = createHash('md5').update(call.body).digest('hex');
  parts.set(partNumber, { body: call.body, etag });
  return { status: 200, headers: { etag: `"${etag}"` } };
}

export async function completeMultipartUpload(call: S3Call): Promise<S3Reply> {
  const { store, bucketName, key, query, body } = call;
  const upload = uploadOf(call);
  const bodies: Buffer[] = [];
  const hash = createHash('md5');
  let last = 0;
  for (const named of childrenOf(readXml(body, 'CompleteMultipartUpload'), 'Part')) {
    const number = Number(childText(named, 'PartNumber'));
    const part = upload.parts.get(number);
    if (!part || part.etag !== childText(named, 'ETag')?.replaceAll('"', '')) {
      throw new AwsError(
        400,
        'InvalidPart',
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
      );
    }
    if (number <= last) {
      throw new AwsError(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
    }
    last = number;
    bodies.push(part.body);
    hash.update(part.etag, 'hex');
  }
  if (bodies.length === 0) {
    throw new AwsError(400, 'MalformedXML', 'You must specify at least one part');
  }
  if (bodies.slice(0, -1).some((part) => part.length < smallestPart)) {
    throw new AwsError(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
    );
  }
  const etag = `${hash.digest('hex')}-${bodies.length}`;
  const version = await store.put(
    upload.bucket,
    key,
    Buffer.concat(bodies),
    upload.description,
    () => {},
    etag,
  );
  store.multipartUploads.delete(query.get('uploadId') ?? '');
  const members = [
    xmlElement('Bucket', bucketName),
    xmlElement('Key', key),
    xmlElement('ETag', `"${version.etag}"`),
  ];
  const reply = xmlReply(
    `${xmlDeclaration}<CompleteMultipartUploadResult ${s3Namespace}>${members.join('')}</CompleteMultipartUploadResult>`,
  );
  Object.assign(reply.headers, versionHeaders(upload.bucket, version));
  return reply;
}

export async function abortMultipartUpload(call: S3Call): Promise<S3Reply> {
  uploadOf(call);
  call.store.multipartUploads.delete(call.query.get('uploadId') ?? '');
  return { status: 204, headers: {} };
}

function uploadOf({ store, bucketName, key, query }: S3Call): MultipartUpload {
  const bucket = store.bucket(bucketName);
  const upload = store.multipartUploads.get(query.get('uploadId') ?? '');
  if (upload?.bucket !== bucket || upload.key !== key) {
    throw new AwsError(
      404,
      'NoSuchUpload',
      'The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might have been aborted or completed.',
    );
  }
  return upload;
}
