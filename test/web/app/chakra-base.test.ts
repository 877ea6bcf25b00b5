import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defaultConfig } from '@chakra-ui/react';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { chakraBase } from '#web/app/chakra-base.ts';

const chakra = join(projectRoot, 'node_modules/@chakra-ui/react/dist/esm');

describe('the recipes of the site', () => {
  it('are those of Chakra’s components that it uses', () => {
    const all = recipesIn(defaultConfig);
    const used = usedFiles().flatMap((file) => keysIn(readFileSync(file, 'utf8')));
    expect(recipesIn(chakraBase)).toEqual([...new Set(used)].filter((key) => all.includes(key)).sort());
  });

  it('are Chakra’s own, and so is the rest', () => {
    const { recipes = {}, slotRecipes = {}, ...theme } = chakraBase.theme ?? {};
    expect({ ...chakraBase, theme }).toEqual({
      ...defaultConfig,
      theme: { ...defaultConfig.theme, recipes: undefined, slotRecipes: undefined },
    });
    expect(defaultConfig.theme).toMatchObject({ recipes, slotRecipes });
  });
});

function recipesIn({ theme }: typeof defaultConfig): string[] {
  return [...Object.keys(theme?.recipes ?? {}), ...Object.keys(theme?.slotRecipes ?? {})].sort();
}

function keysIn(source: string): string[] {
  return [...source.matchAll(/\bkey: ?"(\w+)"/g)].map(([, key = '']) => key);
}

/** Files of the components that the site imports, and of those that they are made of. */
function usedFiles(): string[] {
  const index = readFileSync(join(chakra, 'index.js'), 'utf8');
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file) || !file.includes('/components/') || !existsSync(file)) return;
    files.add(file);
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g))
      add(resolve(dirname(file), from));
  };
  for (const name of importedNames()) {
    const [, alias] = new RegExp(`\\{ (namespace\\S*) as ${name} \\}`).exec(index) ?? [];
    const line = alias
      ? new RegExp(`\\* as ${alias.replace('$', '\\$')} from '(.+)'`)
      : new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} from '(.+)'`);
    const [, from = ''] = line.exec(index) ?? [];
    add(resolve(chakra, from));
  }
  return [...files];
}

function importedNames(): Set<string> {
  const names = globSync('web/**/*.{ts,tsx}', { cwd: projectRoot }).flatMap((file) =>
    [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(
        /import \{([^}]+)\} from '@chakra-ui\/react'/g,
      ),
    ]
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim()),
  );
  return new Set(names.filter((name) => name !== '' && !name.startsWith('type ')));
}
