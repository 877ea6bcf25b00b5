import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { apiDocs } from '#bin/generate-api-docs.ts';
import { projectRoot } from '#lib/bundle.ts';
import type { Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';

it.each(
  Object.entries(apiDocs()),
)('docs/api/%s is what the contract says (npm run make:docs)', (name, text) => {
  // C7.30, B7.35, V2.1.1, V2.1.2, V5.1.1, V8.1.1, V8.1.2
  expect(readFileSync(join(projectRoot, 'docs', 'api', name), 'utf8')).toBe(text);
});

it('docs/api/openapi.json refers to schemas that it holds, and to all of them', () => {
  const { 'openapi.json': text } = apiDocs();
  const { components } = JSON.parse(text) as { components: { schemas: object } };
  const referred = [...text.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(referred)].toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  expect(text).not.toContain('$defs');
});

/** The entities of customer-product.md section 3 that cross the wire, with their fields. */
const entities = {
  user_credits:
    'user_id credits_balance subscription_credits_balance free_credits_used free_credits_limit created_at',
  'subscription status': 'subscribed productId subscriptionEnd planName',
  'auth metadata': 'full_name company_name avatar_url',
  'generated asset': 'id menuItemId template url generatedByAI style motion',
  'saved image': 'id user_id image_url prompt menu_item_name template_name metadata created_at',
  'metadata of the studio':
    'adjustment filter cameraAngle customPrompt promoText promoPosition influencerPrompt templateDimensions generatedVariations fallback',
  'metadata of the menu pack': 'platform imageType backgroundStyle plateStyle imageStyle',
  'generation options':
    'selectedAdjustment selectedFilter selectedCameraAngle customPrompt customProductName promoText promoPosition influencerPrompt avatarGender avatarEthnicity creationPath',
  'Menu Enhancer request': 'image platform imageType backgroundStyle plateStyle imageStyle',
} as const;

describe('docs/api/README.md', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'api', 'README.md'), 'utf8');
  const rows = page
    .slice(page.indexOf('## Entities'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| entity'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  // C3.1, C3.15, C3.18, C3.19, C3.20, C3.32, B3.6
  it.each(Object.entries(entities))('says where the fields of %s are found', (entity, fields) => {
    const found = rows.filter(([, name]) => name === entity);
    expect(found.map(([, , field]) => field)).toEqual(fields.split(' '));
    for (const [, , field, where = ''] of found) {
      const places = [...where.matchAll(/`(\w+)` `([\w.[\]]+)`/g)];
      // C3.2
      expect(places.length > 0 || where.startsWith('none: '), field).toBe(true);
      // C3.21
      for (const [, route = '', path = ''] of places)
        expect(isInContract(route, path), `${route} ${path}`).toBe(true);
    }
  });

  it('is not believed when it names what the contract does not have', () => {
    expect(isInContract('getMe', 'credits.creditsBalance')).toBe(true);
    expect(isInContract('getMe', 'credits.balance')).toBe(false);
    expect(isInContract('getGeneration', 'variations[].url')).toBe(false);
    expect(isInContract('getNothing', 'id')).toBe(false);
  });
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Whether a route's reply, or its `body`, has this field; in one of its shapes, where it has several. */
function isInContract(name: string, path: string): boolean {
  const route: Route | undefined = Object.entries<Route>(routes).find(([each]) => each === name)?.[1];
  const [first = '', ...rest] = path.split('.');
  const isBody = first === 'body';
  const schema = isBody ? route?.body : route?.reply;
  if (!(schema instanceof z.ZodMiniType)) return false;
  return has(
    z.toJSONSchema(schema, { io: isBody ? 'input' : 'output' }) as Schema,
    isBody ? rest : [first, ...rest],
  );
}

function has(schema: Schema | undefined, [step, ...rest]: readonly string[]): boolean {
  if (schema === undefined) return false;
  if (step === undefined) return true;
  const shapes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (shapes.length > 0) return shapes.some((shape) => has(shape, [step, ...rest]));
  const inner = schema.properties?.[step.replace('[]', '')];
  return has(step.endsWith('[]') ? inner?.items : inner, rest);
}
