/** `npm run make:docs -w local-cloud`: writes the table of supported resource types into the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { ResourceKind } from '#src/cloud/resource-kind.ts';
import { resourceKinds } from '#src/cloud/resource-kinds.ts';

const file = join(import.meta.dirname, '..', 'README.md');
const [begin, end] = ['<!-- resource types -->\n', '<!-- end of resource types -->'];

export const readReadme = (): string => readFileSync(file, 'utf8');

/** The README's text with the current table. */
export function withResourceTable(readme: string): string {
  const [before = '', rest = ''] = readme.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n${resourceTable()}\n${end}${after}`;
}

function resourceTable(): string {
  const rows = Object.entries(resourceKinds).map(
    ([type, kind]) => `| ${type} | ${cells(kind).join(' | ')} |`,
  );
  return ['| Type | Properties | Accepted without effect |', '|---|---|---|', ...rows, ''].join('\n');
}

function cells({ schema }: ResourceKind): [string, string] {
  if (schema.description !== undefined) return ['', `all: ${lowerFirst(schema.description)}`];
  if (!(schema instanceof z.ZodObject)) return ['', ''];
  const { effective, ignored } = propertiesOf(schema);
  // The schemas of user pools and their clients name only what the provisioner itself needs.
  const isChecked = schema.def.catchall instanceof z.ZodNever;
  const listed = isChecked ? effective : [...effective, 'and what `pool-settings.ts` lists'];
  return [listed.join(', '), ignored.join(', ')];
}

function propertiesOf(schema: z.ZodObject): { effective: string[]; ignored: string[] } {
  const effective: string[] = [];
  const ignored: string[] = [];
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  for (const [name, property] of entries) {
    const inner = unwrap(property);
    if (inner instanceof z.ZodUnknown && inner.description !== undefined) ignored.push(name);
    else if (inner instanceof z.ZodObject && /Config$/.test(name)) {
      const nested = propertiesOf(inner);
      effective.push(`${name} (${nested.effective.join(', ')})`);
      ignored.push(...nested.ignored);
    } else effective.push(name);
  }
  return { effective, ignored };
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrap(schema.def.innerType as z.ZodType);
  return schema;
}

/** Leaves abbreviations such as SNS as they are. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

if (import.meta.main) writeFileSync(file, withResourceTable(readReadme()));
