import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import type { HttpEvent, HttpReply } from '#lambdas/runtime/http-event.ts';
import { problemSchema, problems } from '#shared/api/problem.ts';
import type { Owner, Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import { propertyRuns } from '#test/support/property-runs.ts';
import {
  jsonSchemaOf,
  type Known,
  nearlyValidFor,
  oddNumbersFor,
  parametersFor,
  validFor,
} from '#test/support/schema-arbitrary.ts';
import { httpEvent, lambdaContext } from './runtime/http-event.ts';

type Handler = (event: HttpEvent, context: Context) => Promise<HttpReply>;
type Caller = NonNullable<NonNullable<Parameters<typeof httpEvent>[1]>['user']>;

interface Fuzzing {
  /** The functions that serve the routes to be tried. */
  readonly handlers: Partial<Readonly<Record<Owner, Handler>>>;
  /** Somebody who may call the route; asked once for each route, when everything is set up. */
  readonly callerOf: (route: Route) => Caller;
  /** Ids of existing things of that caller, by the name of the property that takes them. */
  readonly known: (caller: Caller, route: Route) => Known;
  /** Refusals that come after a call of Stripe, whose answer is kept. */
  readonly afterAsking?: readonly string[];
}

/** Number of runs for each route. */
const numRuns = propertyRuns(25);

/** Bodies that a JSON parser or every schema refuses. */
const oddBodies = [
  '',
  ' ',
  '{',
  '{"a":',
  'null',
  '[]',
  '7',
  '"x"',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '\u0000',
  "{'a':1}",
];

/**
 * One test for each route of these functions that takes input: whatever is sent, the answer is one of the contract and
 * never an internal error, and a refused request has changed nothing. fast-check prints the seed of a failure.
 */
export function fuzzRoutes({ handlers, callerOf, known, afterAsking = [] }: Fuzzing): void {
  let writes = 0;

  beforeAll(() => {
    dynamodb().middlewareStack.add(
      (next, context) => async (args) => {
        const result = await next(args);
        if (/Put|Update|Delete|Write/.test(String(context.commandName)) && !isCount(args.input)) writes += 1;
        return result;
      },
      { step: 'initialize', name: 'countWrites', priority: 'low' },
    );
  });

  const tried = Object.entries<Route>(routes).filter(
    ([, route]) =>
      handlers[route.owner] && (route.params || route.query || route.body || takesAnything(route)),
  );

  describe('whatever is sent to', () => {
    // T2.T2, V1.2.3, V1.2.4, V1.4.2, V1.5.2, V2.2.1, V4.1.1, V15.3.3, V15.3.5, V15.3.6, V16.5.1
    it.each(
      tried,
    )('%s, the answer is one of the contract, and a refusal changes nothing', async (_name, route) => {
      const handle = handlers[route.owner];
      if (!handle) throw new Error(`${route.owner} has no handler`);
      const caller = callerOf(route);
      const things = known(caller, route);
      const send = async (request: Sent) => {
        const before = writes;
        const event = httpEvent(route, { ...request, ...(route.access !== 'public' && { user: caller }) });
        const reply = await handle(event, lambdaContext);
        expectOfContract(route, reply);
        if (reply.statusCode < 400 || afterAsking.some((code) => reply.body?.includes(`"${code}"`))) return;
        expect(writes, `writes before ${reply.body}`).toBe(before);
      };
      for (const request of oddRequestsFor(route, things)) await send(request);
      // T2.T3
      await fc.assert(fc.asyncProperty(requestsFor(route, things), send), { numRuns });
    });
  });
}

/** Whether this counts an attempt towards the daily limit, which a refusal does not undo. */
function isCount(input: object): boolean {
  return 'Key' in input && JSON.stringify(input.Key).includes('"USE#');
}

type Sent = Pick<NonNullable<Parameters<typeof httpEvent>[1]>, 'params' | 'query' | 'text'>;

/** Requests with one odd number each, in the order of their places. */
function oddRequestsFor({ params, body }: Route, known: Known): Sent[] {
  if (!body) return [];
  const [whole] = params ? fc.sample(validFor(jsonSchemaOf(params), known, true), 1) : [];
  return oddNumbersFor(jsonSchemaOf(body), known).map((odd) => ({
    ...(params && { params: whole as Record<string, string> }),
    text: JSON.stringify(odd),
  }));
}

/** A webhook reads its body without a schema. */
function takesAnything({ method, access, body }: Route): boolean {
  return method === 'POST' && access === 'public' && !body;
}

function requestsFor(route: Route, known: Known) {
  const { params, query, body } = route;
  const bodySchema = body && jsonSchemaOf(body);
  const text = (value: unknown) => JSON.stringify(value);
  return fc.record({
    ...(params && { params: parametersFor(jsonSchemaOf(params), known) }),
    ...(query && { query: parametersFor(jsonSchemaOf(query), known) }),
    ...(takesAnything(route) && { text: fc.oneof(fc.constantFrom(...oddBodies), fc.json()) }),
    ...(bodySchema && {
      text: fc.oneof(
        { weight: 5, arbitrary: nearlyValidFor(bodySchema, known).map(text) },
        { weight: 2, arbitrary: validFor(bodySchema, known).map(text) },
        { weight: 1, arbitrary: fc.constantFrom(...oddBodies) },
      ),
    }),
  }) as fc.Arbitrary<Sent>;
}

function expectOfContract(route: Route, { statusCode, headers, body = '' }: HttpReply): void {
  if (route.reply === 'html') {
    expect([200, 400, 404], body).toContain(statusCode);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  } else if (statusCode === route.status) {
    if (route.reply) expect(route.reply.safeParse(JSON.parse(body)).error, body).toBeUndefined();
  } else {
    const problem = problemSchema.parse(JSON.parse(body));
    expect(problem.code, body).not.toBe('internal');
    expect(statusCode, body).toBe(problems[problem.code].status);
    expect(headers['content-type']).toBe('application/problem+json');
  }
  expect(body).not.toMatch(/node_modules|\bat .+:\d+:\d+|ZodError|Exception\b/);
}
