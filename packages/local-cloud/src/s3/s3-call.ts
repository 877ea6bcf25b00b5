import type { Readable } from 'node:stream';
import type { ObjectStore } from './object-store.ts';

/** A verified request to one operation. */
export interface S3Call {
  store: ObjectStore;
  /** '' for the service itself. */
  bucketName: string;
  /** '' for the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  /** By lower-case name, with those that a presigned URL carries in its query. */
  headers: Readonly<Record<string, string>>;
  /** Decoded, and checked against the checksums that came with it. */
  body: Buffer;
  /** Region that the request was signed for. */
  region: string;
}

export interface S3Reply {
  status: number;
  headers: Record<string, string>;
  body?: string | Readable;
}

export function xmlReply(body: string): S3Reply {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

export const s3Namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
