import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The part of API Gateway's event (payload format 2.0) that the functions read. */
export type HttpEvent = Pick<
  APIGatewayProxyEventV2,
  'routeKey' | 'headers' | 'pathParameters' | 'queryStringParameters' | 'body' | 'isBase64Encoded'
> & {
  readonly requestContext: {
    readonly requestId: string;
    readonly authorizer?: { readonly jwt: { readonly claims: Readonly<Record<string, unknown>> } };
  };
};

export interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
  /** Whether the body is binary, in base64. */
  isBase64Encoded?: boolean;
}

/** The body's bytes as they were sent. */
export function bodyOf({ body, isBase64Encoded }: HttpEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}
