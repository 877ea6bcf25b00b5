import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { generationSchema } from '#shared/api/generations.ts';
import { type ProblemCode, problemSchema, problems } from '#shared/api/problem.ts';
import { promptTestConfigSchema } from '#shared/api/prompt-tests.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import { brand } from '#shared/brand.ts';

/** Writes docs/api from the contract: `npm run make:docs`. A test keeps what is committed up to date. */
export function apiDocs(): Record<'openapi.json' | 'routes.md', string> {
  // Each schema is converted by itself and contains copies of the others. Their references are redirected to the shared
  // schemas.
  const openapi = JSON.stringify(openApi(), null, 2).replaceAll('"#/$defs/', '"#/components/schemas/');
  return { 'openapi.json': `${openapi}\n`, 'routes.md': routesPage() };
}

/** Replies that several routes share, by their names in the document. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Problem: problemSchema,
  Account: routes.getMe.reply,
  Task: routes.getMyTask.reply,
  Generation: generationSchema,
  PromptTestConfig: promptTestConfigSchema,
  PromptTest: routes.getPromptTest.reply,
  Settings: routes.getSettings.reply,
  LandingImage: routes.addLandingImage.reply,
  MenuPackImage: routes.addMenuPackImage.reply,
}))
  named.add(schema, { id });

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: Record<string, unknown> = {};
  const describe: Describe = (schema) => {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { metadata: named });
    Object.assign(schemas, $defs);
    return own;
  };
  const problem = describe(problemSchema);
  for (const [name, route] of Object.entries<Route>(routes)) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] as object, {
      [route.method.toLowerCase()]: operation(name, route, describe, problem),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand.name} API`, version: '1' },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas,
    },
  };
}

/** Converts a schema for the document; moves its named parts to the shared schemas. */
type Describe = (schema: z.ZodMiniType) => object;

function operation(operationId: string, route: Route, describe: Describe, problem: object) {
  return {
    operationId,
    summary: route.summary,
    tags: [route.owner],
    security: route.access === 'public' ? [] : [{ accessToken: [] }],
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: inputOf(route.body) } },
      },
    }),
    responses: {
      [route.status]: {
        description: route.summary,
        ...(route.reply && {
          content:
            route.reply === 'html'
              ? { 'text/html': {} }
              : { 'application/json': { schema: describe(route.reply) } },
        }),
      },
      default: {
        description: 'A problem (RFC 9457); decide by its code',
        content: { 'application/problem+json': { schema: problem } },
      },
    },
  };
}

/** The schema of a request, in which properties with a default are optional. */
function inputOf(schema: z.ZodMiniType) {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input' });
  return own;
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  const { properties = {}, required = [] } = schema ? inputOf(schema) : {};
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
    'Generated from `shared/api` by `npm run make:docs`; the schemas stand in `openapi.json`.',
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
