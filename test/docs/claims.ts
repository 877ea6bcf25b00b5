import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';

/** Pages that say which test shows what write it as `test/file.test.ts › title`, several joined by `<br>`. */

/** The cells of a line of a table, with escaped pipes restored. */
export function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Whether a source calls something with this title as its first argument, as `it`, `describe` and `it.each()` do. */
export function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const literal = `${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`;
    for (let at = source.indexOf(literal); at >= 0; at = source.indexOf(literal, at + 1)) {
      if (source.slice(0, at).trimEnd().endsWith('(')) return true;
    }
    return false;
  });
}

/** Expects that the test which is claimed exists and runs. */
export function expectTest(claim: string): void {
  const [, file = '', title = ''] = /^(test\/\S+\.tsx?) › (.+)$/.exec(claim) ?? [];
  expect(file, 'written as: test/file.test.ts › title').not.toBe('');
  const path = join(projectRoot, file);
  expect(existsSync(path), `${file} exists`).toBe(true);
  const source = readFileSync(path, 'utf8');
  expect(hasTitle(source, title), `${file} has the title`).toBe(true);
  expect(source).not.toMatch(/\b(it|test|describe)\.(skip|todo)\b/);
}
