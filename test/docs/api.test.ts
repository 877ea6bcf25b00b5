import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { apiDocs } from '../../bin/generate-api-docs.ts';

it.each(Object.entries(apiDocs()))('docs/api/%s is what the contract says (npm run docs)', (name, text) => {
  expect(readFileSync(join(projectRoot, 'docs', 'api', name), 'utf8')).toBe(text);
});
