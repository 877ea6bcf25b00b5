import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { xmlDeclaration, xmlElement } from './xml.ts';

/** An error that the caller receives in the format of the called service. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further members of the response, such as DynamoDB's `CancellationReasons` or S3's `BucketName`. */
  readonly fields: Record<string, unknown>;

  constructor(status: number, code: string, message: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.name = code;
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Prefix of `__type` in the services that speak AWS JSON 1.0. */
const json10Namespaces: Record<string, string> = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810#',
  sqs: 'com.amazonaws.sqs#',
};

/**
 * Sends `error` in the format of `service` (the name in the SigV4 scope): XML for S3 and CloudFront, AWS JSON for
 * DynamoDB, SQS, Cognito, Secrets Manager and KMS, REST-JSON for Bedrock. Does nothing once a response has begun.
 */
export function replyWithError(
  res: ServerResponse,
  service: string,
  error: AwsError,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return;
  const requestId = randomUUID();
  const { contentType, body, ...shaped } = errorReply(service, error, requestId);
  const bytes = Buffer.from(body);
  res.writeHead(error.status, {
    'content-type': contentType,
    'content-length': bytes.length,
    'x-amzn-requestid': requestId,
    ...shaped.headers,
    ...headers,
  });
  res.end(res.req.method === 'HEAD' ? undefined : bytes);
}

function errorReply(
  service: string,
  error: AwsError,
  requestId: string,
): { contentType: string; body: string; headers: Record<string, string> } {
  const { code, message, fields } = error;
  if (service === 's3') {
    const extra = Object.entries(fields).map(([name, value]) => xmlElement(name, String(value)));
    const members = [xmlElement('Code', code), xmlElement('Message', message), ...extra];
    return {
      contentType: 'application/xml',
      body: `${xmlDeclaration}<Error>${members.join('')}${xmlElement('RequestId', requestId)}</Error>`,
      headers: { 'x-amz-request-id': requestId },
    };
  }
  if (service === 'cloudfront') {
    const members = `${xmlElement('Type', 'Sender')}${xmlElement('Code', code)}${xmlElement('Message', message)}`;
    return {
      contentType: 'text/xml',
      body: `${xmlDeclaration}<ErrorResponse xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Error>${members}</Error>${xmlElement('RequestId', requestId)}</ErrorResponse>`,
      headers: {},
    };
  }
  if (service === 'cognito-idp' || service === 'secretsmanager' || service === 'kms') {
    return {
      contentType: 'application/x-amz-json-1.1',
      body: JSON.stringify({ __type: code, message, ...fields }),
      headers: {
        'x-amzn-errortype': code,
        // The browser calls Cognito from the site's origin and must be able to read the error.
        ...(service === 'cognito-idp' ? { 'access-control-allow-origin': '*' } : {}),
      },
    };
  }
  const namespace = json10Namespaces[service];
  if (namespace !== undefined) {
    return {
      contentType: 'application/x-amz-json-1.0',
      body: JSON.stringify({ __type: `${namespace}${code}`, message, ...fields }),
      headers: service === 'sqs' ? { 'x-amzn-query-error': `${code};Sender` } : {},
    };
  }
  return {
    contentType: 'application/json',
    body: JSON.stringify({ message, ...fields }),
    headers: { 'x-amzn-errortype': code },
  };
}
