import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';

/** Texts by their keys, some of them in groups. */
interface Texts {
  readonly [key: string]: unknown;
}

/** A source that uses an object of texts under this name. */
interface Reader {
  readonly name: string;
  readonly source: string;
}

/** The sources of the site by their paths. */
const sources = new Map(
  readdirSync(join(projectRoot, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [posix.join('web', file), readFileSync(join(projectRoot, 'web', file), 'utf8')]),
);

/** The objects of texts: file and name. */
const objects = [...sources].flatMap(([file, source]) =>
  file.endsWith('words.ts')
    ? [...source.matchAll(/^export const (\w+) = \{/gm)].map(([, name = '']) => [file, name] as const)
    : [],
);

it.each(objects)('each text of %s, %s, is read somewhere', async (file, name) => {
  const { [name]: texts = {} }: Record<string, Texts> = await import(join(projectRoot, file));
  const readers = readersOf(file, name);
  // Keys that are not written in the file are of another object, which is spread into this one.
  const own = pathsOf(texts).filter(([key]) => new RegExp(`^  ${key}\\b`, 'm').test(sources.get(file) ?? ''));
  const unread = own.filter((path) => !readers.some((reader) => isRead(path, reader)));
  expect(unread.map((path) => path.join('.'))).toEqual([]);
});

it('finds texts by their keys, in groups and in parts of the object', () => {
  const readIn = (source: string) =>
    ['first', 'second', 'group.one', 'group.other'].filter((path) =>
      isRead(path.split('.'), { name: 'words', source }),
    );
  expect(readIn('words.first + words.group.one + words.firstOfAll')).toEqual(['first', 'group.one']);
  expect(readIn('words.group[kind]')).toEqual(['group.one', 'group.other']);
  expect(readIn('{ ...words.group }')).toEqual(['group.one', 'group.other']);
  expect(readIn('const { first, group } = words;')).toEqual(['first', 'group.one', 'group.other']);
  expect(readIn('copy({ ...words }).first')).toEqual(['first']);
  expect(readIn('other.words.first')).toEqual([]);
  expect(readIn("type Key = 'first'; show(words[key])")).toEqual(['first']);
});

function isGroup(texts: unknown): texts is Texts {
  return typeof texts === 'object' && texts !== null && !Array.isArray(texts);
}

/** The keys that lead to each text. */
function pathsOf(texts: Texts): string[][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    isGroup(value) ? pathsOf(value).map((path) => [key, ...path]) : [[key]],
  );
}

/** The file itself, those that import the object, and those that read an object into which it is spread. */
function readersOf(file: string, exported: string): Reader[] {
  const readers: Reader[] = [{ name: exported, source: sources.get(file) ?? '' }];
  for (const [path, source] of sources) {
    for (const [, list = '', from = ''] of source.matchAll(/^import \{([^}]*)\} from '([^']+)';/gm)) {
      const imported = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from.slice(1);
      if (imported !== file) continue;
      const [name, alias = name] =
        list
          .split(',')
          .map((one) => one.trim().split(' as '))
          .find(([one]) => one === exported) ?? [];
      if (name === undefined || alias === undefined) continue;
      readers.push({ name: alias, source });
      if (!source.includes(`...${alias},`)) continue;
      readers.push(...objects.filter(([other]) => other === path).flatMap((other) => readersOf(...other)));
    }
  }
  return readers;
}

/** Whether a source reads the text, or may read it with a group or an object that has it. */
function isRead([key = '', ...rest]: readonly string[], { name, source }: Reader): boolean {
  const alone = `(?<!\\w|(?<!\\.\\.)\\.)${name}`;
  const parts = [...source.matchAll(new RegExp(`\\{([^{}]*)\\} = ${name};`, 'g'))];
  if (parts.some(([, keys = '']) => keys.split(/[\s,:]+/).includes(key))) return true;
  const isReadWhole = new RegExp(`\\.\\.\\.${name}\\b(?!\\.)|${alone}\\[`).test(source);
  if (isReadWhole && isNamed(key, source)) return true;
  return [key, ...rest].some((_, index, path) => {
    const read = [alone, ...path.slice(0, index + 1)].join('\\s*\\.\\s*');
    const isWhole = index === path.length - 1;
    return new RegExp(`${read}\\b${isWhole ? '' : '(?!\\s*\\.\\s*\\w)'}`).test(source);
  });
}

/** Whether a key may be the value of an expression, or is read from a copy in the same source. */
function isNamed(key: string, source: string): boolean {
  if (new RegExp(`\\.${key}\\b`).test(source)) return true;
  return [source, ...sources.values()].some((text) => text.includes(`'${key}'`));
}
