import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Mailbox } from '#src/mailbox/mailbox.ts';
import { accountOperations } from './account-operations.ts';
import { adminOperations } from './admin-operations.ts';
import { CognitoError } from './cognito-error.ts';
import { createHostedSignIn } from './hosted-sign-in.ts';
import { identityProviderOperations } from './identity-provider-operations.ts';
import type { Engine, Operation } from './operation.ts';
import { poolOperations } from './pool-operations.ts';
import { createSignInChallenges } from './sign-in-challenges.ts';
import { signInOperations } from './sign-in-operations.ts';
import { signUpOperations } from './sign-up-operations.ts';
import { jsonWebKeySet, openSigningKeys } from './signing-keys.ts';
import { softwareTokenOperations } from './software-token.ts';
import { createTokens } from './tokens.ts';
import { openUserPoolStore } from './user-pool-store.ts';

/**
 * Cognito user pools: the JSON API of the AWS SDK and Amplify, the key set of each pool, and tokens that any JWT
 * library verifies. Operations and parameters that are not implemented are refused by name.
 */

export interface CognitoOptions {
  /** Where pools, users and signing keys are kept. */
  directory: string;
  /** The URL under which this engine is reached; tokens name `<origin>/<pool id>` as their issuer. */
  origin: string;
  mailbox: Mailbox;
  /** Runs the function of a trigger; resolves with its result, rejects with its error. */
  invokeFunction: (functionArn: string, event: unknown) => Promise<unknown>;
  /** Milliseconds since 1970; for tests that need to see a code or a token expire. */
  now?: () => number;
}

export interface Cognito {
  /** Answers one request. `caller` is undefined when the request has no valid signature. */
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer, caller?: unknown) => Promise<void>;
  close: () => Promise<void>;
}

const targetPrefix = 'AWSCognitoIdentityProviderService.';

const operations = new Map<string, Operation>(
  Object.entries({
    ...poolOperations,
    ...signUpOperations,
    ...signInOperations,
    ...accountOperations,
    ...adminOperations,
    ...softwareTokenOperations,
    ...identityProviderOperations,
  }),
);

const allowAnyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date',
};

const sendJson = (
  res: ServerResponse,
  status: number,
  contentType: string,
  value: object,
  headers: Record<string, string> = {},
): void => {
  res.writeHead(status, { ...allowAnyOrigin, ...headers, 'content-type': contentType });
  res.end(JSON.stringify(value));
};

/** The region in the credential scope of a SigV4 Authorization header. */
const signedRegion = (req: IncomingMessage): string | undefined =>
  /Credential=[^/,]+\/\d{8}\/([a-z0-9-]+)\//.exec(req.headers.authorization ?? '')?.[1];

const parseBody = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new CognitoError('SerializationException', 'The request body is not JSON.');
  }
};

export const createCognito = (options: CognitoOptions): Cognito => {
  const now = options.now ?? Date.now;
  const origin = options.origin.replace(/\/$/, '');
  const basePath = new URL(origin).pathname.replace(/\/$/, '');
  const store = openUserPoolStore(options.directory);
  const keys = openSigningKeys(join(options.directory, 'signing-keys.json'));
  const engine: Engine = {
    store,
    tokens: createTokens({ store, keys, origin, now }),
    challenges: createSignInChallenges(now),
    mailbox: options.mailbox,
    invokeFunction: options.invokeFunction,
    now,
  };
  const hostedSignIn = createHostedSignIn(engine, basePath);
  const running = new Set<Promise<void>>();

  const callOperation = async (req: IncomingMessage, res: ServerResponse, body: Buffer, caller: unknown) => {
    const contentType = 'application/x-amz-json-1.1';
    const requestId = { 'x-amzn-requestid': randomUUID() };
    const refuse = (status: number, type: string, message: string) =>
      sendJson(
        res,
        status,
        contentType,
        { __type: type, message },
        {
          ...requestId,
          'x-amzn-errortype': `${type}:`,
          'x-amzn-errormessage': message.replace(/[^ -~]/g, ' '),
        },
      );
    const name = String(req.headers['x-amz-target'] ?? '').slice(targetPrefix.length);
    const found = operations.get(name);
    if (!found) return refuse(400, 'InvalidAction', `The local Cognito does not implement ${name}.`);
    if (found.access === 'signed' && caller === undefined) {
      return refuse(400, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
    }
    try {
      const answer = await found.run(engine, parseBody(body), { region: signedRegion(req) });
      sendJson(res, 200, contentType, answer, requestId);
    } catch (error) {
      if (error instanceof CognitoError) return refuse(400, error.type, error.message);
      console.error(`Cognito ${name} failed`, error);
      refuse(500, 'InternalErrorException', 'The local Cognito failed; see its log.');
    }
  };

  const answerPool = (res: ServerResponse, poolId: string, document: string): void => {
    if (!store.pools().some(({ id }) => id === poolId)) {
      sendJson(res, 404, 'application/json', { message: `User pool ${poolId} does not exist.` });
      return;
    }
    const issuer = `${origin}/${poolId}`;
    sendJson(
      res,
      200,
      'application/json',
      document === 'jwks.json'
        ? jsonWebKeySet(keys)
        : {
            authorization_endpoint: `${origin}/oauth2/authorize`,
            id_token_signing_alg_values_supported: ['RS256'],
            issuer,
            jwks_uri: `${issuer}/.well-known/jwks.json`,
            response_types_supported: ['code'],
            scopes_supported: ['openid', 'email', 'phone', 'profile'],
            subject_types_supported: ['public'],
            token_endpoint: `${origin}/oauth2/token`,
          },
    );
  };

  const answer = async (req: IncomingMessage, res: ServerResponse, body: Buffer, caller: unknown) => {
    const url = new URL(req.url ?? '/', 'http://local');
    if (url.pathname.startsWith(`${basePath}/`)) url.pathname = url.pathname.slice(basePath.length);
    if (req.method === 'OPTIONS') {
      res.writeHead(200, {
        ...allowAnyOrigin,
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': req.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '172800',
      });
      res.end();
      return;
    }
    const wellKnown = /^\/([\w-]+)\/\.well-known\/(jwks\.json|openid-configuration)$/.exec(url.pathname);
    if (req.method === 'GET' && wellKnown?.[1] && wellKnown[2]) {
      answerPool(res, wellKnown[1], wellKnown[2]);
      return;
    }
    if (req.method === 'POST' && String(req.headers['x-amz-target']).startsWith(targetPrefix)) {
      await callOperation(req, res, body, caller);
      return;
    }
    if (await hostedSignIn.handle(req, res, url, body)) return;
    sendJson(res, 404, 'application/json', { message: `Nothing at ${req.method} ${url.pathname}` });
  };

  return {
    async handle(req, res, body, caller) {
      const mine = answer(req, res, body, caller);
      running.add(mine);
      try {
        await mine;
      } finally {
        running.delete(mine);
      }
    },
    async close() {
      await Promise.allSettled(running);
    },
  };
};
