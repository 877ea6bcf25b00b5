import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { cellsOf, expectTest, hasTitle } from './claims.ts';

/** `docs/spec-coverage.md` says of every statement of the specification which test shows it; this keeps it true. */

const issues = ['foundation', 'customer product', 'billing', 'public pages', 'back office', 'proof'];
const sections = ['C', 'B'].flatMap((document) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${document}${n}`));
const readings = 36;

interface Row {
  readonly id: string;
  readonly statement: string;
  readonly issue: string;
  readonly shownBy: string;
  /** The heading that the row stands under, such as `C2`. */
  readonly section: string;
}

const page = readFileSync(join(projectRoot, 'docs', 'spec-coverage.md'), 'utf8');
const rows = readRows(page);
const rowById = new Map(rows.map((row) => [row.id, row]));

/** Every line that begins like a row must be one of four cells, so that a slip of the pen hides no row. */
function readRows(markdown: string): Row[] {
  const found: Row[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    section = /^### ([CB]\d)\. /.exec(line)?.[1] ?? section;
    if (section === '' || !line.startsWith('|') || /^\| (id|---)|^\|---/.test(line)) continue;
    const cells = cellsOf(line);
    expect(cells, line).toHaveLength(4);
    const [id = '', statement = '', issue = '', shownBy = ''] = cells;
    found.push({ id, statement, issue, shownBy, section });
  }
  return found;
}

/** What shows the row, after following "as C2.1" once. */
function resolved(row: Row): string {
  const target = /^as (\S+)$/.exec(row.shownBy)?.[1];
  return target === undefined ? row.shownBy : (rowById.get(target)?.shownBy ?? '');
}

function stateOf(row: Row): 'open' | 'shown' | 'not applicable' {
  const shownBy = resolved(row);
  if (shownBy === '') return 'open';
  return shownBy.startsWith('not applicable') ? 'not applicable' : 'shown';
}

function summaryLine(name: string, counted: readonly Row[]): string {
  const count = (state: string) => counted.filter((row) => stateOf(row) === state).length;
  return `| ${name} | ${counted.length} | ${count('open')} | ${count('shown')} | ${count('not applicable')} |`;
}

const claims = [
  ...new Set(
    rows
      .map((row) => row.shownBy)
      .filter((shownBy) => shownBy !== '' && !/^(as |not applicable)/.test(shownBy))
      .flatMap((shownBy) => shownBy.split('<br>')),
  ),
];

describe('the rows', () => {
  it.each(sections)('cover section %s', (section) => {
    expect(rows.some((row) => row.section === section)).toBe(true);
  });

  it('stand in the order of the documents, each with an id of its own', () => {
    let section = '';
    let last = 0;
    const seen: string[] = [];
    for (const row of rows) {
      const [, document, number] = /^([CB]\d)\.([1-9]\d*)$/.exec(row.id) ?? [];
      expect(document, row.id).toBe(row.section);
      if (row.section !== section) {
        section = row.section;
        seen.push(section);
        last = 0;
      }
      expect(Number(number), row.id).toBeGreaterThan(last);
      last = Number(number);
    }
    expect(seen).toEqual(sections);
  });

  it('say something, belong to a known issue and name readings that exist', () => {
    for (const row of rows) {
      expect(row.statement, row.id).not.toBe('');
      expect(issues, row.id).toContain(row.issue);
      for (const [, reading] of row.statement.matchAll(/\bR(\d+)\b/g)) {
        expect(Number(reading), row.id).toBeGreaterThanOrEqual(1);
        expect(Number(reading), row.id).toBeLessThanOrEqual(readings);
      }
    }
  });

  it('that repeat another name one of the same issue that repeats none', () => {
    for (const row of rows.filter(({ shownBy }) => shownBy.startsWith('as '))) {
      const target = rowById.get(row.shownBy.slice('as '.length));
      expect(target, row.id).toBeDefined();
      expect(target?.issue, row.id).toBe(row.issue);
      expect(target?.shownBy.startsWith('as '), row.id).toBe(false);
    }
  });

  it('that do not apply say why', () => {
    for (const row of rows.filter(({ shownBy }) => shownBy.startsWith('not applicable'))) {
      expect(row.shownBy, row.id).toMatch(/^not applicable: \S.{10,}$/);
    }
  });
});

describe('a test that is said to show something', () => {
  it.each(claims)('exists and is not skipped: %s', expectTest);

  it.each([
    ["it('holds', () => {})", true],
    ["it.each([\n  1,\n])(\n  'holds',\n  () => {})", true],
    ['describe("holds", () => {})', true],
    ["it('holds water', () => {})", false],
    ["const word = 'holds';", false],
    ["it('is shown', () => check(1, 'holds'))", false],
  ])('is found by its whole title: %j %s', (source, found) => {
    expect(hasTitle(source, 'holds')).toBe(found);
  });
});

describe('the summary', () => {
  it('counts the rows', () => {
    const counted = [
      ...issues.map((issue) =>
        summaryLine(
          issue,
          rows.filter((row) => row.issue === issue),
        ),
      ),
      summaryLine('all', rows),
    ];
    const written = page
      .slice(0, page.indexOf('\n## '))
      .split('\n')
      .filter((line) => /^\| (?!issue)/.test(line));
    expect(written).toEqual(counted);
  });
});
