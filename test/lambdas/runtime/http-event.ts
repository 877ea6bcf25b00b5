import type { Context } from 'aws-lambda';
import type { HttpEvent, HttpReply } from '#lambdas/runtime/http-event.ts';
import { type Route, routeKey } from '#shared/api/route.ts';
import { originSecretHeader } from '#shared/origin-secret.ts';

/** Headers that CloudFront sends with each request. */
const originSecret = 'origin-secret-of-tests';
process.env.ORIGIN_SECRET = originSecret;
/** Where people write to, in mails and on share pages. */
export const supportEmail = 'help@bistro.test';
process.env.SUPPORT_EMAIL = supportEmail;

interface Person {
  readonly userId: string;
  readonly username?: string;
  /** As API Gateway writes the claim. */
  readonly groups?: string;
  /** That of a sign-in by password by default. */
  readonly scope?: string;
  /** Milliseconds since 1970. */
  readonly signedInAt?: number;
}

interface Call {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it stands. */
  readonly text?: string;
  readonly user?: Person;
}

/** The event that API Gateway makes of a call (payload format 2.0, access token verified). */
export function httpEvent(route: Pick<Route, 'method' | 'path'>, call: Call = {}): HttpEvent {
  const { params, query, body, text, user } = call;
  return {
    routeKey: routeKey(route),
    headers: { 'content-type': 'application/json', [originSecretHeader]: originSecret },
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...((text ?? body) !== undefined && { body: text ?? JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      ...(user && { authorizer: { jwt: { claims: accessClaims(user) } } }),
    },
  };
}

function accessClaims({
  userId,
  username = userId,
  groups,
  scope = 'aws.cognito.signin.user.admin',
  signedInAt,
}: Person): Record<string, string> {
  return {
    sub: userId,
    username,
    token_use: 'access',
    ...(groups !== undefined && { 'cognito:groups': groups }),
    scope,
    ...(signedInAt !== undefined && { auth_time: String(Math.floor(signedInAt / 1000)) }),
  };
}

/** Lambda's context with 28 seconds to go. */
export const lambdaContext: Context = {
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-2:000000000000:function:test',
  memoryLimitInMB: '512',
  awsRequestId: 'invocation-1',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 28_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
};

/** Calls a function's handler and reads its JSON reply. */
export async function invoke(
  handler: (event: HttpEvent, context: Context) => Promise<HttpReply>,
  event: HttpEvent,
) {
  const { statusCode, headers, body } = await handler(event, lambdaContext);
  const json = headers['content-type']?.includes('json');
  return { status: statusCode, headers, body: json ? JSON.parse(body ?? '') : body };
}
