import { AwsError } from '#src/aws/aws-error.ts';
import { xmlDeclaration, xmlElement } from '#src/aws/xml.ts';
import type { SettingName } from './operation.ts';
import { readXml } from './request-xml.ts';
import { type S3Call, type S3Reply, s3Namespace, xmlReply } from './s3-call.ts';

export async function listBuckets({ store }: S3Call): Promise<S3Reply> {
  const buckets = store.buckets().map(({ name, createdAt }) => {
    const members = [xmlElement('Name', name), xmlElement('CreationDate', new Date(createdAt).toISOString())];
    return `<Bucket>${members.join('')}</Bucket>`;
  });
  return xmlReply(
    `${xmlDeclaration}<ListAllMyBucketsResult ${s3Namespace}><Owner>${xmlElement('ID', 'local')}</Owner><Buckets>${buckets.join('')}</Buckets></ListAllMyBucketsResult>`,
  );
}

export async function createBucket({ store, bucketName, body, region }: S3Call): Promise<S3Reply> {
  if (body.length > 0) readXml(body, 'CreateBucketConfiguration');
  if (store.find(bucketName) === undefined) store.createBucket(bucketName);
  else if (region !== 'us-east-1') {
    // Only in us-east-1, S3 responds as if it had created the bucket.
    throw new AwsError(
      409,
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
      { BucketName: bucketName },
    );
  }
  return { status: 200, headers: { location: `/${bucketName}` } };
}

export async function headBucket({ store, bucketName, region }: S3Call): Promise<S3Reply> {
  store.bucket(bucketName);
  return { status: 200, headers: { 'x-amz-bucket-region': region } };
}

export async function deleteBucket({ store, bucketName }: S3Call): Promise<S3Reply> {
  const bucket = store.bucket(bucketName);
  if (store.keys(bucket).length > 0) {
    throw new AwsError(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty', {
      BucketName: bucketName,
    });
  }
  store.deleteBucket(bucket);
  return { status: 204, headers: {} };
}

interface Setting {
  /** Root element of its XML; the policy is JSON. */
  root: string | undefined;
  /** Answer while it is not set: an error's code and message, or the XML of S3's default. */
  unset: { code: string; message: string } | { xml: string };
}

const settings: Record<SettingName, Setting> = {
  cors: {
    root: 'CORSConfiguration',
    unset: { code: 'NoSuchCORSConfiguration', message: 'The CORS configuration does not exist' },
  },
  lifecycle: {
    root: 'LifecycleConfiguration',
    unset: { code: 'NoSuchLifecycleConfiguration', message: 'The lifecycle configuration does not exist' },
  },
  policy: {
    root: undefined,
    unset: { code: 'NoSuchBucketPolicy', message: 'The bucket policy does not exist' },
  },
  versioning: {
    root: 'VersioningConfiguration',
    unset: { xml: `<VersioningConfiguration ${s3Namespace}/>` },
  },
};

export function putSetting(name: SettingName): (call: S3Call) => Promise<S3Reply> {
  return async ({ store, bucketName, body }) => {
    const bucket = store.bucket(bucketName);
    const { root } = settings[name];
    if (root === undefined) refuseMalformedPolicy(body);
    else readXml(body, root);
    store.changeSetting(bucket, name, body.toString('utf8'));
    return { status: name === 'policy' ? 204 : 200, headers: {} };
  };
}

export function getSetting(name: SettingName): (call: S3Call) => Promise<S3Reply> {
  return async ({ store, bucketName }) => {
    const value = store.bucket(bucketName).settings[name];
    const { root, unset } = settings[name];
    if (value === undefined) {
      if ('xml' in unset) return xmlReply(`${xmlDeclaration}${unset.xml}`);
      throw new AwsError(404, unset.code, unset.message, { BucketName: bucketName });
    }
    if (root !== undefined) return xmlReply(value);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: value };
  };
}

function refuseMalformedPolicy(body: Buffer): void {
  let policy: unknown;
  try {
    policy = JSON.parse(body.toString('utf8'));
  } catch {
    policy = undefined;
  }
  if (typeof policy !== 'object' || policy === null || !('Statement' in policy)) {
    throw new AwsError(400, 'MalformedPolicy', 'This policy contains invalid Json');
  }
}
