import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { type ProblemCode, problemSchema, problems } from '#shared/api/problem.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import { brand } from '#shared/brand.ts';

/** Writes docs/api from the contract: `npm run docs`. A test keeps what is committed up to date. */
export function apiDocs(): Record<'openapi.json' | 'routes.md', string> {
  return { 'openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`, 'routes.md': routesPage() };
}

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] as object, { [route.method.toLowerCase()]: operation(name, route) });
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1' },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: z.toJSONSchema(problemSchema) },
    },
  };
}

function operation(operationId: string, route: Route) {
  return {
    operationId,
    summary: route.summary,
    tags: [route.owner],
    security: route.access === 'public' ? [] : [{ accessToken: [] }],
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.toJSONSchema(route.body, { io: 'input' }) } },
      },
    }),
    responses: {
      [route.status]: {
        description: route.summary,
        ...(route.reply && {
          content:
            route.reply === 'html'
              ? { 'text/html': {} }
              : { 'application/json': { schema: z.toJSONSchema(route.reply) } },
        }),
      },
      default: {
        description: 'A problem (RFC 9457); decide by its code',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  const { properties = {}, required = [] } = schema ? z.toJSONSchema(schema, { io: 'input' }) : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function routesPage(): string {
  const rows = Object.entries<Route>(routes).map(
    ([name, r]) => `| \`${r.method} ${r.path}\` | ${name} | ${r.access} | ${r.owner} | ${r.summary} |`,
  );
  const errors = (Object.keys(problems) as ProblemCode[]).map(
    (code) => `| \`${code}\` | ${problems[code].status} | ${problems[code].title} |`,
  );
  return [
    '# Routes',
    '',
    'Generated from `shared/api` by `npm run docs`; the schemas stand in `openapi.json`.',
    '',
    '| route | name | access | function | what it does |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '# Errors',
    '',
    'Every error is `application/problem+json` with one of these codes.',
    '',
    '| code | status | title |',
    '|---|---|---|',
    ...errors,
    '',
  ].join('\n');
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'docs', 'api');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(apiDocs())) writeFileSync(join(folder, name), text);
}
