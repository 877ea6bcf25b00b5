import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { catalogueOperations } from './catalogue-operations.ts';
import { checkoutOperations } from './checkout-operations.ts';
import { customerOperations } from './customer-operations.ts';
import { type Engine, randomLetters } from './engine.ts';
import { eventOperations } from './event-operations.ts';
import { expandReply } from './expand.ts';
import type { FaultRules } from './faults.ts';
import { type FormHash, parseForm } from './form-body.ts';
import { hangUp } from './hang-up.ts';
import { invoiceOperations } from './invoice-operations.ts';
import { apiVersion } from './objects.ts';
import type { Operation, PathIds } from './operation.ts';
import { readParameters } from './parameters.ts';
import { paymentOperations } from './payment-operations.ts';
import { portalOperations } from './portal-operations.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** The API under `/v1`: keys, versions, idempotency, routing and replies. */

const operations: readonly Operation[] = [
  ...catalogueOperations,
  ...customerOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...paymentOperations,
  ...portalOperations,
  ...webhookOperations,
  ...eventOperations,
];

const routes = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`),
}));

/** Stripe keeps replies for at least a day (docs.stripe.com/api/idempotent_requests). */
const repliesKept = 86_400_000;

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const errorReply = (error: StripeError, requestId: string): Reply => ({
  status: error.status,
  body: {
    error: {
      ...error.details,
      ...(error.details.code !== undefined && {
        doc_url: `https://stripe.com/docs/error-codes/${error.details.code.replaceAll('_', '-')}`,
      }),
      message: error.message,
      request_log_url: `https://dashboard.stripe.com/test/workbench/logs?object=${requestId}`,
      type: error.type,
    },
  },
});

/** Accepts test keys only, so that a live key that is used by mistake is noticed. */
const authenticate = (req: IncomingMessage, apiKey: string | undefined): void => {
  const key = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    throw new StripeError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  const isRight = apiKey === undefined ? /^sk_(?!live_)\w+$/.test(key) : key === apiKey;
  if (!isRight) {
    const shown = `${key.slice(0, 8)}${'*'.repeat(Math.max(key.length - 12, 4))}${key.slice(-4)}`;
    throw new StripeError(401, 'invalid_request_error', `Invalid API Key provided: ${shown}`);
  }
};

const checkVersion = (req: IncomingMessage): void => {
  const version = req.headers['stripe-version'];
  if (version !== undefined && version !== apiVersion) {
    throw invalidRequest(
      `Invalid Stripe API version: ${String(version)}. The stand-in supports ${apiVersion} only.`,
    );
  }
};

const findRoute = (method: string, path: string): { operation: Operation; ids: PathIds } => {
  for (const { operation, pattern } of routes) {
    const found = operation.method === method ? pattern.exec(path) : null;
    if (found) return { operation, ids: { ...found.groups } };
  }
  throw new StripeError(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${method}: ${path}). The stand-in does not implement it.`,
  );
};

const expandParameter = z.array(z.string().min(1)).max(20).optional();

const carryOut = (engine: Engine, method: string, path: string, params: FormHash): Reply => {
  const { operation, ids } = findRoute(method, path);
  const { expand, ...own } = params;
  const paths = readParameters(z.object({ expand: expandParameter }), expand === undefined ? {} : { expand });
  const reply = operation.run(engine, own, ids);
  return { status: 200, body: expandReply(engine, reply, paths.expand ?? []) };
};

/** The saved reply for a key that was used before. Throws if the key was used for another request. */
const repeated = (engine: Engine, key: string, path: string, parameters: string): Reply | undefined => {
  const saved = engine.store.find('replies', key);
  if (!saved || saved.savedAt + repliesKept < engine.realNow()) return undefined;
  if (saved.path !== path) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (saved.parameters !== parameters) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return {
    status: saved.status,
    body: saved.body,
    headers: { 'idempotent-replayed': 'true', 'original-request': saved.requestId },
  };
};

/** Whether the reply is saved. A call that was refused is not, and may be repeated with the same key. */
const isKept = ({ status }: Reply): boolean => status < 400 || status === 402;

export interface Api {
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer) => void;
}

export const createApi = (
  engine: Engine,
  { faults, apiKey }: { faults: FaultRules; apiKey: string | undefined },
): Api => {
  const answer = (req: IncomingMessage, body: Buffer, requestId: string): Reply => {
    const target = new URL(req.url ?? '/', 'http://local');
    const method = req.method ?? 'GET';
    const parameters = method === 'POST' ? body.toString('utf8') : target.search.slice(1);
    const given = req.headers['idempotency-key'];
    const key = method === 'POST' && typeof given === 'string' ? given : undefined;
    try {
      authenticate(req, apiKey);
      checkVersion(req);
      if (key !== undefined && (key.length === 0 || key.length > 255)) {
        throw invalidRequest('Idempotency keys must be 1 to 255 characters long.');
      }
      const before = key === undefined ? undefined : repeated(engine, key, target.pathname, parameters);
      if (before) return { ...before, headers: { ...before.headers, 'idempotency-key': key ?? '' } };
      engine.request = { id: requestId, idempotency_key: key ?? null };
      const save = (reply: Reply): Reply => {
        if (key === undefined || !isKept(reply)) return reply;
        engine.store.put('replies', {
          id: key,
          path: target.pathname,
          parameters,
          status: reply.status,
          body: reply.body,
          requestId,
          savedAt: engine.realNow(),
        });
        return { ...reply, headers: { 'idempotency-key': key } };
      };
      try {
        // One transaction, so that a crash cannot separate the changes from the saved reply.
        return engine.store.transact(() =>
          save(carryOut(engine, method, target.pathname, parseForm(parameters))),
        );
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        return engine.store.transact(() => save(errorReply(error, requestId)));
      }
    } catch (error) {
      if (error instanceof StripeError) return errorReply(error, requestId);
      console.error(`Stripe ${method} ${target.pathname} failed`, error);
      return errorReply(
        new StripeError(500, 'api_error', 'The local Stripe failed; see its log.'),
        requestId,
      );
    } finally {
      engine.request = { id: null, idempotency_key: null };
    }
  };

  const send = (res: ServerResponse, { status, body, headers }: Reply, requestId: string): void => {
    res.writeHead(status, {
      'cache-control': 'no-cache, no-store',
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...headers,
    });
    res.end(JSON.stringify(body, null, 2));
  };

  return {
    handle(req, res, body) {
      const requestId = `req_${randomLetters(14)}`;
      const path = new URL(req.url ?? '/', 'http://local').pathname;
      const fault = faults.takeCall(req.method ?? 'GET', path);
      if (fault?.kind === 'rate_limit') {
        const error = new StripeError(
          429,
          'invalid_request_error',
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
          { code: 'rate_limit' },
        );
        return send(res, errorReply(error, requestId), requestId);
      }
      if (fault?.kind === 'error') {
        const error = new StripeError(500, 'api_error', 'An unknown error occurred');
        return send(res, errorReply(error, requestId), requestId);
      }
      if (fault?.kind === 'disconnect' && fault.when === 'before') {
        hangUp(req, res);
        return;
      }
      const reply = answer(req, body, requestId);
      if (fault?.kind === 'disconnect') hangUp(req, res);
      else send(res, reply, requestId);
    },
  };
};
