import { S3Client } from '@aws-sdk/client-s3';

let client: S3Client | undefined;

/**
 * The S3 client, one for each execution environment. Checksums are added only where an operation demands them: TLS
 * guards what is sent.
 */
export function s3(): S3Client {
  client ??= new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  return client;
}
