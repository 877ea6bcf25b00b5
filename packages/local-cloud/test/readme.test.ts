import { expect, it } from 'vitest';
import { resourceKinds } from '#src/cloud/resource-kinds.ts';
import { readReadme, withResourceTable } from './resource-table.ts';

it('the README lists the supported resource types (npm run make:docs -w local-cloud)', () => {
  const readme = readReadme();
  for (const type of Object.keys(resourceKinds)) expect(readme).toContain(`| ${type} |`);
  expect(readme).toBe(withResourceTable(readme));
});
