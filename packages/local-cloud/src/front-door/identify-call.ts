import type { IncomingMessage } from 'node:http';
import { parseRequestTarget, type RequestTarget } from '#src/aws/request-target.ts';
import { readSignature } from '#src/aws/signature.ts';
import { s3Operation } from '#src/s3/operation.ts';

/** What a request claims; the signature is verified later. */
export interface IdentifiedCall {
  service: string;
  operation: string;
  region: string | undefined;
  accessKeyId: string | undefined;
}

/** Cognito's public paths: the keys of a pool (`us-east-1_AbC123/.well-known/…`) and the hosted domain. */
const cognitoPath = /^\/(?:[a-z]{2}(?:-[a-z]+)+-\d_\w+\/\.well-known\/|(?:oauth2\/|login|logout)(?:$|\/|\w))/;

/**
 * Identifies service and operation of a request by the scope of its signature, else by `x-amz-target` or its path. All
 * other requests are for S3, which refuses unsigned ones. Throws an AwsError for a malformed signature.
 */
export function identifyCall(req: IncomingMessage, body: Buffer): IdentifiedCall {
  const target = parseRequestTarget(req.url ?? '/');
  const signature = readSignature(req);
  const service = signature?.service ?? unsignedService(req, target);
  return {
    service,
    operation: operationOf(service, req, target, body),
    region: signature?.region,
    accessKeyId: signature?.accessKeyId,
  };
}

/** Name in the SigV4 scope of the services whose calls carry `x-amz-target`. */
const targetServices: Record<string, string> = {
  AWSCognitoIdentityProviderService: 'cognito-idp',
  AmazonSQS: 'sqs',
  secretsmanager: 'secretsmanager',
  TrentService: 'kms',
};

function unsignedService(req: IncomingMessage, target: RequestTarget): string {
  const prefix = amzTarget(req)?.split('.')[0];
  if (prefix !== undefined)
    return targetServices[prefix] ?? (prefix.startsWith('DynamoDB') ? 'dynamodb' : 's3');
  if (cognitoPath.test(target.path)) return 'cognito-idp';
  // Browsers send the preflight of Cognito's JSON calls to `/`, which is not a bucket.
  if (req.method === 'OPTIONS' && target.path === '/') return 'cognito-idp';
  return 's3';
}

function operationOf(service: string, req: IncomingMessage, target: RequestTarget, body: Buffer): string {
  const method = req.method ?? 'GET';
  if (method === 'OPTIONS') return 'Preflight';
  const operation = amzTarget(req)?.split('.').at(-1);
  if (operation !== undefined) return operation;
  if (service === 's3') return s3Operation(method, target, req.headers)?.name ?? `${method} ${target.path}`;
  if (service === 'bedrock') {
    const verb = /^\/model\/[^/]+\/([\w-]+)$/.exec(target.path)?.[1];
    const named = { invoke: 'InvokeModel', converse: 'Converse' }[verb ?? ''];
    if (named !== undefined) return named;
  }
  if (service === 'cloudfront') {
    const named = cloudFrontOperation(method, target.path);
    if (named !== undefined) return named;
  }
  if (service === 'ses' && method === 'POST' && target.path === '/v2/email/outbound-emails')
    return 'SendEmail';
  if (service === 'sqs')
    return new URLSearchParams(body.toString()).get('Action') ?? `${method} ${target.path}`;
  return `${method} ${target.path}`;
}

function cloudFrontOperation(method: string, path: string): string | undefined {
  const invalidation = /^\/\d{4}-\d\d-\d\d\/distribution\/[^/]+\/invalidation(\/[^/]+)?$/.exec(path);
  if (invalidation === null) return undefined;
  if (method === 'POST') return 'CreateInvalidation';
  return invalidation[1] === undefined ? 'ListInvalidations' : 'GetInvalidation';
}

function amzTarget(req: IncomingMessage): string | undefined {
  const header = req.headers['x-amz-target'];
  return Array.isArray(header) ? header[0] : header;
}
