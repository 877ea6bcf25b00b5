/**
 * Markers tie rows to tests: a comment of ids alone, on the line above an assertion, a test or a describe:
 *
 *     // C2.11, V3.4.1
 *     expect(await spinner.count()).toBe(1);
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { projectRoot } from '#lib/bundle.ts';

const id = String.raw`(?:[CBR]\d+\.\d+|T\d\.[STRIDE]\d|V\d+\.\d+\.\d+)`;
const markerLine = new RegExp(`^\\s*// (${id}(?:, ${id})*),?$`);
const assertion = /\bexpect\w*|\.(?:waitFor\w*|hasResource\w*)\(|\beventually\(|\bfc\.assert\(/;

export interface Marker {
  readonly id: string;
  /** `file:line` of the comment. */
  readonly place: string;
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export function testFiles(): SourceFile[] {
  return globSync(['test/**/*.{ts,tsx}', 'packages/*/test/**/*.{ts,tsx}'], { cwd: projectRoot })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}

/** The markers of a file. `problem` says why one of them stands above something that asserts nothing or never runs. */
export function markersOf({ path, text }: SourceFile): (Marker & { problem?: string })[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line, index) => {
    const ids = markerLine.exec(line)?.[1]?.split(', ') ?? [];
    return ids.map((each) => ({ id: each, index, place: `${path}:${index + 1}` }));
  });
  if (found.length === 0) return [];
  const statements = statementsOf(path, text);
  return found.map(({ index, ...marker }) => {
    let next = index + 1;
    while (lines[next]?.trim().startsWith('//')) next += 1;
    const start = lines.slice(0, next).join('\n').length + 1 + (/\S/.exec(lines[next] ?? '')?.index ?? 0);
    const problem = problemOf(statements.get(start), text);
    return problem === undefined ? marker : { ...marker, problem };
  });
}

interface Statement {
  readonly start: number;
  readonly end: number;
  /** Names such as `it` or `describe.skip` of the calls around the statement, and of the statement's own. */
  readonly calls: readonly string[];
}

function problemOf(statement: Statement | undefined, text: string): string | undefined {
  if (statement === undefined) return 'no statement begins below the marker';
  if (statement.calls.some((name) => /\.(skip|todo)\b/.test(name))) return 'the test is skipped';
  const isTest = /^(it|test|describe)\b/.test(text.slice(statement.start, statement.end));
  const asserts = isTest || assertion.test(text.slice(statement.start, statement.end));
  return asserts ? undefined : 'the statement below the marker asserts nothing';
}

/** Each statement by the position where it begins. */
function statementsOf(path: string, text: string): Map<number, Statement> {
  const statements = new Map<number, Statement>();
  const visit = (node: unknown, calls: readonly string[]) => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, end } = node as { type?: string; start: number; end: number };
    const test =
      type === undefined ? undefined : /^(?:it|test|describe)\b[.\w]*/.exec(text.slice(start, end));
    const within = test ? [...calls, test[0]] : calls;
    if (type !== undefined && /(Statement|Declaration)$/.test(type) && !statements.has(start))
      statements.set(start, { start, end, calls: within });
    for (const value of Object.values(node)) visit(value, within);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), []);
  return statements;
}
