import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix, relative, sep } from 'node:path';
import { DeleteObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { plainHttpOnLoopback } from '#src/http/loopback.ts';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';
import type { Cloud } from '../cloud.ts';
import { irrelevant, resourceKind } from '../resource-kind.ts';

/** The custom resource that CDK's BucketDeployment makes. */
export const siteDeploymentType = 'Custom::CDKBucketDeployment';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.vtt': 'text/vtt',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Headers of a deployed file, as BucketDeployment passes them on. */
const metadataSchema = z.strictObject({
  'cache-control': z.string().optional(),
  'content-type': z.string().optional(),
  'content-disposition': z.string().optional(),
  'content-language': z.string().optional(),
});

/**
 * Custom::CDKBucketDeployment. On AWS a Python function with the AWS CLI unpacks archives into the bucket. Here the
 * folders of the assembly are copied, and their markers are replaced by values of the stack. An unchanged deployment is
 * skipped.
 */
export const siteDeployment = resourceKind({
  schema: z.strictObject({
    ServiceToken: z.string(),
    SourceBucketNames: irrelevant('Assets are read from the cloud assembly'),
    SourceObjectKeys: z.array(z.string()),
    SourceMarkers: z.array(z.record(z.string(), z.coerce.string())).optional(),
    SourceMarkersConfig: z.array(z.strictObject({ jsonEscape: z.boolean().optional() })).optional(),
    DestinationBucketName: z.string(),
    DestinationBucketKeyPrefix: z.string().default(''),
    Prune: z.boolean().default(true),
    SystemMetadata: metadataSchema.default({}),
    DistributionId: z.string().optional(),
    DistributionPaths: z.array(z.string()).default(['/*']),
    WaitForDistributionInvalidation: irrelevant('Invalidations here are immediate').optional(),
    OutputObjectKeys: irrelevant('No resource reads the keys').optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const record = join(cloud.options.directory, 'deployments', `${logicalId}.json`);
    const fingerprint = createHash('sha256').update(JSON.stringify(properties)).digest('hex');
    if (readJsonFile(record) !== fingerprint) {
      const deployed: string[] = [];
      for (const [index, objectKey] of properties.SourceObjectKeys.entries()) {
        const markers = Object.entries(properties.SourceMarkers?.[index] ?? {});
        const isEscaped = properties.SourceMarkersConfig?.[index]?.jsonEscape ?? false;
        const keys = await deployFolder(cloud, cloud.options.assembly.assetPath(objectKey), {
          bucket: properties.DestinationBucketName,
          prefix: properties.DestinationBucketKeyPrefix,
          metadata: properties.SystemMetadata,
          fill: (text) =>
            plainHttpOnLoopback(
              markers.reduce(
                (filled, [marker, value]) =>
                  filled.replaceAll(marker, () => (isEscaped ? JSON.stringify(value).slice(1, -1) : value)),
                text,
              ),
            ),
          hasMarkers: markers.length > 0,
        });
        deployed.push(...keys);
      }
      if (properties.Prune) await prune(cloud, properties, new Set(deployed));
      await writeJsonFile(record, fingerprint);
    }
    if (properties.DistributionId !== undefined)
      cloud.edges.get(properties.DistributionId)?.invalidate(properties.DistributionPaths);
    return {
      ref: cloud.physicalName(logicalId),
      attributes: { DestinationBucketArn: `arn:aws:s3:::${properties.DestinationBucketName}` },
    };
  },
});

interface Deployment {
  bucket: string;
  /** A folder in the form of `aws s3 sync`: with or without a final slash. */
  prefix: string;
  metadata: z.output<typeof metadataSchema>;
  /** Replaces markers in the files by values that are known only after the stack is provisioned. */
  fill: (text: string) => string;
  hasMarkers: boolean;
}

/** Puts the files of a folder into the bucket; resolves with their keys. */
async function deployFolder(cloud: Cloud, folder: string, deployment: Deployment): Promise<string[]> {
  const { bucket, prefix, metadata, fill, hasMarkers } = deployment;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const keys: string[] = [];
  const put = async (path: string) => {
    const bytes = readFileSync(join(folder, path));
    const key = posix.join(prefix, relative('.', path).split(sep).join('/'));
    keys.push(key);
    const body = hasMarkers ? Buffer.from(fill(bytes.toString('utf8'))) : bytes;
    await cloud.options.s3.write(bucket, key, body, {
      'content-type': contentTypes[extname(path).toLowerCase()] ?? 'binary/octet-stream',
      ...metadata,
    });
  };
  const waiting = [...files];
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await put(path);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return keys;
}

/** Deletes the objects below the prefix that were not deployed. */
async function prune(
  cloud: Cloud,
  {
    DestinationBucketName,
    DestinationBucketKeyPrefix,
  }: { DestinationBucketName: string; DestinationBucketKeyPrefix: string },
  deployed: ReadonlySet<string>,
): Promise<void> {
  const Bucket = DestinationBucketName;
  const pages = paginateListObjectsV2(
    { client: cloud.objects },
    { Bucket, Prefix: DestinationBucketKeyPrefix },
  );
  for await (const { Contents = [] } of pages)
    for (const { Key = '' } of Contents)
      if (!deployed.has(Key)) await cloud.objects.send(new DeleteObjectCommand({ Bucket, Key }));
}
