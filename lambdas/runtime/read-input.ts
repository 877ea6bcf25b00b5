import type * as z from 'zod/mini';
import type { Route, RouteInput } from '#shared/api/route.ts';
import { reasonOf } from '#shared/zod-messages.ts';
import { AppError } from './app-error.ts';
import { bodyOf, type HttpEvent } from './http-event.ts';

/**
 * Parses parameters, query and body of a request with the route's schemas.
 * @throws AppError `invalid_input` with up to 20 issues
 */
export function readInput(event: HttpEvent, route: Route): RouteInput<Route> {
  return {
    params: route.params && validate(route.params, event.pathParameters ?? {}),
    query: route.query && validate(route.query, event.queryStringParameters ?? {}),
    body: route.body && validate(route.body, parseBody(event)),
  } as RouteInput<Route>;
}

function parseBody(event: HttpEvent): unknown {
  const text = bodyOf(event).toString();
  if (!text) throw invalidInput([{ path: [], message: 'A JSON body is required' }]);
  try {
    // Replaces lone surrogates, which cannot be stored.
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? value.toWellFormed() : value));
  } catch {
    throw invalidInput([{ path: [], message: 'The body is not valid JSON' }]);
  }
}

function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
}

/** The prefix of the message is specified (customer-product.md section 5). */
function invalidInput(issues: readonly Parameters<typeof reasonOf>[0][]): AppError {
  const [first] = issues;
  return new AppError(
    'invalid_input',
    `Invalid input: ${first ? reasonOf(first) : ''}`,
    issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
