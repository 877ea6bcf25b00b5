import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';

const wordLimit = 20_000;

const ignored = new Set(
  readFileSync(join(projectRoot, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
);
/** Every file of the project but hidden ones, also where there is no repository to list them. */
const files = filesIn('');
/** Every document but those that list the API's routes, which are generated from the contract. */
const documents = files.filter((path) => path.endsWith('.md') && path !== 'docs/api/routes.md');
const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const foldersIn = (path: string) =>
  readdirSync(join(projectRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => files.some((file) => file.startsWith(join(path, name, '/'))));

it(`has ${wordLimit} words of documents at most`, () => {
  // The bars and rules of tables do not count as words.
  const words = documents.map((path) => textOf(path).match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(wordLimit);
});

it('has at most 15 decisions of at most 200 words, each with context, alternatives and consequence', () => {
  const decisions = documents.filter((path) => path.startsWith('docs/decisions/'));
  expect(decisions.length).toBeLessThanOrEqual(15);
  for (const path of decisions) {
    expect(textOf(path).split(/\s+/).length, path).toBeLessThanOrEqual(200);
    for (const part of ['Context', 'Decision', 'Alternatives', 'Consequence'])
      expect(textOf(path), path).toContain(`**${part}.** `);
  }
});

describe.each(documents)('%s', (path) => {
  const text = textOf(path);

  it('links to files and headings that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : normalize(join(dirname(path), file));
      expect(existsSync(join(projectRoot, linked)), target).toBe(true);
      if (anchor) expect(headingsOf(textOf(linked)), target).toContain(anchor);
    }
  });

  it('names commands that exist', () => {
    const scriptsOf = (folder: string) =>
      (JSON.parse(textOf(`${folder}package.json`)) as { scripts: Record<string, string> }).scripts;
    for (const [, name = '', workspace] of text.matchAll(
      /npm run (?:-s |--silent )?([\w:-]+)(?: -w ([\w-]+))?/g,
    ))
      expect(Object.keys(scriptsOf(workspace ? `packages/${workspace}/` : '')), name).toContain(name);
  });

  it('names files and folders that exist', () => {
    const roots = path.startsWith('packages/') ? ['', path.split('/').slice(0, 2).join('/')] : [''];
    for (const [, name = ''] of text.matchAll(
      /`((?:bin|docs|lambdas|lib|local|packages|shared|test|web)\/[\w./-]+|(?:src|test)\/[\w./-]+)`/g,
    ))
      expect(
        roots.some((root) => existsSync(join(projectRoot, root, name))),
        name,
      ).toBe(true);
  });
});

it('README has the two commands to begin with', () => {
  expect(textOf('README.md')).toMatch(/^npm ci && npm start\b/m);
  expect(textOf('README.md')).toMatch(/^npm ci && npm test\b/m);
});

it('the architecture quotes titles of tests that exist', () => {
  const quoted = [...textOf('docs/architecture.md').matchAll(/`(test\/\S+\.test\.ts)`: "([^"]+)"/g)];
  expect(quoted.length).toBeGreaterThan(0);
  for (const [, file = '', title = ''] of quoted) expect(textOf(file)).toContain(`'${title}'`);
});

it('the runbook names log lines and metrics that the server writes', () => {
  const server = files.filter((path) => path.startsWith('lambdas/')).filter((path) => path.endsWith('.ts'));
  const source = server.map(textOf).join('\n');
  const runbook = textOf('docs/runbook.md').replaceAll(/\s+/g, ' ');
  const lines = [...runbook.matchAll(/log line\s+`([^`]+)`/g)].map(([, line = '']) => line);
  const metrics = [...runbook.matchAll(/`((?:[A-Z][a-z]+)+Failed)`/g)].map(([, metric = '']) => metric);
  expect(lines.length).toBeGreaterThan(3);
  expect(metrics.length).toBeGreaterThan(1);
  for (const words of [...lines, ...metrics]) expect(source, words).toContain(`'${words}'`);
});

describe('the drawing of the architecture', () => {
  const drawing = /```text\n([\s\S]*?)```/.exec(textOf('docs/architecture.md'))?.[1] ?? '';
  const lines = drawing.split('\n');

  it('names every folder at the top, and no other', () => {
    const named = lines.flatMap((line) => /^((?:\w+\/ ?)+)/.exec(line)?.[1]?.match(/\w+/g) ?? []);
    expect(named.toSorted()).toEqual(
      foldersIn('.')
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    );
  });

  it.each(['web', 'lambdas', 'packages'])('names every folder of %s/, and no other', (folder) => {
    const first = lines.findIndex((line) => line.startsWith(`${folder}/`));
    const length = lines.slice(first + 1).findIndex((line) => !line.startsWith('   '));
    // Folders stand in columns 12 to 51, beside what they hold.
    const named = lines
      .slice(first, first + 1 + length)
      .flatMap((line) => line.slice(12, 52).split(/\s+/))
      .filter(Boolean);
    expect(named.toSorted()).toEqual(foldersIn(folder).toSorted());
  });
});

describe('the items of the access patterns', () => {
  const [, items = ''] = textOf('docs/access-patterns.md').split('\n## ');
  const rows = items
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| item'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  /** Paths in a cell, which may list several stores. */
  const storesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

  it.each(
    rows,
  )('|%s%s has keys that its store builds', (_, _item, pk = '', sk = '', gsi1 = '', _gsi1sk, store = '') => {
    const source =
      storesIn(store)
        .map((path) => textOf(join('lambdas', path)))
        .join('') + textOf('lambdas/runtime/keys.ts');
    const fixed = [pk, sk, gsi1].flatMap((cell) =>
      [...cell.matchAll(/`([A-Z_]+#?)/g)].map(([, key]) => key ?? ''),
    );
    for (const key of fixed) expect(source, key).toContain(key);
  });

  it('name every store', () => {
    const named = new Set(rows.flatMap((row) => storesIn(row[6] ?? '')));
    const stores = files.filter((path) => /^lambdas\/.*-store\.ts$/.test(path));
    expect(stores.filter((path) => !named.has(path.slice('lambdas/'.length)))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !ignored.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

/** The anchors of a document's headings, as GitHub makes them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
